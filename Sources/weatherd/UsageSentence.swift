// A mistake on the command line is told as every other one is: in one sentence.
extension Weatherd {
    /// - Parameter message: the parser's: `Unknown option '--confg'. Did you mean '--config'?`
    static func usageSentence(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
        let sentence = line.prefix(1).lowercased() + line.dropFirst()
        let guess = ". Did you mean "
        guard sentence.contains(guess) else { return "\(sentence); weatherd --help tells what there is" }
        return sentence.replacing(guess, with: "; did you mean ")
    }
}
