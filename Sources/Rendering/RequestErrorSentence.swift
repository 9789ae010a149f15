public import Weather
public import Wire

extension RequestError {
    /// What is wrong with the request and what is accepted, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .empty:
            "the request is empty; accepted: \(Self.commands)"
        case .notUTF8:
            "the request is not UTF-8 text"
        case .controlCharacter:
            "the request has a control character in it; only printable text is accepted"
        case .unterminatedQuote:
            "a double quote is not closed; write \\\" for a quote inside a quoted word"
        case .strayQuote:
            "a double quote must enclose a whole word; write \\\" for a quote inside a quoted word"
        case .unknownEscape:
            "after a backslash in quotes only \" and \\ are accepted"
        case .tooLong:
            "the request is too long; at most \(RequestLine.limit) bytes are accepted, its line end included"
        case .unknownCommand(let word):
            "unknown command \(word.quoted); accepted: \(Self.commands)"
        case .unknownOption(let word, let command):
            "unknown option \(word.quoted); \(Self.advice(for: word, command))"
        case .missingValue(let option):
            "\(option.plain(limit: 40)) needs a value"
                + (Command.Option(rawValue: option)?.value.map { "; accepted: \($0)" } ?? "")
        case .arguments(let command):
            "wrong arguments; accepted: \(command.synopsis)"
        case .slip(let word, let meant):
            "unknown word \(word.quoted); did you mean \(meant)?"
        case .badValue(let word, let name, let expected):
            "bad \(name.plain(limit: 40)) \(word.quoted); accepted: \(expected.plain(limit: 160))"
        }
    }

    /// The option that was meant, or else all that the command takes.
    private static func advice(for word: String, _ command: Command) -> String {
        let options = command.options.map(\.rawValue)
        if options.isEmpty { return "\(command.rawValue) takes none" }
        // The dashes are right, and no letters in which there could be a slip.
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        if let meant = name.nearest(of: options.map { String($0.dropFirst(2)) }) { return "did you mean --\(meant)?" }
        return "accepted with \(command.rawValue): \(options.joined(separator: ", "))"
    }

    private static var commands: String {
        Command.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension UnitsChoice.UnknownUnit {
    /// What is accepted in the word's place, in one plain sentence without a final period.
    public var sentence: String {
        "\(word.quoted) is not a choice of units; accepted: \(accepted.plain(limit: 160))"
    }
}
