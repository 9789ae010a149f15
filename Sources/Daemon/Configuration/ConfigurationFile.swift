import ClientProtocol
import Formats
import Glibc
import Notifications
import Platform
import Weather

/// The contents of a configuration file: the value and line of each key.
public struct ConfigurationFile {
    /// A value as text, as in an environment variable; numbers are text too.
    enum Value: Hashable {
        case text(String)
        case list([String])
    }

    let path: String
    let layer: ConfigurationFiles.Layer
    private(set) var values: [ConfigurationKey: Value] = [:]
    /// Unknown keys and values of the wrong type, which are not in `values`.
    private(set) var mistakes: [ConfigurationError] = []
    /// The lines of known keys and of their tables.
    private var lines: [String: Int] = [:]

    /// The maximum file size, bytes: the example with all its comments has about 20 KiB.
    private static let longest = 1 << 20

    /// The maximum number of errors to collect; the rest of the file is then skipped.
    static let mostMistakes = 100

    init(emptyAt path: String) {
        self.path = path
        layer = .user
    }

    /// Whether the file exists, even if it is unreadable or a dangling link: the defaults apply only if there is
    /// no file.
    public static func isPresent(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    /// - Throws: the first error.
    init(path: String, bytes: [UInt8]) throws(ConfigurationError) {
        try self.init(tolerating: path, bytes: bytes)
        if let first = mistakes.first { throw first }
    }

    /// Collects the errors of single keys.
    ///
    /// - Throws: why the file cannot be parsed.
    init(tolerating path: String, of layer: ConfigurationFiles.Layer = .user) throws(ConfigurationError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try [UInt8](readingFile: path, atMost: Self.longest + 1)
        } catch {
            throw ConfigurationError(
                source: .file(path: path, line: nil), problem: "cannot be read: \(error.sentence)")
        }
        try self.init(tolerating: path, bytes: bytes, of: layer)
    }

    init(
        tolerating path: String, bytes: [UInt8], of layer: ConfigurationFiles.Layer = .user
    ) throws(ConfigurationError) {
        self.path = path
        self.layer = layer
        guard bytes.count <= Self.longest, String.isBounded(bytes) else {
            let isLong = bytes.count > Self.longest
            throw ConfigurationError(
                source: .file(path: path, line: nil),
                problem: isLong
                    ? "is longer than \(Self.longest >> 10) KiB"
                    : "has more than \(String.mostMarks) combining marks on one character; remove them")
        }
        let document: TOMLDocument
        do throws(TOMLError) {
            document = try TOMLDocument(parsing: bytes)
        } catch {
            throw ConfigurationError(
                source: .file(path: path, line: error.line), problem: "invalid TOML: \(error.reason.sentence)")
        }
        add(document.entries, below: "")
    }

    mutating func remove(_ key: ConfigurationKey) { values[key] = nil }

    /// The error for a value in this file.
    func error(_ key: ConfigurationKey, _ problem: String) -> ConfigurationError {
        error(at: line(of: key.description), key.description, problem)
    }

    private mutating func add(_ entries: [TOMLEntry], below prefix: String) {
        for entry in entries {
            guard mistakes.count < Self.mostMistakes else { return }
            let path = prefix.isEmpty ? entry.key : "\(prefix).\(entry.key)"
            if case .table(let inner) = entry.value {
                guard ConfigurationKey.isTable(path) else {
                    mistakes.append(unknown(path, entry, below: prefix))
                    continue
                }
                lines[path] = entry.line
                add(inner, below: path)
            } else if let key = ConfigurationKey.named(path) {
                lines[path] = entry.line
                do throws(ConfigurationError) {
                    values[key] = try value(entry.value, of: key)
                } catch {
                    mistakes.append(error)
                }
            } else {
                mistakes.append(unknown(path, entry, below: prefix))
            }
        }
    }

