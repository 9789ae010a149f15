@testable import weatherd

/// What a file and an environment come to.
func configuration(
    _ text: String = "", environment: [String: String] = [:]
) throws(ConfigurationError) -> weatherd.Configuration {
    let file = try ConfigurationFile(path: "config.toml", text: text)
    return try Configuration(ConfigurationValues(file: file, environment: environment))
}

/// What is said of the mistake in them.
func complaint(_ text: String = "", environment: [String: String] = [:]) -> String {
    do throws(ConfigurationError) {
        _ = try configuration(text, environment: environment)
        return "no complaint"
    } catch {
        return error.description
    }
}
