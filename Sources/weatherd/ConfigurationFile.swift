import Configuration
import FoundationEssentials
import Glibc
import TOMLKit
import Weather
import Wire

/// config.toml as it is written: which keys have which values on which lines.
struct ConfigurationFile {
    let path: String
    /// The values by key; all are text here, numbers too, since the environment gives nothing else.
    private(set) var values: [ConfigurationKey: ConfigValue] = [:]
    /// Unknown keys and values of another kind; none of them is in `values`.
    private(set) var mistakes: [ConfigurationError] = []
    private let lines: ConfigurationLines

    /// The longest file, bytes: the example with all its comments has some 20 KiB.
    private static let longest = 1 << 20

    /// The most mistakes that are collected: the rest of a file that has more is not read.
    static let mostMistakes = 100

    /// A file that says nothing.
    init(emptyAt path: String) {
        self.path = path
        lines = ConfigurationLines("")
    }

    /// Whether there is one, also when it cannot be reached or is a link that leads nowhere: only where there is none do the
    /// defaults hold.
    static func isPresent(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    /// - Throws: the first mistake.
    init(path: String) throws(ConfigurationError) {
        try self.init(tolerating: path)
        if let first = mistakes.first { throw first }
    }

    /// - Throws: the first mistake.
    init(path: String, text: String) throws(ConfigurationError) {
        try self.init(tolerating: path, text: text)
        if let first = mistakes.first { throw first }
    }

    /// Collects the mistakes of single keys.
    ///
    /// - Throws: why it cannot be read at all.
    init(tolerating path: String) throws(ConfigurationError) {
        guard access(path, R_OK) == 0 else {
            throw ConfigurationError(
                source: .file(path: path, line: nil), problem: "cannot be read: \(String(cString: strerror(errno)))")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ConfigurationError(source: .file(path: path, line: nil), problem: "is not a file of UTF-8 text")
        }
        try self.init(tolerating: path, text: text)
    }

    init(tolerating path: String, text: String) throws(ConfigurationError) {
        self.path = path
        guard text.utf8.count <= Self.longest, String.isBounded(Array(text.utf8)) else {
            let isLong = text.utf8.count > Self.longest
            throw ConfigurationError(
                source: .file(path: path, line: nil),
                problem: isLong
                    ? "is longer than \(Self.longest >> 10) KiB"
                    : "has more than \(String.mostMarks) combining marks on one character; remove them")
        }
        lines = ConfigurationLines(text)
        // The parser takes a NUL for the end of the text.
        if let end = text.utf8.firstIndex(of: 0) {
            let line = 1 + text.utf8[..<end].count { $0 == UInt8(ascii: "\n") }
            throw ConfigurationError(
                source: .file(path: path, line: line), problem: "not TOML: a NUL byte; remove it")
        }
        if let slip = ConfigurationSlip(in: text) {
            throw ConfigurationError(
                source: .file(path: path, line: slip.line), problem: "not TOML: \(slip.kind.rawValue)")
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                source: .file(path: path, line: error.source.begin.line), problem: "not TOML: \(error.description)")
        } catch {
            throw ConfigurationError(source: .file(path: path, line: nil), problem: "not TOML")
        }
        add(table, below: "")
    }

    mutating func remove(_ key: ConfigurationKey) { values[key] = nil }

    /// The error of a value that stands in this file.
    func error(_ key: ConfigurationKey, _ problem: String) -> ConfigurationError {
        error(at: key.description, problem)
    }

    private mutating func add(_ table: TOMLTable, below prefix: String) {
        for (name, value) in table {
            guard mistakes.count < Self.mostMistakes else { return }
            let path = prefix.isEmpty ? name : "\(prefix).\(name)"
            if let key = ConfigurationKey.all.first(where: { $0.description == path }), value.table == nil {
                do throws(ConfigurationError) {
                    values[key] = try self.value(value, of: key)
                } catch {
                    mistakes.append(error)
                }
            } else if let inner = value.table,
                ConfigurationKey.all.contains(where: { $0.description.hasPrefix(path + ".") })
            {
                add(inner, below: path)
            } else {
                mistakes.append(unknown(path, name, below: prefix))
            }
        }
    }

    private func unknown(_ path: String, _ name: String, below prefix: String) -> ConfigurationError {
        let problem = "is not a key of weatherd; "
        // An address that slipped in before the equals sign may have a password in it.
        guard !path.contains("@") else {
            return ConfigurationError(
                source: .file(path: self.path, line: lines.line(of: path)),
                problem: "a name with an @ \(problem)\(Self.accepted(below: prefix))")
        }
        return error(at: path, problem + (Self.guess(name, below: prefix) ?? Self.accepted(below: prefix)))
    }

    private func value(_ value: any TOMLValueConvertible, of key: ConfigurationKey) throws(ConfigurationError)
        -> ConfigValue
    {
        switch key.kind {
        case .text:
            guard let text = value.string else { throw error(key, "takes text in double quotes") }
            return ConfigValue(.string(text), isSecret: false)
        case .number:
            // A whole number stays one, so that an error shows it as it is written.
            guard let text = value.int.map(\.description) ?? value.double?.description else {
                throw error(key, "takes a number")
            }
            return ConfigValue(.string(text), isSecret: false)
        case .flag:
            guard let isOn = value.bool else { throw error(key, "must be true or false") }
            return ConfigValue(.string(isOn ? "true" : "false"), isSecret: false)
        case .reaction:
            if let text = value.string {
                guard Reaction.words.contains(text) else { throw error(key, Reaction.accepted) }
                return ConfigValue(.stringArray([text]), isSecret: false)
            }
            guard let words = value.array.map({ $0.compactMap(\.string) }), words.count == value.array?.count else {
                throw error(key, Reaction.accepted)
            }
            return ConfigValue(.stringArray(words), isSecret: false)
        case .list:
            guard let array = value.array else {
                let example =
                    switch key {
                    case .locationSources: "timezone"
                    case .alertsProviders: "met-norway"
                    case .proxyExceptions: ".lan"
                    default: "open-meteo"
                    }
                throw error(key, "takes a list, such as [\"\(example)\"]")
            }
            let words = array.compactMap(\.string)
            guard words.count == array.count else { throw error(key, "takes a list of texts in double quotes") }
            return ConfigValue(.stringArray(words), isSecret: false)
        }
    }

    private func error(at path: String, _ problem: String) -> ConfigurationError {
        ConfigurationError(source: .file(path: self.path, line: lines.line(of: path)), key: path, problem: problem)
    }

    /// Which of the names below a table may have been meant.
    private static func guess(_ name: String, below prefix: String) -> String? {
        let start = prefix.isEmpty ? "" : prefix + "."
        let names = ConfigurationKey.all.map(\.description).filter { $0.hasPrefix(start) }.map { key in
            String(key.dropFirst(start.count).prefix { $0 != "." })
        }
        return name.nearest(of: names).map { "did you mean \(start)\($0)?" }
    }

    /// The keys of a table, which are few; of the others where they are listed.
    private static func accepted(below prefix: String) -> String {
        guard !prefix.isEmpty else { return "weatherd.toml(5) has all there are" }
        let keys = ConfigurationKey.all.map(\.description).filter { $0.hasPrefix(prefix + ".") }
        return "the keys are \(keys.joined(separator: ", "))"
    }
}