    private func unknown(_ path: String, _ entry: TOMLEntry, below prefix: String) -> ConfigurationError {
        let problem = "is not a weatherd setting; "
        // A misplaced URL before the equals sign may contain a password.
        guard !path.contains("@") else {
            return ConfigurationError(
                source: .file(path: self.path, line: entry.line),
                problem: "a name with an @ \(problem)\(Self.accepted(below: prefix))")
        }
        if case .table = entry.value, ConfigurationKey.isMisnamedThreshold(path) {
            return error(at: entry.line, path, ConfigurationKey.thresholdNames)
        }
        let keys = ConfigurationKey.names(below: path)
        if ConfigurationKey.isTable(path), !keys.isEmpty {
            return error(at: entry.line, path, "is a table; the keys are \(keys.joined(separator: ", "))")
        }
        let advice = Self.guess(entry.key, below: prefix) ?? Self.accepted(below: prefix)
        return error(at: entry.line, path, problem + advice)
    }

    private func value(_ value: TOMLValue, of key: ConfigurationKey) throws(ConfigurationError) -> Value {
        switch (key.kind, value) {
        case (.text, .string(let text)): return .text(text)
        case (.text, _): throw error(key, "must be text in double quotes")
        // Integers stay integers, so that errors show them as written.
        case (.number, .integer(let number)): return .text(number.description)
        case (.number, .float(let number)): return .text(number.description)
        case (.number, _): throw error(key, "must be a number")
        case (.flag, .boolean(let isOn)): return .text(isOn ? "true" : "false")
        case (.flag, _): throw error(key, "must be true or false")
        case (.reaction, .string(let word)) where Reaction.words.contains(word): return .list([word])
        case (.reaction, .array(let elements)):
            guard let words = Self.words(elements) else { throw error(key, Reaction.accepted) }
            return .list(words)
        case (.reaction, _): throw error(key, Reaction.accepted)
        case (.list, .string(ServicesSection.best)) where key == .providers: return .list([ServicesSection.best])
        case (.words, .string(let word)): return .list([word])
        case (.words, .array(let elements)):
            guard let words = Self.words(elements) else { throw error(key, "must be a list of texts in double quotes") }
            return .list(words)
        case (.words, _): throw error(key, "must be text in double quotes, or a list of such texts")
        case (.list, .array(let elements)):
            guard let words = Self.words(elements) else { throw error(key, "must be a list of texts in double quotes") }
            return .list(words)
        case (.list, _):
            let word = key == .providers ? ", or \"\(ServicesSection.best)\"" : ""
            throw error(key, "must be a list, such as \(Self.example(of: key))\(word)")
        }
    }

    /// The texts of a list; nil unless all elements are text.
    private static func words(_ elements: [TOMLElement]) -> [String]? {
        let words = elements.compactMap { element in
            if case .string(let word) = element.value { word } else { nil }
        }
        return words.count == elements.count ? words : nil
    }

    private static func example(of list: ConfigurationKey) -> String {
        switch list {
        case .locationSources: "[\"timezone\"]"
        case .alertsProviders: "[\"met-norway\"]"
        case .currentStations: "[\"aviation-weather\"]"
        case .proxyExceptions: "[\".lan\"]"
        case .alertKinds, .alertExceptions: "[\"wind\"]"
        case .stationCommand: StationSection.exampleOfCommand
        default: "[\"open-meteo\"]"
        }
    }

    /// The line of a key, or of its nearest enclosing table; nil when the file has neither.
    func line(of path: String) -> Int? {
        if let line = lines[path] { return line }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return line(of: String(path[..<dot]))
    }

    private func error(at line: Int?, _ path: String, _ problem: String) -> ConfigurationError {
        ConfigurationError(source: .file(path: self.path, line: line), key: path, problem: problem)
    }

    /// Suggests a similar name below a table.
    private static func guess(_ name: String, below prefix: String) -> String? {
        let names = ConfigurationKey.names(below: prefix).map { key in
            prefix.isEmpty ? key : String(key.dropFirst(prefix.count + 1))
        }
        return name.nearest(of: names).map { "did you mean \(prefix.isEmpty ? "" : prefix + ".")\($0)?" }
    }

    /// The few keys of a table; for the root, a reference to the manual.
    private static func accepted(below prefix: String) -> String {
        guard !prefix.isEmpty else { return "see weatherd.toml(5) for a list" }
        return "the keys are \(ConfigurationKey.names(below: prefix).joined(separator: ", "))"
    }
}
