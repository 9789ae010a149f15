import Dispatch
import Synchronization

/// The configuration in force, and how to read it anew.
final class ConfigurationSource: Sendable {
    private let path: String
    /// Whether the user named the file, so that it has to be there.
    private let isNamed: Bool
    private let environment: [String: String]
    private let locate: Locate
    private let inForce: Mutex<Configuration>

    /// Looks up the city that a configuration names.
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

    var configuration: Configuration { inForce.withLock { $0 } }

    /// Reads it anew. When that throws, the old configuration stays in force.
    func reload() throws(ConfigurationError) {
        let new = try Self.read(path: path, isNamed: isNamed, environment: environment, locate: locate)
        inForce.withLock { $0 = new }
    }

    /// The same, on a thread of its own: a city of the configuration's is looked up, which takes a while.
    func reloadAside() async throws(ConfigurationError) {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue(label: "weatherd.reload").async { [self] in
                continuation.resume(returning: Result { () throws(ConfigurationError) in try reload() })
            }
        }
        try result.get()
    }

    /// All mistakes that can be found at once, the one that `init` throws first; none when there are none.
    static func mistakes(
        path: String, isNamed: Bool, environment: [String: String], locate: Locate
    ) -> [ConfigurationError] {
        do throws(ConfigurationError) {
            let exists = isNamed || ConfigurationFile.isPresent(at: path)
            let file = exists ? try ConfigurationFile(tolerating: path) : ConfigurationFile(emptyAt: path)
            return ConfigurationMistakes(file: file, environment: environment, locate: locate).all
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
