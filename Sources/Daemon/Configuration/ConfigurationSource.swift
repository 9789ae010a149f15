import Platform
import Synchronization

/// The active configuration, and how to reload it.
public final class ConfigurationSource: Sendable {
    private let path: String
    /// Whether the user specified the file, so that it must exist.
    private let isNamed: Bool
    private let environment: [String: String]
    private let locate: Locate
    private let inForce: Mutex<Configuration>
    private let reading = BlockingWork()

    /// How long a reload may take: the file system may not answer, and a configured city is looked up.
    static let deadline = Duration.seconds(60)

    /// Looks up the configured city.
    typealias Locate = @Sendable (inout Configuration, ConfigurationValues) throws(ConfigurationError) -> Void

    /// Reads the configuration for the first time.
    init(
        path: String, isNamed: Bool, environment: [String: String], locate: @escaping Locate
    ) throws(ConfigurationError) {
        self.path = path
        self.isNamed = isNamed
        self.environment = environment
        self.locate = locate
        inForce = Mutex(try Self.read(path: path, isNamed: isNamed, environment: environment, locate: locate))
    }

    public var configuration: Configuration { inForce.withLock { $0 } }

    /// Reloads the configuration. On an error, the old configuration stays active.
    func reload() throws(ConfigurationError) {
        let new = try read()
        inForce.withLock { $0 = new }
    }

    /// Reloads on a separate thread, within the deadline.
    public func reloadAside<C: Clock>(on clock: C) async throws(ConfigurationError) where C.Duration == Duration {
        let result = await reading.result(within: Self.deadline, clock) { [self] in
            Result { () throws(ConfigurationError) in try read() }
        }
        guard let result else {
            let seconds = Self.deadline.components.seconds
            throw ConfigurationError(
                source: .file(path: path, line: nil), key: nil, problem: "could not be read within \(seconds) s")
        }
        let new = try result.get()
        inForce.withLock { $0 = new }
    }

    private func read() throws(ConfigurationError) -> Configuration {
        try Self.read(path: path, isNamed: isNamed, environment: environment, locate: locate)
    }

    /// All errors that can be found at once, by line and then those of the environment; empty when there are none.
    static func mistakes(
        path: String, isNamed: Bool, environment: [String: String], locate: Locate
    ) -> [ConfigurationError] {
        do throws(ConfigurationError) {
            let exists = isNamed || ConfigurationFile.isPresent(at: path)
            let file = exists ? try ConfigurationFile(tolerating: path) : ConfigurationFile(emptyAt: path)
            let mistakes = ConfigurationMistakes(file: file, environment: environment, locate: locate).all
            return mistakes.sorted { $0.source.order < $1.source.order }
        } catch {
            return [error]
        }
    }

    private static func read(
        path: String, isNamed: Bool, environment: [String: String], locate: Locate
    ) throws(ConfigurationError) -> Configuration {
        let exists = isNamed || ConfigurationFile.isPresent(at: path)
        let file = exists ? try ConfigurationFile(path: path) : ConfigurationFile(emptyAt: path)
        let values = ConfigurationValues(file: file, environment: environment)
        var configuration = try Configuration(values)
        try locate(&configuration, values)
        return configuration
    }
}

/// All configuration errors that can be found without first correcting one of them.
struct ConfigurationMistakes {
    /// The first error is the one that prevents a start.
    private(set) var all: [ConfigurationError]

    /// Finds further errors by ignoring each key that has one.
    ///
    /// - Parameters:
    ///   - file: parsed with its errors collected.
    ///   - locate: looks up the configured city.
    init(file: ConfigurationFile, environment: [String: String], locate: ConfigurationSource.Locate) {
        all = file.mistakes
        // The rest of the file was skipped, and other keys may depend on it.
        guard all.count < ConfigurationFile.mostMistakes else { return }
        var values = ConfigurationValues(file: file, environment: environment)
        for mistake in file.mistakes { values = Self.withoutDependents(of: mistake, values) }
        while true {
            let mistake: ConfigurationError
            do throws(ConfigurationError) {
                all += try Self.configuration(values, locate).omissions
                return
            } catch {
                mistake = error
            }
            all.append(mistake)
            guard let key = mistake.configurationKey, let rest = values.without(key, from: mistake.source) else {
                return
            }
            values = Self.withoutDependents(of: mistake, rest)
        }
    }

    private static func configuration(
        _ values: ConfigurationValues, _ locate: ConfigurationSource.Locate
    ) throws(ConfigurationError) -> Configuration {
        var configuration = try Configuration(values)
        try locate(&configuration, values)
        return configuration
    }

    /// Keys that require the ignored key would otherwise be reported, too.
    private static func withoutDependents(
        of mistake: ConfigurationError, _ values: ConfigurationValues
    ) -> ConfigurationValues {
        (mistake.configurationKey?.dependents ?? []).reduce(values) { $0.without($1) }
    }
}

extension ConfigurationError {
    /// nil when the error has no single existing key.
    fileprivate var configurationKey: ConfigurationKey? {
        key.flatMap { ConfigurationKey.named($0) }
    }
}

extension ConfigurationKey {
    /// The keys that are invalid without this one.
    fileprivate var dependents: [ConfigurationKey] {
        switch self {
        case .latitude: [.longitude]
        case .longitude: [.latitude]
        case _ where Self.keyFiles.contains(self): [.providers, .airProviders]
        default: thresholdName.map { name in ThresholdKey.allCases.map { .threshold($0, of: name) } } ?? []
        }
    }
}

/// A configuration error and its source.
public struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    public enum Source: Hashable, Sendable {
        /// `line`: from 1; nil for the whole file.
        case file(path: String, line: Int?)
        case environment(variable: String)

        /// Sorts by line, with the whole file first and the environment last.
        var order: Int {
            switch self {
            case .file(_, let line): line ?? 0
            case .environment: .max
            }
        }
    }

    public var source: Source
    /// nil when the error has no single key.
    public var key: String?
    /// The error and the accepted values, as one sentence without its period.
    public var problem: String

    /// Without the file or the variable.
    var keyAndProblem: String {
        [key, problem.withShortQuotations].compactMap { $0 }.joined(separator: ": ").printable
    }

    public var description: String {
        let place =
            switch source {
            case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
            case .environment(let variable): variable
            }
        return [place, key, problem.withShortQuotations].compactMap { $0 }.joined(separator: ": ").printable
    }
}

extension String {
    /// The most characters of a quoted value.
    private static let longestQuotation = 200

    /// With the beginnings of long values, which are in double quotation marks.
    fileprivate var withShortQuotations: String {
        guard unicodeScalars.count > Self.longestQuotation else { return self }
        let parts = split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part in
            let isLong = !index.isMultiple(of: 2) && part.unicodeScalars.count > Self.longestQuotation
            return isLong ? String(part.unicodeScalars.prefix(Self.longestQuotation)) + "…" : String(part)
        }.joined(separator: "\"")
    }

    /// On one line, with control characters replaced, since errors quote the file.
    public var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar.properties.isBidiControl ? "\u{FFFD}" : scalar
                    }
                }))
    }
}
