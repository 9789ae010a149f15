@testable import Configuration

/// The configuration that a file and an environment yield.
func configuration(
    _ text: String = "", environment: [String: String] = [:]
) throws(ConfigurationError) -> Configuration {
    let file = try ConfigurationFile(path: "config.toml", bytes: Array(text.utf8))
    return try Configuration(ConfigurationValues(file: file, environment: environment))
}

/// The error of these settings.
func complaint(_ text: String = "", environment: [String: String] = [:]) -> String {
    do throws(ConfigurationError) {
        _ = try configuration(text, environment: environment)
        return "no complaint"
    } catch {
        return error.description
    }
}
