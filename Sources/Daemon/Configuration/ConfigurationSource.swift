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
