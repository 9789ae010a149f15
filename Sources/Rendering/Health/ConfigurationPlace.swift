/// Where the values of the configuration stand: in the environment, which wins, or else in config.toml.
struct ConfigurationPlace {
    /// Which variable of the environment gives a key of config.toml, for those that one gives.
    var variables: [String: String]

    /// Where a key is to be changed: `providers of config.toml`, or `WEATHERD_PROVIDERS`.
    func key(_ key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "\(key) of config.toml"
    }

    /// What a key's value is from: `config.toml`, or `WEATHERD_PROVIDERS`.
    func source(of key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "config.toml"
    }
}
