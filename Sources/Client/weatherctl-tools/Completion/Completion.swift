import ArgumentParser
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
        Manual.configuration.subcommands.map {
            Candidate(text: $0.configuration.commandName ?? "", summary: $0.configuration.abstract)
        } + [Candidate(text: Command.help.rawValue, summary: "show help for a command")]
    }

    private var command: Command? { words.first.flatMap(Command.init) }

    private var arguments: [Candidate] {
        guard let first = words.first else { return Self.commands }
        switch (Command(rawValue: first), words.count) {
        case (.help, 1): return Self.commands
        case (.watch, 1): return Command.watchable.map { Candidate(text: $0.rawValue, summary: $0.summary) }
        case (.setUnits, 1): return CompletedUnits.all(partial)
        case (.setUnits, _): return CompletedUnits.single(partial, besides: words)
        case (.setLocation, 1):
            return placeNames() + [
                Candidate(text: "auto", summary: "detect the current place"),
                Candidate(text: "default", summary: "return to the configured place"),
            ]
        case (.places, 1): return Self.changes
        case (.places, 2) where ["remove", "move", "rename"].contains(words[1]): return placeNames(favouritesOnly: true)
        default: return []
        }
    }

    private static let changes = [
        Candidate(text: "add", summary: "add a favourite"),
        Candidate(text: "remove", summary: "remove a favourite"),
        Candidate(text: "move", summary: "move a favourite to another position"),
        Candidate(text: "rename", summary: "rename a favourite"),
    ]

    private func placeNames(favouritesOnly: Bool = false) -> [Candidate] {
        places().filter { $0.isFavourite || !favouritesOnly }.map { Candidate(text: $0.name) }
    }

    // MARK: - Options and their values

    private static let timeout = "--timeout"

    private static func takesValue(_ word: String) -> Bool {
        word == timeout || Command.Option(rawValue: word)?.value != nil
    }

    /// The command's options, or the watched command's, that are not given yet.
    private var options: [Candidate] {
        var options = [Candidate(text: "--help", summary: "show help")]
        guard !words.isEmpty else {
            return options + [Candidate(text: "--version", summary: "show the version")]
        }
        guard let command else { return options }
        if command == .map {
            options.insert(Candidate(text: "--choose", summary: "choose the current place on a map"), at: 0)
        }
        if command != .watch {
            options.insert(Candidate(text: Self.timeout, summary: "timeout in seconds"), at: 0)
        }
        let watched = command == .watch ? words.dropFirst().first.flatMap(Command.init) : nil
        return ((watched ?? command).options.map { Candidate(text: $0.rawValue, summary: $0.summary) } + options)
            .filter { !given.contains($0.text) }
    }

    private func values(of option: String, _ partial: String) -> [Candidate] {
        switch Command.Option(rawValue: option) {
        case .place: placeNames()
        case .units: CompletedUnits.list(partial)
        case .output: (command?.outputs ?? ViewRequest.Output.allCases).map { Candidate(text: $0.rawValue) }
        case .language: Command.Option.languages.map { Candidate(text: $0) }
        case .color: ["auto", "always", "never", "256", "truecolor"].map { Candidate(text: $0) }
        case .theme: ["auto", "dark", "light"].map { Candidate(text: $0) }
        case .background: Theme.allCases.map { Candidate(text: $0.rawValue) }
        case .zoom: (0...8).map { Candidate(text: String($0)) }
        default: []
        }
    }
}
