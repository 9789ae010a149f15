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
        // Compares names without the dashes, which would count as matching letters.
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

/// Messages to clients about their connection.
public enum ConnectionSentence {
    public static let watching = "this connection is watching; use another connection for other requests"
    public static let tooManyWatched =
        "too many different replies are being watched; stop watching some, or try again later"
    public static let stopping = "weatherd is shutting down; try again"
    public static let noLineEnd = "the last line has no newline"

    public static func otherUser(than user: UInt32) -> String {
        "this weatherd serves only user \(user)"
    }

    public static func full(_ connections: Int) -> String {
        "too many clients (\(connections)); try again later"
    }

    /// - Parameter reason: a whole sentence.
    public static func notStarted(_ reason: String) -> String {
        "weatherd cannot start: \(reason)"
    }
}

/// Messages about invalid threshold rules.
public enum ThresholdSentence {
    public static func text(_ error: ThresholdRule.ParsingError) -> String {
        switch error {
        case .malformed:
            """
            must be a quantity, <, <=, > or >=, and a number with or without a unit, such as "gusts > 60 km/h" or \
            "temperature < 0"
            """
        case .unknownQuantity(let name):
            "unknown quantity \"\(name)\"; "
                + (name.nearest(of: names).map { "did you mean \"\($0)\"?" }
                    ?? "accepted: \(names.joined(separator: ", "))")
        case .unknownUnit(let unit, let quantity):
            "unknown unit \"\(unit)\" of \(quantity.name); \(accepted(QuantityUnit.words(of: quantity.kind)))"
        }
    }

    /// - Parameter limits: the limits, in the rule's unit.
    public static func outOfRange(_ rule: ThresholdRule, _ limits: ClosedRange<Double>) -> String {
        "\(rule.quantity.name) must be compared with a number from \(limits.lowerBound.text(decimals: 0)) to "
            + limits.upperBound.text(decimals: 0)
    }

    private static let names = ThresholdQuantity.all.map(\.name)

    private static func accepted(_ words: [String]) -> String {
        words.isEmpty ? "it has none" : "accepted: \(words.joined(separator: ", "))"
    }
}
