import ClientProtocol
import Languages
public import Notifications
public import Refreshing
public import Rendering
public import Store
public import Weather
public import WorkerProtocol

/// The settings from the configuration files and the environment, validated and with defaults.
public struct Configuration: Sendable, Hashable {
    public var units = Units.metric
    /// The refresh interval, at least ten minutes.
    public var refreshInterval = Duration.seconds(900)
    /// The age from which a report is stale, s; at most six hours.
    public var staleAfter = 3600
    public var services = ServiceSettings()
    /// Display settings, except the units.
    public var style = Style()
    /// The alternative template of `short`, selected by `toggle`.
    public var alternateTemplate = Template.alternate
    /// The item in a panel's tray.
    public var tray = TraySettings()
    /// The reactions to weather events.
    public var reactions = Reactions()
    /// The user's own station; nil without one.
    public var ownStation: OwnStationSource?
    /// The configured place; nil when the configuration sets none.
    public var location: Place?
    /// Elevation of `location` above sea level, m; nil when not set.
    public var elevation: Double?
    /// The configured city, which `locate` resolves to `location`; nil when there is none.
    var city: SearchQuery?
    /// Location sources in order of preference; empty when automatic location is disabled.
    public var locationSources = [LocationSource.geoClue, .timeZone]
    /// The gazetteer file; nil for the installed one.
    public var gazetteer: String?
    /// The language of place names where available: `de`, `de_AT`.
    public var language = "en"
    /// The locale, if weatherd has no translation for its language and texts are therefore in English; nil if it has one, or a
    /// language is configured.
    public var unsupportedLocale: String?
    /// Messages about settings that are valid but have no effect in this release.
    public var notices: [String] = []
    /// Errors of optional settings; the daemon runs without these settings.
    public var omissions: [ConfigurationError] = []
    /// Environment variables that override config.toml, by key.
    public var variables: [String: String] = [:]
    /// Where the settings come from, for `status`.
    public var origin = ConfigurationOrigin()

    /// Older observations do not count as current weather, whatever the setting.
    private static let longestStaleAfter = Duration.seconds(6 * 3600)

