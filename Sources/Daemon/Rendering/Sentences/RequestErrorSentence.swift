public import ClientProtocol
public import Weather

extension RequestError {
    /// What is wrong and what is accepted, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .empty:
            "the request is empty; accepted: \(Self.commands)"
        case .notUTF8:
            "the request is not UTF-8 text"
        case .controlCharacter:
            "the request contains a control character"
        case .unterminatedQuote:
            "unterminated double quote; write \\\" for a quote inside a quoted word"
        case .strayQuote:
            "a double quote must enclose a whole word; write \\\" for a quote inside a quoted word"
        case .unknownEscape:
            "invalid escape: in quotes, a backslash must be followed by \" or \\"
        case .tooLong:
            "the request is too long: at most \(RequestLine.limit) bytes including the newline"
        case .unknownCommand(let word):
            "unknown command \(word.quoted); accepted: \(Self.commands)"
        case .unknownOption(let word, let command):
            "unknown option \(word.quoted); \(Self.advice(for: word, command))"
        case .missingValue(let option):
            "option \(option.plain(limit: 40)) requires a value"
                + (Command.Option(rawValue: option)?.value.map { ", \($0)" } ?? "")
        case .arguments(let command):
            "wrong arguments; usage: \(command.synopsis)"
        case .misspelling(let word, let meant):
            "unknown word \(word.quoted); did you mean \(meant)?"
        case .badValue(let word, let name, let expected):
            "invalid \(name.plain(limit: 40)) \(word.quoted): must be \(expected.plain(limit: 160))"
        }
    }

    /// Suggests a similar option, or lists the command's options.
    private static func advice(for word: String, _ command: Command) -> String {
        let options = command.options.map(\.rawValue)
        if options.isEmpty { return "\(command.rawValue) takes no options" }
        // The dashes are correct, and would count as similar letters.
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        if let meant = name.nearest(of: options.map { String($0.dropFirst(2)) }) { return "did you mean --\(meant)?" }
        return "\(command.rawValue) accepts \(options.joined(separator: ", "))"
    }

    private static var commands: String {
        Command.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension UnitsChoice.UnknownUnit {
    /// What is wrong and what is accepted, as one sentence without a period.
    public var sentence: String {
        "unknown unit \(word.quoted); accepted: \(accepted.plain(limit: 160))"
    }
}
