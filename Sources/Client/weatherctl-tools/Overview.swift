import Client
import ClientProtocol
import Glibc

/// A command line without a command: the card of the current place, or of the place that its words name.
struct Overview {
    /// The request, not fitted to the terminal.
    let words: [String]
    /// The words interpreted as a place; nil for the current place.
    let place: String?

    /// Further commands, below the card of the current place.
    private static let hint = "See also: weatherctl hourly, weatherctl daily, weatherctl help"

    /// - Parameter words: the arguments of weatherctl.
    /// - Throws: `error`, unless it is a missing or unknown command; also for a misspelled command.
    init(_ words: [String], after error: UsageError) throws(UsageError) {
        switch error {
        case .noCommand:
            (self.words, place) = ([Command.show.rawValue] + words, nil)
        case .unknownCommand(let word) where word != words.dropFirst().first || words.first != Command.help.rawValue:
            let (options, names) = Self.separated(words)
            let place = names.joined(separator: " ")
            // Names of places begin with a capital letter, and commands do not.
            if word.meantCommand != nil, word.first?.isUppercase != true || word.lowercased() == word.meantCommand {
                throw error
            }
            self.place = place
            self.words = [Command.show.rawValue, Command.Option.place.rawValue, place] + options
        default: throw error
        }
    }

    func show(at path: String) throws(UsageError) -> ExitStatus {
        let hint = place == nil ? Self.hint.fitted(to: STDOUT_FILENO).split(separator: "\n").map(String.init) : []
        let invocation = try Invocation(words, locale: .messageLocale) {
            var terminal = Terminal.current
            if let lines = terminal?.lines { terminal?.lines = max(1, lines - hint.count) }
            return terminal
        }
        if case .manual(let words) = invocation { return Manual.show(words) }
        guard case .query(let line, let timeout, let output, let patience, let unfitted) = invocation
        else { throw .noCommand }
        let query = Query(
            line: line, path: path, output: output, milliseconds: timeout, patience: patience, unfitted: unfitted)
        let status = query.run(
            orIfNotFound: place.map { place in
                { message in
                    let sentence = UsageError.neither(place, message)
                    output.say(sentence)
                    return output.show(.error, sentence) ?? .usage
                }
            })
        return status == .done && output == .text ? StandardOutput.show(hint) : status
    }

    /// The options with their values, and the other words.
    private static func separated(_ words: [String]) -> (options: [String], names: [String]) {
        var (options, names): ([String], [String]) = ([], [])
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                names += rest
                break
            }
            guard word.hasPrefix("-"), !word.beginsNegative else {
                names.append(word)
                continue
            }
            options.append(word)
            let option = Command.Option(rawValue: Command.Option.writtenOut(word))
            if option?.value != nil || word == HelpOption.timeout.name, let value = rest.popFirst() {
                options.append(value)
            }
        }
        return (options, names)
    }
}

extension String {
    /// Whether it is a negative number, or a position that begins with one: no option begins with a digit.
    var beginsNegative: Bool {
        hasPrefix("-") && (dropFirst().first.map { $0 == "." || $0.isASCII && $0.isNumber } ?? false)
    }
}

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

    /// For words that are neither a command nor a place; `message` is the daemon's reason for the latter.
    static func neither(_ words: String, _ message: String) -> String {
        "\"\(words.visible)\" is not a command; as a place: \(message)"
            + (words.meantCommand.map { "; did you mean the command \($0)?" } ?? "")
    }

    private static var commands: String {
        String.commands.joined(separator: ", ")
    }
}

extension String {
    /// The command that this word probably misspells; nil for none.
    var meantCommand: String? { nearest(of: Self.commands) }

    fileprivate static var commands: [String] {
        Command.allCases.map { $0.rawValue } + [SetupCommand.name, MCPCommand.name]
    }

    /// A word for a message, truncated and without control characters.
    var visible: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 })
        return String(scalars)
    }
}