    public init() {}

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        for layer in values.layers { units = try Self.units(layer).applied(to: units) }
        if let interval = try values.take(.refreshInterval, { Duration(written: $0) }, orSay: { Self.durations }) {
            guard interval >= RefreshPolicy.leastFloor else {
                throw values.error(.refreshInterval, "must be a duration of at least 10m, such as \"15m\"")
            }
            refreshInterval = interval
        }
        if let age = try values.take(.staleAfter, { Duration(written: $0) }, orSay: { Self.durations }) {
            guard age <= Self.longestStaleAfter else {
                throw values.error(
                    .staleAfter, "must be a duration of at most 6h, since older weather is not fresh")
            }
            staleAfter = Int(age.components.seconds)
        }
        let services = try ServicesSection(values)
        self.services = services.services
        notices += services.notices
        omissions += services.omissions
        let appearance = try AppearanceSection(values)
        (style, alternateTemplate, language) = (appearance.style, appearance.alternateTemplate, appearance.language)
        unsupportedLocale = appearance.unsupportedLocale
        tray = appearance.tray
        // Warnings are the authorities' own texts, which weatherd does not translate.
        self.services.locale = appearance.unsupportedLocale ?? language
        let hasUnits =
            values.text(.units) != nil || ConfigurationKey.unitsOfQuantities.contains { values.text($0) != nil }
        if !hasUnits { style.hintAtUnits(locale: values.locale) }
        let reactions = try ReactionsSection(values, units: units)
        self.reactions = reactions.reactions
        self.services.fetchesWarningsOfFavourites =
            self.reactions[.alert] != nil && self.reactions.alerts.includesFavourites
        self.services.keepsAirFresh = self.reactions.thresholds.contains { $0.rule.quantity.isOfAir }
        notices += reactions.notices
        let station = try StationSection(values)
        ownStation = station.source
        notices += station.notices
        let location = try LocationSection(values)
        (self.location, city, locationSources) = (location.location, location.city, location.sources)
        elevation = location.elevation
        if let isPrecise = try values.take(
            .preciseLocation, { ["true": true, "false": false][$0] }, orSay: { "must be true or false" })
        {
            self.services.isLocationPrecise = isPrecise
        }
        gazetteer = try values.take(
            .gazetteer, { $0.hasPrefix("/") ? $0 : nil }, orSay: { "must be a path that begins with /" })
        omitGazetteerUnlessUsable(values)
        try checkProxies()
        // Each limit has its own message; this catches any other limit.
        if let problem = self.services.problem(gazetteer: gazetteer) {
            throw values.error("workers would reject their jobs: \(problem)")
        }
        variables = values.decisiveVariables
        notices += values.overrides
        notices += values.strayVariables.map(Self.notice)
    }

    private mutating func omitGazetteerUnlessUsable(_ values: ConfigurationValues) {
        guard let path = gazetteer, path.utf8.count > GazetteerFiles.longestPath || path.utf8.contains(0) else {
            return
        }
        omissions.append(
            values.error(
                .gazetteer,
                "must be a path of at most \(GazetteerFiles.longestPath) bytes, "
                    + "without a null character"))
        gazetteer = nil
    }

    private static func notice(ofStray variable: String) -> String {
        let prefix = ConfigurationKey.variablePrefix
        let names = ConfigurationKey.all.map { String($0.environmentVariable.dropFirst(prefix.count)) }
        let guess = String(variable.dropFirst(prefix.count)).nearest(of: names).map { "did you mean \(prefix)\($0)?" }
        return "\(variable.printable) is not a weatherd variable and has no effect; "
            + (guess ?? "see weatherd.toml(5) for a list")
    }

    /// The languages of the names stored with each place, since a request can select any supported language.
    public var placeLanguages: Set<String> { Set(Language.allCases.map(\.rawValue)) }

    /// The settings of notifications.
    public var notifications: NotificationSettings {
        NotificationSettings(reactions: reactions, style: style, staleAfter: staleAfter)
    }

    /// Defaults for settings that the user did not change with weatherctl.
    public var defaults: Defaults {
        Defaults(
            units: units, location: location, elevation: elevation, locationSources: locationSources,
            presentSource: services.presentSource)
    }

    static let durations = "must be a duration such as \"90s\", \"15m\" or \"1h\""

    private static func units(_ values: ConfigurationValues) throws(ConfigurationError) -> UnitsChoice {
        var choice = UnitsChoice()
        if let text = values.text(.units) {
            let words = text.split(whereSeparator: { $0 == "," || $0 == " " })
            guard !words.isEmpty else {
                throw values.error(
                    .units, "must not be empty; accepted: \(UnitsChoice.accepted)")
            }
            do throws(UnitsChoice.UnknownUnit) {
                choice = try UnitsChoice(words: words)
            } catch {
                throw values.error(.units, error.sentence)
            }
        }
        for key in ConfigurationKey.unitsOfQuantities {
            guard let text = values.text(key) else { continue }
            do throws(UnitsChoice.UnknownUnit) {
                try choice.choose(text.lowercased(), for: key.components[1])
            } catch {
                throw values.error(key, error.sentence)
            }
        }
        return choice
    }
}

extension Duration {
    /// `90s`, `15m`, `1h30m`, `2d`; nil when it is invalid or not positive.
    init?(written text: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        var seconds = 0
        var number: Int?
        for character in text {
            if let digit = character.wholeNumberValue, character.isASCII {
                number = (number ?? 0) * 10 + digit
                guard number ?? 0 < 1_000_000 else { return nil }
            } else if let unit = units[character], let value = number {
                seconds += value * unit
                number = nil
            } else {
                return nil
            }
        }
        guard number == nil, seconds > 0 else { return nil }
        self = .seconds(seconds)
    }
}

// The hosts of the services.
extension Configuration {
    /// The hosts of the default services, all on the Internet.
    private static let publicHosts = Set(ServiceAddress.allCases.map(\.defaultURL.urlHost))

