import ClientProtocol
import Languages

/// Where the daemon's settings come from.
public struct ConfigurationOrigin: Sendable, Hashable {
    /// The paths of the files in use, lowest precedence first.
    public var files: [String] = []
    /// The keys that are set, by name. All others have their defaults.
    public var keys: [ConfiguredKey] = []
    /// The errors of settings that are not used, as sentences.
    public var problems: [String] = []

    public init() {}

    /// How many keys each source sets: `3 in /etc/weatherd/config.toml`.
    var counts: [String] {
        let sources = keys.map { key in
            switch key.source {
            case .file(let path, _): "in \(path.plain(limit: 200))"
            case .variable: "in the environment"
            case .weatherctl: key.place
            }
        }
        var named: [(source: String, count: Int)] = []
        for source in sources {
            if let index = named.firstIndex(where: { $0.source == source }) {
                named[index].count += 1
            } else {
                named.append((source, 1))
            }
        }
        return named.map { "\($0.count) \($0.source)" }
    }

    /// The members of the JSON of `status`.
    var members: [JSON.Member] {
        [
            ("configFiles", .array(files.map(JSON.string))), ("configKeys", .array(keys.map(\.json))),
            ("configErrors", .array(problems.map(JSON.string))),
        ]
    }
}

/// A key of the configuration that is set, and where.
public struct ConfiguredKey: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        /// `line`: from 1; nil when unknown.
        case file(String, line: Int?)
        case variable(String)
        /// A setting made with weatherctl.
        case weatherctl
    }

    /// `open-meteo.url`.
    public var key: String
    public var source: Source

    public init(_ key: String, _ source: Source) {
        (self.key, self.source) = (key, source)
    }

    /// `/etc/weatherd/config.toml:3`, `WEATHERD_UNITS`, `set by weatherctl`.
    var place: String {
        switch source {
        case .file(let path, let line): (line.map { "\(path):\($0)" } ?? path).plain(limit: 200)
        case .variable(let name): name.plain(limit: 80)
        case .weatherctl: DaemonStatus.LocationSource.weatherctl.rawValue
        }
    }

    var json: JSON {
        var (file, line, variable): (JSON, JSON, JSON) = (.null, .null, .null)
        switch source {
        case .file(let path, let number): (file, line) = (.string(path), .optional(number))
        case .variable(let name): variable = .string(name)
        case .weatherctl: break
        }
        return .object([("key", .string(key)), ("file", file), ("line", line), ("variable", variable)])
    }
}
