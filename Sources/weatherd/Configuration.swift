import Endpoints
import Keeping
import Refreshing
import Rendering
import Searching
import Weather
import Wire

/// What config.toml and the environment say, checked and with the defaults filled in.
struct Configuration: Sendable, Hashable {
    var units = Units.metric
    /// At least ten minutes.
    var refreshInterval = Duration.seconds(900)
    /// Seconds; at most six hours.
    var staleAfter = 3600
    /// In the order in which they are tried; never empty.
    var providers = [ProviderName.openMeteo]
    /// How the weather is written, units aside.
    var style = Style()
    /// What `short` is written after once it is toggled.
    var alternateTemplate = Template.alternate
    /// What is done when something comes about in the weather.
    var reactions = Reactions()
    /// nil when the configuration names no place.
    var location: Place?
    /// The city that the configuration names, which `locate` makes `location`; nil when it names none.
    var city: SearchQuery?
    /// Whether services are sent positions to four decimals, and not to two.
    var isLocationPrecise = false
    /// In the order in which they are believed; empty when the location is not to be found automatically.
    var locationSources = [LocationSource.geoClue, .timeZone]
    /// The file to search in; nil for the one that was installed with the program.
    var gazetteer: String?
    /// In which the names of places are shown, where they are known: `de`, `de_AT`.
    var language = "en"
    /// Who is asked for warnings, in the order in which they are tried; empty when nobody is.
    var alertsProviders = ProviderName.ofAlerts
    /// Who is asked for the quality of the air; empty when nobody is.
    var airProviders = [ProviderName.openMeteo]
    /// How services can reach the user, for the requests' `User-Agent`; nil when nobody is to know.
    var contact: String?
    var openMeteoURL = "https://api.open-meteo.com"
    var openMeteoGeocodingURL = "https://geocoding-api.open-meteo.com"
    var openMeteoAirURL = "https://air-quality-api.open-meteo.com"
    var openWeatherMapURL = "https://api.openweathermap.org"
    var openWeatherMapKey: APIKey?
    /// nil for the calls that every key has.
    var oneCall: OneCallVersion?
    var metNorwayURL = "https://api.met.no"
    var nwsURL = "https://api.weather.gov"
    var pirateWeatherURL = "https://api.pirateweather.net"
    var pirateWeatherKey: APIKey?
    /// Requests in a day.
    var pirateWeatherBudget = 1000
    /// The way to all of these.
    var network = NetworkSettings()
    var ipLocationURL = "https://reallyfreegeoip.org/json/"
    /// Sentences about what is accepted but without effect in this release.
    var notices: [String] = []
    /// The variables of the environment that win over config.toml, by their keys there.
    var variables: [String: String] = [:]

    /// Beyond this, weather that was observed is no longer that of now, whatever one calls it.
    private static let longestStaleAfter = Duration.seconds(6 * 3600)

    init() {}

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        for layer in values.layers { units = try Self.units(layer).applied(to: units) }
        if let interval = try values.take(.refreshInterval, { Duration(written: $0) }, orSay: { Self.durations }) {
            guard interval >= RefreshPolicy.leastFloor else {
                throw values.error(.refreshInterval, "takes a duration of at least 10m, such as \"15m\"")
            }
            refreshInterval = interval
        }
        if let age = try values.take(.staleAfter, { Duration(written: $0) }, orSay: { Self.durations }) {
            guard age <= Self.longestStaleAfter else {
                throw values.error(
                    .staleAfter, "takes a duration of at most 6h, since older weather is not fresh")
            }
            staleAfter = Int(age.components.seconds)
        }
        try takeServices(values)
        try takeProviders(values)
        try takeNetwork(values)
        try takeLooks(values)
        let hasUnits =
            values.text(.units) != nil || ConfigurationKey.unitsOfQuantities.contains { values.text($0) != nil }
        style.hintsAtUnits = !hasUnits && Language.isCustomarilyImperial(locale: values.locale)
        try takeReactions(values)
        try takeLocation(values)
        gazetteer = try values.take(
            .gazetteer, { $0.hasPrefix("/") ? $0 : nil }, orSay: { "takes a path that begins with /" })
        try checkProxies()
        variables = values.decisiveVariables
        notices += values.overriddenKeys.map { "\($0.environmentVariable) wins over \($0) in config.toml" }
        notices += values.strayVariables.map(Self.notice)
    }

    private static func notice(ofStray variable: String) -> String {
        let prefix = ConfigurationKey.variablePrefix
        let names = ConfigurationKey.all.map { String($0.environmentVariable.dropFirst(prefix.count)) }
        let guess = String(variable.dropFirst(prefix.count)).nearest(of: names).map { "did you mean \(prefix)\($0)?" }
        return "\(variable.printable) is no variable of weatherd's and has no effect; "
            + (guess ?? "weatherd.toml(5) has all there are")
    }

    /// The languages whose names of places are kept with each place: a request can choose any that weatherd speaks.
    var placeLanguages: Set<String> { Set(Language.allCases.map(\.rawValue)) }

    /// What holds where the user chose nothing through weatherctl.
    var defaults: Defaults { Defaults(units: units, location: location, locationSources: locationSources) }

    static let durations = "takes a duration such as \"90s\", \"15m\" or \"1h\""

    private static func units(_ values: ConfigurationValues) throws(ConfigurationError) -> UnitsChoice {
        var choice = UnitsChoice()
        if let text = values.text(.units) {
            let words = text.split(whereSeparator: { $0 == "," || $0 == " " })
            guard !words.isEmpty else {
                throw values.error(
                    .units, "names no units; accepted: metric, imperial, or quantity=unit such as wind=kn")
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
    /// `90s`, `15m`, `1h30m`, `2d`; nil when it is not written so, or is no more than nothing.
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
