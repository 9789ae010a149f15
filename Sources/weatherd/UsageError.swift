import ArgumentParser
import Foundation

// A mistake on the command line is told as every other one is: in one sentence.
extension Weatherd {
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // What ended the daemon later on is told by then.
            guard exitCode(for: error) == .validationFailure, !(error is ExitCode) else { exit(withError: error) }
            FileHandle.standardError.write(Data("weatherd: \(usageSentence(message(for: error)))\n".utf8))
            exit(withError: ExitCode.validationFailure)
        }
    }

    /// - Parameter message: the parser's: `Unknown option '--confg'. Did you mean '--config'?`
    static func usageSentence(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
        let sentence = line.prefix(1).lowercased() + line.dropFirst()
        let guess = ". Did you mean "
        guard sentence.contains(guess) else { return "\(sentence); weatherd --help tells what there is" }
        return sentence.replacing(guess, with: "; did you mean ")
    }
}