    /// The host to connect to for a URL: the URL's own, or a proxy.
    fileprivate func destination(of url: String) -> Destination {
        let authority = services.network.neighbour(of: url).urlHost
        return Destination(authority: authority, isPublic: Self.publicHosts.contains(authority))
    }

    /// The URLs of the services that a consumer uses; empty for none.
    func addresses(of consumer: NetworkConsumer) -> [String] {
        switch consumer {
        case .reports(let kind): services.urls(of: kind)
        case .location: locationSources.contains(.ip) ? [services[.ipLocation]] : []
        }
    }

    /// - Throws: when a service needs a proxy that cannot be used.
    func checkProxies() throws(ConfigurationError) {
        // City search also uses the network, unless the weather is sample data.
        let geocoding = services.isSample ? [] : [services[.openMeteoGeocoding]]
        for address in NetworkConsumer.allCases.flatMap(addresses) + geocoding {
            do throws(ProxyPolicy.Problem) {
                _ = try services.network.proxies.proxy(for: address)
            } catch {
                throw ConfigurationError(
                    source: .environment(variable: error.variable),
                    problem: error.sentence + "; network.proxy in config.toml overrides it")
            }
        }
    }
}

extension ConfigurationSource {
    /// The routes to the configured services.
    ///
    /// - Parameters:
    ///   - reportsChanges: whether the kernel reports changes of routes.
    ///   - route: looks up a route in the kernel.
    public func networkStatus(
        reportsChanges: Bool, route: @escaping @Sendable (Destination) -> Route? = Route.to
    ) -> NetworkStatus {
        NetworkStatus(
            reportsChanges: reportsChanges, urls: { [self] in configuration.addresses(of: $0) },
            destination: { [self] in configuration.destination(of: $0) }, route: route)
    }
}

/// Looks up the city of config.toml. Blocks for disk access.
///
/// - Parameters:
///   - language: the language of the names.
///   - keeping: further languages whose names are stored.
///   - gazetteer: the configured gazetteer file; nil for the installed one.
public typealias CityLookup =
    @Sendable (
        _ query: SearchQuery, _ language: String, _ keeping: Set<String>, _ gazetteer: String?
    ) throws(GazetteerError) -> CityResolution

extension Configuration {
    /// Looks up the configured city.
    mutating func locate(_ values: ConfigurationValues, by lookup: CityLookup) throws(ConfigurationError) {
        guard let city else { return }
        let resolution: CityResolution
        do throws(GazetteerError) {
            resolution = try lookup(city, language, placeLanguages, gazetteer)
        } catch {
            notices.append("\(ConfigurationKey.city) has no effect: \(SearchFailure.gazetteer(error).sentence)")
            return
        }
        switch resolution {
        case .one(let found) where found.correction == nil:
            location = Place(coordinate: found.coordinate, locality: found.locality)
        case .one(let found):
            throw values.error(
                .city,
                "no place named \"\(city.text)\" was found; did you mean \"\(found.correction ?? found.locality.name)\"?"
            )
        case .several(let cities):
            throw values.error(.city, SearchFailure.ambiguous(city.text, cities).sentence)
        case .near(let cities):
            throw values.error(.city, SearchFailure.inexact(city.text, cities).sentence)
        case .none:
            throw values.error(
                .city,
                "no place named \"\(city.text)\" was found; use [location] with latitude and longitude instead")
        }
    }
}

extension ConfigurationSource {
    /// - Parameter lookup: looks up the configured city, and blocks meanwhile.
    public convenience init(
        files: ConfigurationFiles, environment: [String: String], lookup: @escaping CityLookup
    ) throws(ConfigurationError) {
        try self.init(files: files, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }

    /// All errors that can be found at once: by file and line, then the environment's; empty when there are none.
    public static func mistakes(
        files: ConfigurationFiles, environment: [String: String], lookup: CityLookup
    ) -> [ConfigurationError] {
        mistakes(files: files, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }
}
