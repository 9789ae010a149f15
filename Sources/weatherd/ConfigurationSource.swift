import Foundation
import Synchronization

/// The configuration in force, and how to read it anew.
final class ConfigurationSource: Sendable {
    private let path: String
    /// Whether the user named the file, so that it has to be there.
    private let isNamed: Bool
    private let environment: [String: String]
    private let inForce: Mutex<Configuration>

    /// Reads the configuration for the first time.
    init(path: String, isNamed: Bool, environment: [String: String]) throws(ConfigurationError) {
        self.path = path
        self.isNamed = isNamed
        self.environment = environment
        inForce = Mutex(try Self.read(path: path, isNamed: isNamed, environment: environment))
    }

    var configuration: Configuration { inForce.withLock { $0 } }

    /// Reads it anew. When that throws, the old configuration stays in force.
    func reload() throws(ConfigurationError) {
        let new = try Self.read(path: path, isNamed: isNamed, environment: environment)
        inForce.withLock { $0 = new }
    }

    private static func read(
        path: String, isNamed: Bool, environment: [String: String]
    ) throws(ConfigurationError) -> Configuration {
        let exists = isNamed || ConfigurationFile.isPresent(at: path)
        let file = exists ? try ConfigurationFile(path: path) : ConfigurationFile(emptyAt: path)
        return try Configuration(ConfigurationValues(file: file, environment: environment))
    }
}
