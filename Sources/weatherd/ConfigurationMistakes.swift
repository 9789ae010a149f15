/// All mistakes in the configuration that can be found without correcting one of them first.
struct ConfigurationMistakes {
    /// The first one is what ends a start.
    private(set) var all: [ConfigurationError]

    /// Looks for further mistakes by leaving out each key that has one.
    ///
    /// - Parameters:
    ///   - file: read with its mistakes tolerated.
    ///   - locate: looks up the city that the configuration names.
    init(file: ConfigurationFile, environment: [String: String], locate: ConfigurationSource.Locate) {
        all = file.mistakes
        // Keys in the rest of the file were not read, and others may need them.
        guard all.count < ConfigurationFile.mostMistakes else { return }
        var values = ConfigurationValues(file: file, environment: environment)
        for mistake in file.mistakes { values = Self.withoutDependents(of: mistake, values) }
        while let mistake = Self.first(in: values, locate) {
            all.append(mistake)
            guard let key = mistake.configurationKey, let rest = values.without(key, from: mistake.source) else {
                return
            }
            values = Self.withoutDependents(of: mistake, rest)
        }
    }

    private static func first(
        in values: ConfigurationValues, _ locate: ConfigurationSource.Locate
    ) -> ConfigurationError? {
        do throws(ConfigurationError) {
            var configuration = try Configuration(values)
            try locate(&configuration, values)
            return nil
        } catch {
            return error
        }
    }

    /// Keys that need the one with the mistake would be reported only because it is left out.
    private static func withoutDependents(
        of mistake: ConfigurationError, _ values: ConfigurationValues
    ) -> ConfigurationValues {
        (mistake.configurationKey?.dependents ?? []).reduce(values) { $0.without($1) }
    }
}

extension ConfigurationError {
    /// nil when no single key that exists is at fault.
    fileprivate var configurationKey: ConfigurationKey? {
        ConfigurationKey.all.first { $0.description == key }
    }
}

extension ConfigurationKey {
    /// The keys that are a mistake without this one.
    fileprivate var dependents: [ConfigurationKey] {
        switch self {
        case .latitude: [.longitude]
        case .longitude: [.latitude]
        case .openWeatherMapKeyFile, .pirateWeatherKeyFile: [.providers, .airProviders]
        default: []
        }
    }
}
