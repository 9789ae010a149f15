import Endpoints

// Who is asked, where they are, and what they know the user by.
extension Configuration {
    mutating func takeServices(_ values: ConfigurationValues) throws(ConfigurationError) {
        let addresses: [(ConfigurationKey, WritableKeyPath<Configuration, String>)] = [
            (.openMeteoURL, \.openMeteoURL), (.openMeteoGeocodingURL, \.openMeteoGeocodingURL),
            (.openMeteoAirURL, \.openMeteoAirURL), (.openWeatherMapURL, \.openWeatherMapURL),
            (.metNorwayURL, \.metNorwayURL), (.nwsURL, \.nwsURL), (.pirateWeatherURL, \.pirateWeatherURL),
            (.ipLocationURL, \.ipLocationURL),
        ]
        for (key, path) in addresses {
            if let url = try Self.url(key, values) { self[keyPath: path] = url }
        }
        openWeatherMapKey = try Self.key(.openWeatherMapKeyFile, credential: "openweathermap", values)
        pirateWeatherKey = try Self.key(.pirateWeatherKeyFile, credential: "pirate-weather", values)
        oneCall = try values.take(
            .openWeatherMapOneCall, { OneCallVersion(rawValue: $0) },
            orSay: { "takes one of \(OneCallVersion.allCases.map(\.rawValue).joined(separator: ", "))" })
        if let budget = try values.take(
            .pirateWeatherBudget, { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } },
            orSay: { "takes a whole number of requests a day, from 1 on" })
        {
            pirateWeatherBudget = budget
        }
        contact = try values.take(
            .contact,
            { text in
                let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()\\".utf8.contains($0) }
                return isPlain && (3...100).contains(text.count) ? text : nil
            }, orSay: { "takes a mail address or a web address" })
    }

    mutating func takeProviders(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let names = try Self.providers(.providers, of: ProviderName.allCases, values) {
            guard !names.isEmpty else { throw values.error(.providers, "names no provider") }
            if names.contains(.sample), names.count > 1 {
                throw values.error(
                    .providers,
                    "\"sample\" takes no other beside it, since made-up numbers must never stand in for real ones")
            }
            providers = names
        }
        if let names = try Self.providers(.alertsProviders, of: ProviderName.ofAlerts, values) {
            alertsProviders = names
        }
        if let names = try Self.providers(.airProviders, of: ProviderName.ofAir, values) { airProviders = names }
        for (key, names) in [(ConfigurationKey.providers, providers), (.airProviders, airProviders)] {
            if names.contains(.openWeatherMap), openWeatherMapKey == nil {
                throw values.error(key, Self.needsKey("openweathermap", .openWeatherMapKeyFile))
            }
            if names.contains(.pirateWeather), pirateWeatherKey == nil {
                throw values.error(key, Self.needsKey("pirate-weather", .pirateWeatherKeyFile))
            }
        }
        if oneCall != nil, !providers.contains(.openWeatherMap) {
            notices.append("openweathermap.one-call has no effect, since openweathermap is none of the providers")
        }
        if providers.contains(.metNorway), contact == nil {
            notices.append(
                "MET Norway asks for a way to reach who uses it: set contact in config.toml to a mail or web address")
        }
    }

    private static func providers(
        _ key: ConfigurationKey, of accepted: [ProviderName], _ values: ConfigurationValues
    ) throws(ConfigurationError) -> [ProviderName]? {
        var names: [ProviderName]?
        // The file's are judged also where the environment's win over them.
        for layer in values.layers {
            guard let words = layer.list(key) else { continue }
            var named: [ProviderName] = []
            for word in words where !word.isEmpty {
                guard let name = ProviderName(rawValue: word), accepted.contains(name) else {
                    throw layer.error(
                        key, "\"\(word)\" is none of \(accepted.map(\.rawValue).joined(separator: ", "))")
                }
                if !named.contains(name) { named.append(name) }
            }
            names = named
        }
        return names
    }

    private static func needsKey(_ name: String, _ key: ConfigurationKey) -> String {
        """
        \(name) needs a key: write it to a file that only you can read (chmod 600) and name the file as \(key), or hand \
        it over as systemd's credential "\(name)"
        """
    }

    /// The key that a file holds, or else systemd's credential; nil when there is neither.
    private static func key(
        _ key: ConfigurationKey, credential: String, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> APIKey? {
        let file: KeyFile
        if let named = values.text(key) {
            guard let path = values.path(named) else {
                // What stands there may be the key itself, and is not to be repeated in a log.
                throw values.error(key, "takes the path of a file with the key in it, which begins with / or ~/")
            }
            file = KeyFile(path: path)
        } else if let path = values.credential(credential) {
            file = KeyFile(path: path, forbidden: 0o007)
        } else {
            return nil
        }
        do throws(KeyFile.Problem) {
            return try file.key()
        } catch {
            throw values.error(key, error.sentence)
        }
    }

    /// Where the provider is that is asked first; nil when nobody is.
    var firstServiceURL: String? { providers.first.flatMap(url) }

    /// Where a provider's forecasts and warnings are; nil for one that wants no network.
    func url(of provider: ProviderName) -> String? {
        switch provider {
        case .openMeteo: openMeteoURL
        case .metNorway: metNorwayURL
        case .openWeatherMap: openWeatherMapURL
        case .nws: nwsURL
        case .pirateWeather: pirateWeatherURL
        case .sample: nil
        }
    }

    private static func url(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> String? {
        guard values.text(key)?.contains("@") != true else {
            // Nobody would be told them, and what is wrong is repeated in the log.
            throw values.error(key, "takes a web address without a user and a password")
        }
        return try values.take(
            key,
            { $0.hasPrefix("http") && WebAddress($0) != nil ? $0 : nil },
            orSay: { "must be an https:// or http:// URL; its port, if any, must be between 1 and 65535" })
    }
}
