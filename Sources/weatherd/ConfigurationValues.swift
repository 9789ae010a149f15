import Configuration
import Glibc

/// The values of all keys: the environment's over the file's.
struct ConfigurationValues {
    private let file: ConfigurationFile
    private let environment: [String: String]
    private let reader: ConfigReader

    init(file: ConfigurationFile, environment: [String: String]) {
        self.file = file
        self.environment = environment
        let values = file.values.map { (AbsoluteConfigKey($0.key.components), $0.value) }
        reader = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "weatherd"),
            InMemoryProvider(name: file.path, values: Dictionary(uniqueKeysWithValues: values)),
        ])
    }

    /// The locale of messages, as locale(7) says; empty when none is set.
    var locale: String {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = environment[variable], !locale.isEmpty { return locale }
        }
        return ""
    }

    /// A path as people write it; nil when it is not one from the root or from their home.
    func path(_ text: String) -> String? {
        if text.hasPrefix("~/"), let home = environment["HOME"], home.hasPrefix("/") { return home + text.dropFirst() }
        return text.hasPrefix("/") ? text : nil
    }

    /// The path of a credential that systemd hands over (systemd.exec(5), LoadCredential=); nil when it hands over none of
    /// that name.
    func credential(_ name: String) -> String? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/") else { return nil }
        let path = "\(directory)/\(name)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// What the file and the environment say, each alone, the stronger one last.
    var layers: [ConfigurationValues] {
        [
            ConfigurationValues(file: file, environment: [:]),
            ConfigurationValues(file: ConfigurationFile(emptyAt: file.path), environment: environment),
        ]
    }

    /// The key's text; nil when neither environment nor file gives it.
    func text(_ key: ConfigurationKey) -> String? {
        reader.string(forKey: ConfigKey(key.components))
    }

    /// The key's list; nil when neither environment nor file gives it. The environment separates by commas.
    func list(_ key: ConfigurationKey) -> [String]? {
        reader.stringArray(forKey: ConfigKey(key.components))
    }

    /// The key's value as `parse` reads it; nil when it is not given.
    ///
    /// - Throws: the error that `accepted` words, when `parse` returns nil.
    @discardableResult
    func take<Value>(
        _ key: ConfigurationKey, _ parse: (String) -> Value?, orSay accepted: () -> String
    ) throws(ConfigurationError) -> Value? {
        guard let text = text(key) else { return nil }
        guard let value = parse(text) else { throw error(key, "\"\(text)\" is not accepted: it \(accepted())") }
        return value
    }

    /// The error of the key's value, wherever that was given.
    func error(_ key: ConfigurationKey, _ problem: String) -> ConfigurationError {
        guard environment[key.environmentVariable] == nil else {
            return ConfigurationError(
                source: .environment(variable: key.environmentVariable), key: key.description, problem: problem)
        }
        return file.error(key, problem)
    }
}
