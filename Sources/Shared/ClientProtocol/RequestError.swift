/// Why a request is invalid.
public enum RequestError: Error, Sendable, Hashable {
    /// The line contains no word.
    case empty
    case notUTF8
    case controlCharacter
    case unterminatedQuote
    /// A double quote inside an unquoted word, or text directly after a quoted one.
    case strayQuote
    /// A backslash in quotes that is not followed by `"` or `\`.
    case unknownEscape
    /// More than `RequestLine.limit` bytes.
    case tooLong
    case unknownCommand(String)
    case unknownOption(String, Command)
    /// The option lacks its value.
    case missingValue(option: String)
    /// Too many or too few arguments.
    case arguments(Command)
    /// A word that is probably a misspelling of the last word of `meant`: `watch short`.
    case misspelling(String, meant: String)
    /// The value is not `expected`, a phrase such as `an integer between 1 and 384`.
    case badValue(String, of: String, expected: String)
}
