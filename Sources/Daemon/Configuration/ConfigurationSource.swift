import Platform
import Rendering
import Synchronization

/// The active configuration, and how to reload it.
public final class ConfigurationSource: Sendable {
    private let files: ConfigurationFiles
    private let environment: [String: String]
    private let locate: Locate
    private let inForce: Mutex<Configuration>
    private let reading = BlockingWork()

    /// The timeout of a reload: the file system may not answer, and a configured city is looked up.
    static let deadline = Duration.seconds(60)

    /// Looks up the configured city.
    typealias Locate = @Sendable (inout Configuration, ConfigurationValues) throws(ConfigurationError) -> Void

    /// Reads the configuration for the first time.
    init(
        files: ConfigurationFiles, environment: [String: String], locate: @escaping Locate
    ) throws(ConfigurationError) {
        self.files = files
        self.environment = environment
        self.locate = locate
        inForce = Mutex(try Self.read(files: files, environment: environment, locate: locate))
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
                source: .file(path: files.main, line: nil), key: nil, problem: "could not be read within \(seconds) s")
        }
        let new = try result.get()
        inForce.withLock { $0 = new }
    }

    private func read() throws(ConfigurationError) -> Configuration {
        try Self.read(files: files, environment: environment, locate: locate)
    }

    /// All errors that can be found at once: by file and line, then the environment's; empty when there are none.
    static func mistakes(
        files: ConfigurationFiles, environment: [String: String], locate: Locate
    ) -> [ConfigurationError] {
        let contents = files.read()
        let mistakes = ConfigurationMistakes(contents, environment: environment, locate: locate).all
        return mistakes.sorted { contents.order(of: $0.source) < contents.order(of: $1.source) }
    }

    /// Reads the configuration, skipping administrator's settings that have errors.
    ///
    /// - Throws: the first error of the user's files or of the environment.
    private static func read(
        files: ConfigurationFiles, environment: [String: String], locate: Locate
    ) throws(ConfigurationError) -> Configuration {
        let contents = files.read()
        if let first = contents.mistakes(of: .user).first { throw first }
        var omissions = contents.mistakes(of: .system)
        var values = contents.values(environment)
        while true {
            do throws(ConfigurationError) {
                var configuration = try Configuration(values)
                try locate(&configuration, values)
                configuration.omissions = omissions + configuration.omissions
                configuration.origin.files = contents.files.map(\.path)
                configuration.origin.keys = values.origins(variables: configuration.variables)
                configuration.origin.problems = configuration.omissions.map(\.description)
                return configuration
            } catch {
                guard contents.layer(of: error.source) == .system, let key = error.configurationKey,
                    let rest = values.without(key, from: error.source)
                else { throw error }
                omissions.append(error)
                // A partial place or threshold would be another error.
                values = key.parts.reduce(rest) { $0.without($1, from: error.source) ?? $0 }
            }
        }
    }
}

/// All configuration errors that can be found without first correcting one of them.
struct ConfigurationMistakes {
    /// The first error is the one that prevents a start.
    private(set) var all: [ConfigurationError]

    /// Finds further errors by ignoring each key that has one.
    ///
    /// - Parameters:
    ///   - contents: the parsed files with the collected errors.
    ///   - locate: looks up the configured city.
    init(
        _ contents: ConfigurationFiles.Contents, environment: [String: String], locate: ConfigurationSource.Locate
    ) {
        let mistakes = contents.mistakes(of: .user) + contents.mistakes(of: .system)
        all = mistakes
        // The rest of a file was skipped, and other keys may depend on it.
        guard all.count < ConfigurationFile.mostMistakes, !contents.unusable.contains(where: { $0.layer == .user })
        else { return }
        var values = contents.values(environment)
        for mistake in mistakes { values = Self.withoutDependents(of: mistake, values) }
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

    /// Also ignores keys that require the ignored key; otherwise they would be reported too.
    private static func withoutDependents(
        of mistake: ConfigurationError, _ values: ConfigurationValues
    ) -> ConfigurationValues {
        (mistake.configurationKey?.dependents ?? []).reduce(values) { $0.without($1) }
    }
}

extension ConfigurationError {
    /// The key of the error; nil if the error has no single existing key.
    fileprivate var configurationKey: ConfigurationKey? {
        key.flatMap { ConfigurationKey.named($0) }
    }
}

extension ConfigurationKey {
    /// The keys that are invalid without this one.
    fileprivate var dependents: [ConfigurationKey] {
        Self.keyFiles.contains(self) ? [.providers, .airProviders] : parts
    }

    /// The keys of the same place or threshold.
    fileprivate var parts: [ConfigurationKey] {
        switch self {
        case .latitude: [.longitude]
        case .longitude: [.latitude]
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
    }

    public var source: Source
    /// The key of the error; nil if it has no single key.
    public var key: String?
    /// The error and the accepted values, as one sentence without the period.
    public var problem: String

    /// The error without the file or the variable.
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
    /// The maximum length of a quoted value, characters.
    private static let longestQuotation = 200

    /// Truncates long values in double quotation marks.
    fileprivate var withShortQuotations: String {
        guard unicodeScalars.count > Self.longestQuotation else { return self }
        let parts = split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part in
            let isLong = !index.isMultiple(of: 2) && part.unicodeScalars.count > Self.longestQuotation
            return isLong ? String(part.unicodeScalars.prefix(Self.longestQuotation)) + "…" : String(part)
        }.joined(separator: "\"")
    }

    /// The error on one line, with control characters replaced, since errors quote the file.
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
