import Client
import ClientProtocol

/// The completions of a word.
struct Completion {
    struct Candidate: Equatable {
        var text: String
        /// The description; empty when not needed.
        var summary = ""
    }

    /// The command and its arguments, without options.
    private var words: [String] = []
    /// The options given so far.
    private var given: Set<String> = []
    /// The option whose value is being completed.
    private var pending: String?
    /// Whether a lone `--` has ended the options.
    private var hasEnded = false
    private let partial: String
    private let places: () -> [CompletedPlace]

    /// - Parameters:
    ///   - words: the words after the program's name; the last, which may be empty, is being completed.
    ///   - places: called only where a place is valid.
    init(_ words: [String], places: @escaping () -> [CompletedPlace]) {
        partial = words.last ?? ""
        self.places = places
        for word in words.dropLast().map(Command.Option.writtenOut) {
            if pending != nil {
                pending = nil
            } else if word == "--", !hasEnded {
                hasEnded = true
            } else if word.hasPrefix("--"), !hasEnded {
                given.insert(String(word.prefix { $0 != "=" }))
                if Self.takesValue(word) { pending = word }
            } else {
                self.words.append(word)
            }
        }
    }

    /// The candidates that begin with the word, ignoring case.
    var candidates: [Candidate] {
        let beginning = partial.lowercased()
        return offered.filter { $0.text.lowercased().hasPrefix(beginning) }
    }

    private var offered: [Candidate] {
        if let pending { return values(of: pending, partial) }
        if partial.hasPrefix("--"), let sign = partial.firstIndex(of: "="), !hasEnded {
            let option = partial[...sign]
            return values(of: String(option.dropLast()), String(partial[partial.index(after: sign)...])).map {
                Candidate(text: option + $0.text, summary: $0.summary)
            }
        }
        if partial == Command.Option.outputLetter, command?.options.contains(.output) == true, !hasEnded {
            return [Candidate(text: partial, summary: Command.Option.output.summary)]
        }
        if partial.hasPrefix("-"), !hasEnded { return options }
        let arguments = arguments
        return arguments.isEmpty && partial.isEmpty && !hasEnded ? options : arguments
    }

    // MARK: - Commands and their arguments

    private static var commands: [Candidate] {
        Command.allCases.flatMap { command in
            [
                Candidate(
                    text: command.rawValue,
                    summary: command == .help ? "show help for a command" : command.help.summary)
            ] + (command == .doctor ? [Candidate(text: SetupCommand.name, summary: SetupCommand.summary)] : [])
                + (command == .metrics ? [Candidate(text: MCPCommand.name, summary: MCPCommand.summary)] : [])
        }
    }

    private var command: Command? { words.first.flatMap(Command.init) }

    private var arguments: [Candidate] {
        guard let first = words.first else { return Self.commands }
        switch (Command(rawValue: first), words.count) {
        case (.help, 1): return Self.commands
        case (.watch, 1): return Command.watchable.map { Candidate(text: $0.rawValue, summary: $0.help.summary) }
        case (.setUnits, 1): return CompletedUnits.all(partial)
        case (.setUnits, _): return CompletedUnits.single(partial, besides: words)
        case (.setLocation, 1): return placeNames() + Command.setLocation.verbs.map(Candidate.init)
        case (.select, 1): return placeNames()
        case (.places, 1): return Command.places.verbs.map(Candidate.init)
        case (.places, 2) where ["remove", "move", "rename"].contains(words[1]): return placeNames(favouritesOnly: true)
        default: return []
        }
    }

    private func placeNames(favouritesOnly: Bool = false) -> [Candidate] {
        places().filter { $0.isFavourite || !favouritesOnly }.map { Candidate(text: $0.name) }
    }

    // MARK: - Options and their values

    private static func takesValue(_ word: String) -> Bool {
        word == HelpOption.timeout.name || Command.Option(rawValue: word)?.value != nil
    }

    /// The command's options, or the watched command's, that are not given yet.
    private var options: [Candidate] {
        if words.first == SetupCommand.name {
            return HelpOption.setup.map(Candidate.init).filter { !given.contains($0.text) }
        }
        if words.first == MCPCommand.name { return HelpOption.mcp.map(Candidate.init) }
        let watched = command == .watch ? words.dropFirst().first.flatMap(Command.init) : nil
        return HelpOption.all(of: command, watched: watched).map(Candidate.init).filter {
            // With a command, this is the program's version still.
            !given.contains($0.text) && (words.isEmpty || $0.text != HelpOption.version.name)
        }
    }

    private func values(of option: String, _ partial: String) -> [Candidate] {
        switch Command.Option(rawValue: option) {
        case .place: placeNames()
        case .units: CompletedUnits.list(partial)
        case .output: (command?.outputs ?? ViewRequest.Output.allCases).map { Candidate(text: $0.rawValue) }
        case let option?: option.words.map { Candidate(text: $0) }
        case nil: []
        }
    }
}

extension Completion.Candidate {
    fileprivate init(_ usage: Command.Usage) {
        self.init(text: usage.synopsis, summary: usage.summary)
    }

    /// Sentences of the help become phrases, as for other candidates.
    fileprivate init(_ option: HelpOption) {
        let phrase = option.summary.hasSuffix(".") ? option.summary.dropLast() : option.summary[...]
        self.init(text: option.name, summary: phrase.prefix(1).lowercased() + phrase.dropFirst())
    }
}

