package import ClientProtocol
import Glibc

/// The action requested by the command line.
package enum Invocation: Equatable {
    /// Sends the line and prints the reply; `timeout` is in milliseconds, as is `patience`, the timeout for the first
    /// weather. A bar's `output` gets a valid reply even on failure. `unfitted` is the line without the options that fit the
    /// reply to the terminal, for a daemon of a release that rejects them; nil without such options.
    case query(
        line: String, timeout: Int, output: ViewRequest.Output = .text, patience: Int = FirstWeather.patience,
        unfitted: String? = nil)
    case watch(line: String, output: ViewRequest.Output = .text, unfitted: String? = nil)
    /// Shows the reply full-screen until a key is pressed. The request is not yet fitted to the terminal, which
    /// weatherctl-tools queries itself.
    case page(words: [String])
    /// Lets the user choose a place on the map. The words, which request it, are not yet fitted either; `timeout` applies to
    /// each request.
    case choose(words: [String], timeout: Int)
    /// Checks the installation; waits `timeout` milliseconds for the daemon's diagnostics. The words are the request.
    case doctor(words: [String], timeout: Int)
    /// Needs no daemon: help, completion scripts, the client's version.
    case manual([String])
    /// Completes a command line for a shell: the words after `completionOption`.
    case complete([String])

    /// Used by the completion scripts, before the shell's name and the words after the program's name.
    package static let completionOption = "--complete"

    private static let timeout = 2_000
    /// An option of the client alone, not of the protocol.
    private static let choosing = "--choose"
    /// Longer than the daemon's 3 s for a network search and the time for a first fetch.
    private static let searchTimeout = 5_000
    /// Longer than the daemon's maximum of 40 s: two fetches of 20 s.
    private static let waitTimeout = 45_000
    /// Longer than the 5 s for which the daemon probes its providers.
    private static let doctorTimeout = 8_000
    private static let longestTimeout = 86_400_000

    /// The words go to the daemon unmodified. The client only checks that the command exists, so that a plain request
    /// costs nothing more.
    ///
    /// - Parameters:
    ///   - locale: of the client's messages; nil when unknown.
    ///   - terminal: called only if the result depends on standard output.
    package init(
        _ words: [String], locale: String? = nil, terminal: () -> Terminal? = { Terminal.current }
    ) throws(UsageError) {
        if words.first == Self.completionOption {
            self = .complete(Array(words.dropFirst()))
            return
        }
        var request: [String] = []
        var timeout: Int?
        /// `--help` or `--version`, anywhere.
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
                // Option values are not parsed as options.
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
        let typed = request
        if let locale { Self.add(locale, to: &request) }
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
            self = .watch(line: try Self.line(request), output: output, unfitted: try Self.line(typed, unless: request))
        } else if command == .doctor {
            self = .doctor(words: request, timeout: timeout ?? Self.doctorTimeout)
        } else if command == .map, let words = Self.withoutChoosing(request) {
            self = .choose(words: words, timeout: timeout ?? Self.timeout)
        } else {
            let wait = timeout ?? Self.timeout(of: command, request)
            let patience = timeout ?? FirstWeather.patience
            let output = Self.output(of: request)
            if output == .text { request = Self.fitted(request, terminal) }
            self = .query(
                line: try Self.line(request), timeout: wait, output: output, patience: patience,
                unfitted: try Self.line(typed, unless: request))
        }
    }

    /// Moves options before the command behind it, since a request begins with its command.
    private static func putCommandFirst(_ request: inout [String]) {
        var end = 0
        while end < request.count, let option = Command.Option(beginning: request[end]) {
            end += option.value != nil && request[end] == option.rawValue ? 2 : 1
        }
        guard end > 0 else { return }
        let options = request.prefix(end)
        request.removeFirst(options.count)
        guard !request.isEmpty else { return }
        // The watched command directly follows `watch`.
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

    /// Whether the value of `--place` is a name, which may need a search.
    private static func namesAPlace(_ request: [String]) -> Bool {
        value(of: .place, in: request).map { !PlaceReference.isCoordinate($0) } ?? false
    }

    /// The words without `--choose`; nil when it is missing.
    private static func withoutChoosing(_ request: [String]) -> [String]? {
        let options = request.prefix { $0 != "--" }
        guard options.contains(choosing) else { return nil }
        return options.filter { $0 != choosing } + request.dropFirst(options.count)
    }

    /// The requested output format, if valid.
    package static func output(of request: [String]) -> ViewRequest.Output {
        value(of: .output, in: request).flatMap { ViewRequest.Output(rawValue: $0) } ?? .text
    }

    /// The value of the option's last occurrence; nil when it is missing.
    package static func value(of option: Command.Option, in request: [String]) -> String? {
        options(in: request).last { $0.option == option }?.value
    }

    /// A request's options and values, parsed as by the daemon: words after a lone `--` and values of other options do
    /// not count.
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

    /// The line of the typed words; nil if nothing was added to them in `request`.
    private static func line(_ typed: [String], unless request: [String]) throws(UsageError) -> String? {
        request.count > typed.count ? try line(typed) : nil
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

    /// The number in ten-thousandths, truncated; nil when it is not a number or has more than nine digits before the
    /// point.
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
    /// The short form of `--output`, which the protocol does not have.
    package static let outputLetter = "-o"

    /// Expands the short form: `-o`, `-o=json`, `-ojson`.
    package static func writtenOut(_ word: String) -> String {
        guard word.begins(with: outputLetter) else { return word }
        let value = word.dropping(outputLetter.utf8.count)
        guard !value.isEmpty else { return output.rawValue }
        return output.rawValue + "=" + (value.begins(with: "=") ? value.dropping(1) : value)
    }

    /// The option in a word, with or without a value.
    init?(beginning word: String) {
        self.init(rawValue: String(decoding: word.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))
    }
}

/// Why a command line is invalid.
package enum UsageError: Error, Equatable {
    case noCommand
    case unknownCommand(String)
    case missingTimeout
    case badTimeout(String)
    case notUTF8
    case controlCharacter
    case tooLong
}

extension Invocation {
    /// Adds what only the client knows: the terminal's size and colours.
    package static func fitted(_ request: [String], _ terminal: () -> Terminal?) -> [String] {
        guard let view = view(of: request), view.options.contains(.width) else { return request }
        let terminal = terminal()
        var fitted = request
        if view.options.contains(.color), color(&fitted, terminal), !names([.theme, .background], request),
            terminal?.background() == .light
        {
            fitted += [Command.Option.background.rawValue, Theme.light.rawValue]
        }
        if let columns = terminal?.columns, !names([.width], request) {
            fitted += [Command.Option.width.rawValue, String(min(columns, Request.widthLimit))]
        }
        let isFittedToHeight = view.options.contains(.height) && view != .map || request.first == Command.watch.rawValue
        if isFittedToHeight, let lines = terminal?.lines, !names([.height], request) {
            fitted += [Command.Option.height.rawValue, String(min(lines, Request.heightLimit))]
        }
        return fitted
    }

    /// Adds the locale to a request whose reply depends on the language.
    static func add(_ locale: String, to request: inout [String]) {
        guard view(of: request)?.options.contains(.language) == true, !names([.language, .locale], request) else {
            return
        }
        request += [Command.Option.locale.rawValue, locale]
    }

    private static func names(_ options: [Command.Option], _ request: [String]) -> Bool {
        request.contains { word in options.contains { word.begins(with: $0.rawValue) } }
    }

    /// - Returns: whether the reply has colours.
    private static func color(_ request: inout [String], _ terminal: Terminal?) -> Bool {
        let setting = setting(&request)
        let colors: ColorDepth? =
            switch setting {
            case nil, "auto": terminal?.colors
            case "always": Terminal.mostColors
            case let other?: ColorDepth(word: other)
            }
        if let colors, colors != .none {
            request += [Command.Option.color.rawValue, colors.rawValue]
            return true
        } else if let setting, ColorDepth(word: setting) == nil {
            // The daemon reports invalid values.
            request += [Command.Option.color.rawValue, setting]
        }
        return false
    }

    /// The command of a view; nil for commands that change something, whose reply is a sentence.
    private static func view(of request: [String]) -> Command? {
        var words = request[...]
        guard var command = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
        if command == .watch {
            guard let watched = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
            command = watched
        }
        // After a lone `--` there are no options, so none can be added.
        guard !request.contains("--") else { return nil }
        if command == .places, let change = words.first, !change.begins(with: "--") { return nil }
        return command
    }

    /// Removes `--color`, and returns its value; nil when it is missing.
    private static func setting(_ request: inout [String]) -> String? {
        let name = Command.Option.color.rawValue
        guard let index = request.firstIndex(where: { $0 == name || $0.begins(with: name + "=") }) else { return nil }
        if request[index] != name { return request.remove(at: index).dropping(name.utf8.count + 1) }
        guard index + 1 < request.count else { return nil }
        request.remove(at: index)
        return request.remove(at: index)
    }
}

/// The program's arguments, as in main(3).
package struct ProgramArguments {
    /// The last pointer is null.
    package typealias Pointer = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    package let pointer: Pointer
    private let count: Int

    package init(_ pointer: Pointer, count: Int32) {
        self.pointer = pointer
        self.count = Int(count)
    }

    /// The arguments after the program's name.
    ///
    /// - Throws: `notUTF8` alone.
    package var words: [String] {
        get throws(UsageError) {
            var words: [String] = []
            for index in 1..<max(1, count) {
                guard let bytes = pointer[index] else { break }
                guard let word = String(validatingCString: bytes) else { throw .notUTF8 }
                words.append(word)
            }
            return words
        }
    }
}
