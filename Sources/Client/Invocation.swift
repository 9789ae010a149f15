package import Wire

/// What the words after the program's name ask for.
package enum Invocation: Equatable {
    /// Send the line, print its reply; `timeout` is in milliseconds, and so is `patience`, with the first weather of all. A
    /// bar's `output` must not break, whatever happens.
    case query(line: String, timeout: Int, output: Reading.Output = .text, patience: Int = FirstWeather.patience)
    case watch(line: String, output: Reading.Output = .text)
    /// Show the reply on the whole terminal until a key is struck. The request is not fitted to the terminal yet, so that
    /// weatherctl does not ask the terminal what weatherctl-tools then asks again.
    case page(words: [String])
    /// Lets the user choose on the map that the words ask for, which likewise are not fitted yet; `timeout` is that of each
    /// request.
    case choose(words: [String], timeout: Int)
    /// Look for what is wrong, the daemon's own findings awaited for `timeout` milliseconds; the words are the request's.
    case doctor(words: [String], timeout: Int)
    /// What needs no daemon: help, completion scripts, the version of the client.
    case manual([String])
    /// Tell a shell what could be written next: the words behind `completionOption`.
    case complete([String])

    /// Asked with by the completion scripts: the shell's name, and the words behind the program's, follow.
    package static let completionOption = "--complete"

    private static let timeout = 2_000
    /// Only this program has keys to choose with, so the daemon does not know the word.
    private static let choosing = "--choose"
    /// A little more than the 3 s that the daemon gives a search on the network, and the time for a first fetch.
    private static let searchTimeout = 5_000
    /// A little more than the 40 s that the daemon takes at worst: two fetches of 20 s.
    private static let waitTimeout = 45_000
    /// A little more than the 5 s that the daemon knocks at its providers for.
    private static let doctorTimeout = 8_000
    private static let longestTimeout = 86_400_000

    /// The words go to the daemon as they are: that it knows the command is all that is looked at here, so that a
    /// plain request costs nothing more.
    ///
    /// - Parameter terminal: asked where it matters what standard output is.
    package init(_ words: [String], terminal: () -> Terminal? = { Terminal.current }) throws(UsageError) {
        if words.first == Self.completionOption {
            self = .complete(Array(words.dropFirst()))
            return
        }
        var request: [String] = []
        var timeout: Int?
        /// `--help` or `--version`, wherever it stands.
        var manual: String?
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" {
                manual = manual ?? "--help"
            } else if word == "--version" {
                manual = manual ?? word
            } else if word == "--timeout" {
                guard let value = rest.popFirst() else { throw .missingTimeout }
                timeout = try Self.milliseconds(value)
            } else if word.begins(with: "--timeout=") {
                timeout = try Self.milliseconds(word.dropping("--timeout=".utf8.count))
            } else if word == "--" {
                request.append(word)
                request += rest
                break
            } else {
                let word = Command.Option.writtenOut(word)
                request.append(word)
                // What stands for an option's value is not looked at, whatever it reads like.
                if Command.Option(rawValue: word)?.value != nil, let value = rest.popFirst() { request.append(value) }
            }
        }
        Self.putCommandFirst(&request)

        guard let first = request.first else {
            guard let manual else { throw .noCommand }
            self = .manual([manual])
            return
        }
        if first.begins(with: "-") || first == Command.help.rawValue {
            if first == Command.help.rawValue, let subject = request.dropFirst().first,
                Command(rawValue: subject) == nil
            {
                throw .unknownCommand(subject)
            }
            self = .manual(manual.map { [$0] } ?? request)
            return
        }
        guard let command = Command(rawValue: first) else { throw .unknownCommand(first) }
        if let manual {
            self = .manual(manual == "--help" ? [first, manual] : [manual])
        } else if command == .watch {
            let output = Self.output(of: request)
            if output == .text {
                let terminal = terminal()
                if terminal?.showsPages == true, request.dropFirst().first != Command.short.rawValue {
                    _ = try Self.line(request)
                    self = .page(words: request)
                    return
                }
                request = Self.fitted(request) { terminal }
            }
            self = .watch(line: try Self.line(request), output: output)
        } else if command == .doctor {
            self = .doctor(words: request, timeout: timeout ?? Self.doctorTimeout)
        } else if command == .map, let words = Self.withoutChoosing(request) {
            self = .choose(words: words, timeout: timeout ?? Self.timeout)
        } else {
            let wait = timeout ?? Self.timeout(of: command, request)
            let patience = timeout ?? FirstWeather.patience
            let output = Self.output(of: request)
            if output == .text { request = Self.fitted(request, terminal) }
            self = .query(line: try Self.line(request), timeout: wait, output: output, patience: patience)
        }
    }

    /// A request begins with its command; options that are written before it go behind.
    private static func putCommandFirst(_ request: inout [String]) {
        var end = 0
        while end < request.count, let option = Command.Option(beginning: request[end]) {
            end += option.value != nil && request[end] == option.rawValue ? 2 : 1
        }
        guard end > 0 else { return }
        let options = request.prefix(end)
        request.removeFirst(options.count)
        guard !request.isEmpty else { return }
        // What is watched stands right behind its command.
        request.insert(contentsOf: options, at: min(request.first == Command.watch.rawValue ? 2 : 1, request.count))
    }

    private static func timeout(of command: Command, _ request: [String]) -> Int {
        switch command {
        case .refresh where options(in: request).contains { $0.option == .wait }: waitTimeout
        case .search: searchTimeout
        case .places, .setLocation: request.count > 1 ? searchTimeout : timeout
        default: namesAPlace(request) ? searchTimeout : timeout
        }
    }

    /// Whether a name stands behind `--place`, which may have to be searched.
    private static func namesAPlace(_ request: [String]) -> Bool {
        value(of: .place, in: request).map { !PlaceReference.isCoordinate($0) } ?? false
    }

    /// The words without `--choose`; nil where it is not among their options.
    private static func withoutChoosing(_ request: [String]) -> [String]? {
        let options = request.prefix { $0 != "--" }
        guard options.contains(choosing) else { return nil }
        return options.filter { $0 != choosing } + request.dropFirst(options.count)
    }

    /// What the daemon is asked to write, if it knows it.
    package static func output(of request: [String]) -> Reading.Output {
        value(of: .output, in: request).flatMap { Reading.Output(rawValue: $0) } ?? .text
    }

    /// What stands behind the option, or behind its equals sign, the last time that it is there; nil when it is not.
    package static func value(of option: Command.Option, in request: [String]) -> String? {
        options(in: request).last { $0.option == option }?.value
    }

    /// The options of a request, each with its value, as the daemon reads them: neither what stands behind a lone `--` nor
    /// the value of another is one.
    private static func options(in request: [String]) -> [(option: Command.Option, value: String?)] {
        var options: [(option: Command.Option, value: String?)] = []
        var rest = request[...]
        while let word = rest.popFirst().map({ Command.Option.writtenOut($0) }), word != "--" {
            guard let option = Command.Option(beginning: word) else { continue }
            if word != option.rawValue {
                options.append((option, word.dropping(option.rawValue.utf8.count + 1)))
            } else {
                options.append((option, option.value == nil ? nil : rest.popFirst()))
            }
        }
        return options
    }

    private static func line(_ words: [String]) throws(UsageError) -> String {
        do throws(RequestError) {
            return try RequestLine.encode(words)
        } catch .tooLong {
            throw .tooLong
        } catch {
            throw .controlCharacter
        }
    }

    private static func milliseconds(_ word: String) throws(UsageError) -> Int {
        guard let number = tenThousandths(of: word), (10...10 * longestTimeout).contains(number) else {
            throw .badTimeout(word)
        }
        return (number + 5) / 10
    }

    /// The number in ten-thousandths, without what is smaller; nil for what is no number, or has more than nine digits before
    /// its point.
    private static func tenThousandths(of word: String) -> Int? {
        let parts = word.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.contains(where: { !$0.isEmpty }),
            parts[0].count <= 9
        else { return nil }
        let fraction = parts.count == 2 ? Array(parts[1].prefix(4)) : []
        let zeros = [UInt8](repeating: 0x30, count: 4 - fraction.count)
        return (Array(parts[0]) + fraction + zeros).reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
}

extension Command.Option {
    /// The short form of `--output`, which only this program knows.
    package static let outputLetter = "-o"

    /// The word as the daemon reads it, with the short form written out: `-o`, `-o=json`, `-ojson`.
    package static func writtenOut(_ word: String) -> String {
        guard word.begins(with: outputLetter) else { return word }
        let value = word.dropping(outputLetter.utf8.count)
        guard !value.isEmpty else { return output.rawValue }
        return output.rawValue + "=" + (value.begins(with: "=") ? value.dropping(1) : value)
    }

    /// The option that the word is, or is with its value.
    init?(beginning word: String) {
        self.init(rawValue: String(decoding: word.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))
    }
}
