import Client
import Wire

extension UsageError {
    var sentence: String {
        switch self {
        case .noCommand:
            "no command; one of \(Self.commands), such as: weatherctl short"
        case .unknownCommand(let word):
            if let command = word.nearest(of: Command.allCases.map(\.rawValue)) {
                "unknown command \"\(word.visible)\"; did you mean \(command)?"
            } else {
                "unknown command \"\(word.visible)\"; one of \(Self.commands)"
            }
        case .missingTimeout: "--timeout needs a number of seconds, such as --timeout 5"
        case .badTimeout(let word): "--timeout takes a number of seconds above 0, not \"\(word.visible)\""
        case .notUTF8: "an argument is not UTF-8"
        case .controlCharacter: "an argument has a line end or another control character in it"
        case .tooLong: "the request is too long; \(RequestLine.limit) bytes are the most"
        }
    }

    private static var commands: String {
        Command.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension String {
    /// A word to show in a message: not long, and with nothing in it that a terminal would act on.
    fileprivate var visible: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 })
        return String(scalars)
    }
}
