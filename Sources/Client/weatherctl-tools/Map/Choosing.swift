import Client
import ClientProtocol
import Glibc

/// Lets the user choose a place on the requested map, and prints the result.
func choose(_ words: [String], path: String, milliseconds: Int) -> ExitStatus {
    guard case .map(let request, let reading) = try? Request(words: words) else {
        return refuse(words, path: path, milliseconds: milliseconds)
    }
    let chooser = Chooser(
        request: request, reading: reading, colors: reading.colors
    ) { words throws(MapFailure) in
        let reply: Reply
        do throws(ConnectionFailure) {
            reply = try Query(
                line: QuotedWords.join(words) + "\n", path: path, output: .text, milliseconds: milliseconds
            )
            .reply()
        } catch {
            throw .connection(error)
        }
        switch reply {
        case .ok(let lines): return lines
        case .error(let code, let message): throw .refused(code, message)
        }
    }
    do throws(MapFailure) {
        switch try chooser.run() {
        case .left: return .done
        case .chosen(let lines):
            do {
                try StandardOutput.write(lines.text)
                return .done
            } catch {
                return error.report()
            }
        case .signal(let number):
            return end(by: number)
        }
    } catch {
        StandardError.say(error.sentence)
        return error.status
    }
}
