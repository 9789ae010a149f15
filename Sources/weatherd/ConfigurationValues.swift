import Configuration
import Glibc

/// The values of all keys: the environment's over the file's.
struct ConfigurationValues {
    private let file: ConfigurationFile
    /// The environment, of which the keys of weatherd are but a part.
    let variables: [String: String]
    private let reader: ConfigReader

    init(file: ConfigurationFile, environment: [String: String]) {
        self.file = file
        variables = environment
        let values = file.values.map { (AbsoluteConfigKey($0.key.components), $0.value) }
        reader = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "weatherd"),
            InMemoryProvider(name: file.path, values: Dictionary(uniqueKeysWithValues: values)),
        ])
    }

    /// The locale of messages, as locale(7) says; empty when none is set.
    var locale: String {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = variables[variable], !locale.isEmpty { return locale }
        }
        return ""
    }

    /// A path as people write it; nil when it is not one from the root or from their home.
    func path(_ text: String) -> String? {
        if text.hasPrefix("~/"), let home = variables["HOME"], home.hasPrefix("/") { return home + text.dropFirst() }
        return text.hasPrefix("/") ? text : nil
    }

    /// The path of a credential that systemd hands over (systemd.exec(5), LoadCredential=); nil when it hands over none of
    /// that name.
    func credential(_ name: String) -> String? {
        guard let directory = variables["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/") else { return nil }
        let path = "\(directory)/\(name)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// The file that a key stands in; nil when nobody but its owner can read it, and when the key stands in the environment.
    func fileThatOthersCanRead(with key: ConfigurationKey) -> String? {
        var status = stat()
        guard variables[key.environmentVariable] == nil, stat(file.path, &status) == 0, status.st_mode & 0o077 != 0
        else { return nil }
        return file.path
    }

    /// Whether the environment gives the key.
    func isVariable(_ key: ConfigurationKey) -> Bool { variables[key.environmentVariable] != nil }

    /// The variables that give a key, by the key's name in the file.
    var decisiveVariables: [String: String] {
        let keys = ConfigurationKey.all.filter { variables[$0.environmentVariable] != nil }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.description, $0.environmentVariable) })
    }

    /// The keys that stand in the file without effect, since the environment gives them too.
    var overriddenKeys: [ConfigurationKey] {
        ConfigurationKey.all.filter { file.values[$0] != nil && variables[$0.environmentVariable] != nil }
    }

    /// The variables that are named as those of weatherd, and are none.
    var strayVariables: [String] {
        let known = Set(ConfigurationKey.all.map(\.environmentVariable) + ["WEATHERD_SOCKET"])
        return variables.keys.filter { $0.hasPrefix(ConfigurationKey.variablePrefix) && !known.contains($0) }.sorted()
    }

    /// What the file and the environment say, each alone, the stronger one last.
    var layers: [ConfigurationValues] {
        [
            ConfigurationValues(file: file, environment: [:]),
            ConfigurationValues(file: ConfigurationFile(emptyAt: file.path), environment: variables),
        ]
    }

    /// The same without a key; nil when it is not given there.
    func without(_ key: ConfigurationKey, from source: ConfigurationError.Source) -> ConfigurationValues? {
        var (file, variables) = (file, variables)
        switch source {
        case .file:
            guard file.values[key] != nil else { return nil }
            file.remove(key)
        case .environment:
            guard variables.removeValue(forKey: key.environmentVariable) != nil else { return nil }
        }
        return ConfigurationValues(file: file, environment: variables)
    }

    /// The same without a key, wherever it is given.
    func without(_ key: ConfigurationKey) -> ConfigurationValues {
        var (file, variables) = (file, variables)
        file.remove(key)
        variables[key.environmentVariable] = nil
        return ConfigurationValues(file: file, environment: variables)
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
        guard variables[key.environmentVariable] == nil else {
            return ConfigurationError(
                source: .environment(variable: key.environmentVariable), key: key.description, problem: problem)
        }
        return file.error(key, problem)
    }
}
