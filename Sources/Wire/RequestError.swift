/// Why a line is not a request.
public enum RequestError: Error, Sendable, Hashable {
    /// The line has no word in it.
    case empty
    case notUTF8
    case controlCharacter
    case unterminatedQuote
    /// A double quote inside a bare word, or text that touches the end of a quoted one.
    case strayQuote
    /// A backslash in quotes that is not followed by `"` or `\`.
    case unknownEscape
    /// More than `RequestLine.limit` bytes.
    case tooLong
    case unknownCommand(String)
    case unknownOption(String, Command)
    /// The option stands without the value that it needs.
    case missingValue(option: String)
    /// An argument that the command does not take, or one too few.
    case arguments(Command)
    /// A word that is none of the few that can stand there, but near to the last one of `meant`: `watch short`.
    case slip(String, meant: String)
    /// `value` is not what stands in `expected`, a phrase such as `a whole number from 1 to 384`.
    case badValue(String, of: String, expected: String)
}