extension Completion {
    /// Prints the completions, one per line.
    ///
    /// - Parameter words: the shell's name, and the words after the program's name.
    static func answer(_ words: [String], path: String) -> ExitStatus {
        guard let shell = words.first.flatMap(CompletionScript.init(rawValue:)) else { return .usage }
        return StandardOutput.show(lines(for: shell, words: Array(words.dropFirst())) { CompletedPlace.all(at: path) })
    }

    /// The output for the shell's script: for bash the replacement, for others a word, a tab and its description.
    static func lines(
        for shell: CompletionScript, words: [String], places: @escaping () -> [CompletedPlace]
    ) -> [String] {
        switch shell {
        case .bash:
            let line = BashLine(words)
            return Completion(line.words, places: places).candidates.map { line.replacement($0.text) }
        case .zsh:
            return described(words, places)
        case .fish:
            // The word being completed is unmodified.
            return described(words.dropLast() + (words.last.map { [ShellWord.plain($0)] } ?? []), places)
        }
    }

    private static func described(_ words: [String], _ places: @escaping () -> [CompletedPlace]) -> [String] {
        Completion(words, places: places).candidates.map { "\($0.text)\t\($0.summary)" }
    }
}

/// A place to complete.
struct CompletedPlace: Equatable {
    var name: String
    var isFavourite: Bool

    /// The timeout, short enough not to be noticed when a key is pressed.
    private static let milliseconds = 500

    /// The current place and the favourites; empty when the daemon does not answer.
    static func all(at path: String) -> [CompletedPlace] {
        let words = [Command.places.rawValue, Command.Option.output.rawValue, ViewRequest.Output.json.rawValue]
        guard let line = try? RequestLine.encode(words),
            case .ok(let lines) = try? Query(line: line, path: path, output: .json, milliseconds: milliseconds).reply()
        else { return [] }
        return lines.flatMap { all(in: $0) }
    }

    /// Limits on the reply's bytes, the number of places, and the bytes of a name; larger replies are not from a
    /// weatherd.
    private static let limits = (reply: 1 << 20, places: 1000, name: 1000)

    /// Extracts places from a JSON reply to `places` without a parser: it searches for two keys, which cannot occur
    /// inside strings, since quotes are escaped there.
    static func all(in json: String) -> [CompletedPlace] {
        var places: [CompletedPlace] = []
        // Bytes, since comparing hostile Unicode text can be slow.
        var names: Set<[UInt8]> = []
        guard json.utf8.count <= limits.reply else { return [] }
        var rest = Array(json.utf8)[...]
        while places.count < limits.places, skip("\"place\":{\"name\":", in: &rest) {
            let name = text(in: &rest)
            guard skip("\"position\":", in: &rest) else { break }
            guard let name, name.count <= limits.name, names.insert(name).inserted else { continue }
            let isFavourite = rest.first != UInt8(ascii: "n")
            places.append(CompletedPlace(name: String(decoding: name, as: UTF8.self), isFavourite: isFavourite))
        }
        return places
    }

    /// Skips to after the key; false when it is not found.
    private static func skip(_ key: StaticString, in rest: inout ArraySlice<UInt8>) -> Bool {
        key.withUTF8Buffer { key in
            while let start = rest.firstIndex(of: key[0]) {
                rest = rest[start...]
                if rest.starts(with: key) {
                    rest = rest.dropFirst(key.count)
                    return true
                }
                rest.removeFirst()
            }
            return false
        }
    }

    /// Parses a string; nil for `null`.
    private static func text(in rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let escaped = rest.popFirst() {
                // Names contain no line ends, and no other characters are escaped.
                text.append(escaped)
            }
        }
        return text
    }
}

/// Completes the units of `set-units` and `--units`.
enum CompletedUnits {
    static let quantities: [(name: String, units: [String])] = [
        ("temperature", ["c", "f", "k"]),
        ("wind", ["ms", "kmh", "mph", "kn", "bft"]),
        ("pressure", ["hpa", "mmhg", "inhg"]),
        ("precipitation", ["mm", "in"]),
        ("distance", ["km", "mi"]),
    ]
    private static let systems = ["metric", "imperial"]

    /// A unit system, the configured units, or a single unit.
    static func all(_ partial: String) -> [Completion.Candidate] {
        (systems + ["auto"]).map { .init(text: $0) } + single(partial, besides: [])
    }

    /// A single unit: the quantity with an equals sign, then its units.
    ///
    /// - Parameter words: the preceding words, whose quantities are excluded.
    static func single(_ partial: String, besides words: [String]) -> [Completion.Candidate] {
        let chosen = words.map { $0.prefix { $0 != "=" } }
        return quantities.filter { !chosen.contains($0.name[...]) }.flatMap { quantity in
            let beginning = quantity.name + "="
            return partial.hasPrefix(beginning)
                ? quantity.units.map { Completion.Candidate(text: beginning + $0) }
                : [.init(text: beginning, summary: quantity.units.joined(separator: ", "))]
        }
    }

    /// A comma-separated list.
    static func list(_ partial: String) -> [Completion.Candidate] {
        guard let comma = partial.lastIndex(of: ",") else { return all(partial) }
        let before = partial[...comma]
        let last = String(partial[partial.index(after: comma)...])
        return single(last, besides: before.split(separator: ",").map(String.init)).map {
            .init(text: before + $0.text, summary: $0.summary)
        }
    }
}
