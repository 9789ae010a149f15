/// Where configuration values are set: in the environment, which takes precedence, or in config.toml.
struct ConfigurationPlace {
    /// The environment variables that override config.toml, by key.
    var variables: [String: String]

    /// Where to change a key: `providers in config.toml`, or `WEATHERD_PROVIDERS`.
    func key(_ key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "\(key) in config.toml"
    }

    /// The source of a key's value: `config.toml`, or `WEATHERD_PROVIDERS`.
    func source(of key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "config.toml"
    }
}
