import ClientProtocol
import Refreshing
import Weather
import WorkerProtocol

/// Providers, their URLs, the user's credentials for them, and the data sent to them.
struct ServicesSection {
    private(set) var services = ServiceSettings()
    private(set) var notices: [String] = []
    private(set) var omissions: [ConfigurationError] = []
    /// Why the key file of a provider cannot be used.
    private var keyProblems: [ProviderName: ConfigurationError] = [:]

    /// The value of `providers` that orders the providers by their measured error.
    static let best = "best"

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        try takeServices(values)
        try takeProviders(values)
        try takeMeasurements(values)
        try takeSupplements(values)
        let network = try NetworkSection(values)
        (services.network, services.saving) = (network.network, network.saving)
        notices += network.notices
        omissions += network.omissions
    }

    private mutating func takeServices(_ values: ConfigurationValues) throws(ConfigurationError) {
        for address in ServiceAddress.allCases {
            if let url = try Self.url(.url(address), values) { services[address] = url }
        }
        for name in ProviderName.withKey {
            try takeKey(of: name, values)
        }
        services.oneCall = try values.take(
            .openWeatherMapOneCall, { OneCallVersion(rawValue: $0) },
            orSay: { "must be one of \(OneCallVersion.allCases.map(\.rawValue).joined(separator: ", "))" })
        if let budget = try values.take(
            .pirateWeatherBudget, { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } },
            orSay: { "must be a positive integer" })
        {
            services.pirateWeatherBudget = budget
        }
        try takeModels(values)
        services.contact = try values.take(
            .contact,
            { text in
                let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()\\".utf8.contains($0) }
                return isPlain && (3...100).contains(text.count) ? text : nil
            }, orSay: { "must be an email address or a URL" })
    }

    /// Model names are not validated here: the service rejects unknown ones.
    private mutating func takeModels(_ values: ConfigurationValues) throws(ConfigurationError) {
        let key = ConfigurationKey.openMeteoModels
        guard let names = values.list(key) else { return }
        var models: [String] = []
        for name in names where !models.contains(name) {
            let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
            guard isName, (1...ServiceSettings.longestModel).contains(name.utf8.count) else {
                throw values.error(
                    key,
                    "invalid value \"\(name)\": must be a model of Open-Meteo, such as \"best_match\" or \"ecmwf_ifs\"")
            }
            models.append(name)
        }
        guard (1...ServiceSettings.mostModels).contains(models.count) else {
            throw values.error(key, "must contain 1 to \(ServiceSettings.mostModels) models")
        }
        services.openMeteoModels = models
    }

    private mutating func takeProviders(_ values: ConfigurationValues) throws(ConfigurationError) {
        if values.list(.providers) == [Self.best] {
            takeBest()
        } else if let names = try Self.providers(.providers, of: ProviderName.ofForecasts, values) {
            guard !names.isEmpty else { throw values.error(.providers, "must contain at least one provider") }
            if names.contains(.sample), names.count > 1 {
                throw values.error(
                    .providers,
                    "\"sample\" cannot be combined with other providers, since sample data must not replace real data")
            }
            services.providers = names
        }
        if let names = try Self.providers(.alertsProviders, of: ProviderName.ofAlerts, values) {
            services.alertsProviders = names
        }
        if let names = try Self.providers(.airProviders, of: ProviderName.ofAir, values) {
            services.airProviders = names
        }
        try leaveOutProvidersWithoutKey(values)
        if services.oneCall != nil, !services.providers.contains(.openWeatherMap) {
            notices.append("openweathermap.one-call has no effect, since openweathermap is not one of the providers")
        }
        if !services.openMeteoModels.isEmpty, !services.providers.contains(.openMeteo) {
            notices.append("open-meteo.models has no effect, since open-meteo is not one of the providers")
        }
    }

    /// Stations and radar.
    private mutating func takeMeasurements(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let source = try values.take(
            .currentSource, { PresentSource(rawValue: $0) },
            orSay: { "must be one of \(PresentSource.allCases.map(\.rawValue).joined(separator: ", "))" })
        {
            services.presentSource = source
        }
        if let names = try Self.providers(.currentStations, of: ProviderName.ofStations, values) {
            services.stationProviders = names
            if services.presentSource == .model, !services.ordersByAccuracy, names != ProviderName.ofStations {
                notices.append("current.stations has no effect, since current.source is \"model\"")
            }
        }
        if services.presentSource != .model, services.stationProviders.isEmpty {
            notices.append("current.source has no effect, since current.stations is empty")
        }
        if let usesRadar = try values.take(
            .nowcast, { ["auto": true, "off": false][$0] }, orSay: { "must be one of auto, off" })
        {
            services.usesRadar = usesRadar
        }
        let asksMETNorway = !services.ordersByAccuracy && services.providers.contains(.metNorway) || services.usesRadar
        if asksMETNorway, services.contact == nil {
            notices.append(
                "MET Norway requires contact details: set contact in config.toml to an email address or a URL")
        }
    }

    private mutating func takeSupplements(_ values: ConfigurationValues) throws(ConfigurationError) {
        func source(_ key: ConfigurationKey) throws(ConfigurationError) -> SupplementSource? {
            try values.take(
                key, { SupplementSource(rawValue: $0) },
                orSay: { "must be one of \(SupplementSource.allCases.map(\.rawValue).joined(separator: ", "))" })
        }
        if let normals = try source(.normals) { services.normals = normals }
        if let ensemble = try source(.ensemble) { services.ensemble = ensemble }
    }

    /// Enables all providers that need no key or have one. National ones are used only in their area.
    private mutating func takeBest() {
        services.ordersByAccuracy = true
        services.providers = ProviderName.ofForecasts.filter { name in
            name != .sample && services.hasKey(for: name) && (name != .metNorway || services.contact != nil)
        }
        if services.contact == nil {
            notices.append(
                "providers = \"best\" does not use met-norway, which requires contact details: set contact in "
                    + "config.toml to an email address or a URL")
        }
    }

    private static func providers(
        _ key: ConfigurationKey, of accepted: [ProviderName], _ values: ConfigurationValues
    ) throws(ConfigurationError) -> [ProviderName]? {
        var names: [ProviderName]?
        // A file's values are validated even if another one or the environment overrides them.
        for layer in values.layers {
            guard let words = layer.list(key) else { continue }
            var named: [ProviderName] = []
            for word in words where !word.isEmpty {
                if word == best, key == .providers {
                    // `best` alone is valid in a file if the environment overrides it.
                    guard words != [best] else { continue }
                    throw layer.error(key, "\"best\" cannot be combined with other providers")
                }
                guard let name = ProviderName(rawValue: word), accepted.contains(name) else {
                    let names = accepted.map(\.rawValue)
                    let guess = word.nearest(of: names).map { "did you mean \"\($0)\"?" }
                    let other = key == .providers ? ", or \"\(best)\" alone" : ""
                    let advice = guess ?? "must be one of \(names.joined(separator: ", "))\(other)"
                    throw layer.error(key, "invalid value \"\(word)\": \(advice)")
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

    /// Drops providers without a key, and uses the others. A reload may add the key.
    private mutating func leaveOutProvidersWithoutKey(_ values: ConfigurationValues) throws(ConfigurationError) {
        let lists = [(ConfigurationKey.providers, services.providers), (.airProviders, services.airProviders)]
        for (key, names) in lists {
            for name in names where !services.hasKey(for: name) {
                let problem = keyProblems[name] ?? values.error(key, Self.needsKey(name.rawValue, .keyFile(name)))
                guard key != .providers || names.contains(where: services.hasKey) else { throw problem }
                if !services.leftOut.contains(where: { $0.name == name }) {
                    services.leftOut.append(LeftOutProvider(name: name, reason: problem.keyAndProblem))
                    keyProblems[name] = problem
                }
            }
        }
        services.providers = services.providers.filter(services.hasKey)
        services.airProviders = services.airProviders.filter(services.hasKey)
        // Also checks unused providers, since their key files may be readable by other users.
        for name in ProviderName.withKey {
            guard let problem = keyProblems[name] else { continue }
            let isLeftOut = services.leftOut.contains { $0.name == name }
            notices.append(problem.description + (isLeftOut ? "; \(name.rawValue) is not used" : ""))
        }
    }

    /// Reads a key from a file, or else from a systemd credential.
    private mutating func takeKey(
        of name: ProviderName, _ values: ConfigurationValues
    ) throws(ConfigurationError) {
        let key = ConfigurationKey.keyFile(name)
        guard let file = try Self.keyFile(key, credential: name.rawValue, values) else { return }
        do throws(KeyFile.Problem) {
            services.keys[name] = try file.key()
        } catch {
            keyProblems[name] = values.error(key, error.sentence)
        }
    }

    /// The file with the key; nil when there is neither a file nor a credential.
    private static func keyFile(
        _ key: ConfigurationKey, credential: String, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> KeyFile? {
        if let named = values.text(key) {
            guard let path = values.path(named) else {
                // The value may be the key itself, which must not be logged.
                throw values.error(key, "must be the path of a file with the key in it, which begins with / or ~/")
            }
            return KeyFile(path: path, forbidden: KeyFile.forbidden(isOfSystem: values.isOfSystem(key)))
        }
        return values.credential(credential).map { KeyFile(path: $0, forbidden: 0o007) }
    }

    private static func url(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> String? {
        guard values.text(key)?.contains("@") != true else {
            // Credentials in a URL would not be sent. The URL is not quoted, since the error is logged.
            throw values.error(key, "must be a URL without user name and password")
        }
        return try values.take(
            key,
            { $0.hasPrefix("http") && WebAddress($0) != nil ? $0 : nil },
            orSay: { "must be an https:// or http:// URL; its port, if any, must be between 1 and 65535" })
    }
}
