import Client
import ClientProtocol

extension UsageError {
    var sentence: String {
        switch self {
        case .noCommand:
            "missing command; must be one of \(Self.commands), such as: weatherctl short"
        case .unknownCommand(let word):
            if let command = word.meantCommand {
                "unknown command \"\(word.visible)\"; did you mean \(command)?"
            } else {
                "unknown command \"\(word.visible)\"; must be one of \(Self.commands)"
            }
        case .missingTimeout: "option --timeout requires a number of seconds"
        case .badTimeout(let word): "invalid --timeout \"\(word.visible)\": must be a positive number of seconds"
        case .notUTF8: "an argument is not UTF-8"
        case .controlCharacter: "an argument contains a newline or another control character"
        case .tooLong: "the request is too long: at most \(RequestLine.limit) bytes"
        }
    }

    /// For words that are no command, nor a place that the daemon finds, which says why.
    static func neither(_ words: String, _ message: String) -> String {
        "\"\(words.visible)\" is not a command; as a place: \(message)"
            + (words.meantCommand.map { "; did you mean the command \($0)?" } ?? "")
    }

    private static var commands: String {
        Command.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension String {
    /// The command of which this is a misspelling; nil for none.
    var meantCommand: String? { nearest(of: Command.allCases.map(\.rawValue)) }

    /// A word for a message, truncated and without control characters.
    fileprivate var visible: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 })
        return String(scalars)
    }
}
