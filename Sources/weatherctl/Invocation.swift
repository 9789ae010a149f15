import Wire

/// What the words after the program's name ask for.
enum Invocation: Equatable {
    /// Send the line, print its reply; `timeout` is in milliseconds.
    case query(line: String, timeout: Int)
    case watch(line: String)
    /// What needs no daemon: help, completion scripts, the version of the client.
    case manual([String])

    private static let timeout = 2_000
    /// A little more than the 3 s that the daemon gives a search on the network, and the time for a first fetch.
    private static let searchTimeout = 5_000
    /// A little more than the 40 s that the daemon takes at worst: two fetches of 20 s.
    private static let waitTimeout = 45_000
    private static let longestTimeout = 86_400.0

    /// The words go to the daemon as they are: that it knows the command is all that is looked at here, so that a
    /// plain request costs nothing more.
    init(_ words: [String]) throws(UsageError) {
        var request: [String] = []
        var timeout: Int?
        var wantsHelp = false
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word == "--timeout" {
                guard let value = rest.popFirst() else { throw .missingTimeout }
                timeout = try Self.milliseconds(value)
            } else if word.hasPrefix("--timeout=") {
                timeout = try Self.milliseconds(String(word.dropFirst("--timeout=".count)))
            } else {
                request.append(word)
                // What stands for an option's value is not looked at, whatever it reads like.
                if Command.Option(rawValue: word)?.value != nil, let value = rest.popFirst() { request.append(value) }
            }
        }

        guard let first = request.first else {
            guard wantsHelp else { throw .noCommand }
            self = .manual(["--help"])
            return
        }
        if first.hasPrefix("-") || first == Command.help.rawValue {
            if first == Command.help.rawValue, let subject = request.dropFirst().first,
                Command(rawValue: subject) == nil
            {
                throw .unknownCommand(subject)
            }
            self = .manual(wantsHelp ? ["--help"] : request)
            return
        }
        guard let command = Command(rawValue: first) else { throw .unknownCommand(first) }
        if wantsHelp {
            self = .manual([first, "--help"])
        } else if command == .watch {
            self = .watch(line: try Self.line(request))
        } else {
            self = .query(line: try Self.line(request), timeout: timeout ?? Self.timeout(of: command, request))
        }
    }

    private static func timeout(of command: Command, _ request: [String]) -> Int {
        switch command {
        case .refresh where request.contains(Command.Option.wait.rawValue): waitTimeout
        case .search: searchTimeout
        case .places, .setLocation: request.count > 1 ? searchTimeout : timeout
        default: namesAPlace(request) ? searchTimeout : timeout
        }
    }

    /// Whether a name stands behind `--place`, which may have to be searched.
    private static func namesAPlace(_ request: [String]) -> Bool {
        let option = Command.Option.place.rawValue
        for (index, word) in request.enumerated() where word.hasPrefix(option) {
            let value = word == option ? request.dropFirst(index + 1).first : String(word.dropFirst(option.count + 1))
            if let value, case .name = PlaceReference(value) { return true }
        }
        return false
    }

    private static func line(_ words: [String]) throws(UsageError) -> String {
        do {
            return try RequestLine.encode(words)
        } catch {
            throw error == .tooLong ? .tooLong : .controlCharacter
        }
    }

    private static func milliseconds(_ word: String) throws(UsageError) -> Int {
        guard word.utf8.allSatisfy({ ".0123456789".utf8.contains($0) }), let seconds = Double(word),
            seconds >= 0.001, seconds <= longestTimeout
        else { throw .badTimeout(word) }
        return Int((seconds * 1000).rounded())
    }
}
