/// All configuration errors that can be found without first correcting one of them.
struct ConfigurationMistakes {
    /// The first error is the one that prevents a start.
    private(set) var all: [ConfigurationError]

    /// Finds further errors by ignoring each key that has one.
    ///
    /// - Parameters:
    ///   - file: parsed with its errors collected.
    ///   - locate: looks up the configured city.
    init(file: ConfigurationFile, environment: [String: String], locate: ConfigurationSource.Locate) {
        all = file.mistakes
        // The rest of the file was skipped, and other keys may depend on it.
        guard all.count < ConfigurationFile.mostMistakes else { return }
        var values = ConfigurationValues(file: file, environment: environment)
        for mistake in file.mistakes { values = Self.withoutDependents(of: mistake, values) }
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

    /// Keys that require the ignored key would otherwise be reported, too.
    private static func withoutDependents(
        of mistake: ConfigurationError, _ values: ConfigurationValues
    ) -> ConfigurationValues {
        (mistake.configurationKey?.dependents ?? []).reduce(values) { $0.without($1) }
    }
}

extension ConfigurationError {
    /// nil when the error has no single existing key.
    fileprivate var configurationKey: ConfigurationKey? {
        key.flatMap { ConfigurationKey.named($0) }
    }
}

extension ConfigurationKey {
    /// The keys that are invalid without this one.
    fileprivate var dependents: [ConfigurationKey] {
        switch self {
        case .latitude: [.longitude]
        case .longitude: [.latitude]
        case _ where Self.keyFiles.contains(self): [.providers, .airProviders]
        default: thresholdName.map { name in ThresholdKey.allCases.map { .threshold($0, of: name) } } ?? []
        }
    }
}
