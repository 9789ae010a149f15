import HTTP
import Weather

/// The weather as the service puts it: an icon's address, `https://api.weather.gov/icons/land/day/rain_showers,40?size=small`,
/// and a few words, `Chance Rain Showers`.
struct NWSSky {
    /// `unknown` when neither icon nor words mean anything here.
    var condition: Condition = .unknown
    /// What is not known; nil when it is known, or nothing was told.
    var unknownCode: String?

    init(icon: String?, words: String?) {
        let codes = icon.map(Self.codes) ?? []
        // An icon in two halves tells of two weathers, one after the other.
        let ofIcon = codes.compactMap { Self.conditions[$0] }.max { $0.severity < $1.severity }
        let ofWords = words.flatMap(Self.condition(of:))
        switch (ofIcon, ofWords) {
        // The icons do not tell light rain from heavy rain or from drizzle, nor snow; the words do.
        case (.rain, let finer?) where [.rainLight, .rainHeavy, .drizzle].contains(finer): condition = finer
        case (.snow, let finer?) where [.snowLight, .snowHeavy, .snowShowers].contains(finer): condition = finer
        case (.freezingRain, .freezingDrizzle): condition = .freezingDrizzle
        default: condition = ofIcon ?? ofWords ?? .unknown
        }
        if condition == .unknown {
            unknownCode = (codes.first.map { "icon \($0)" } ?? words.map { "weather \($0)" })?.asReason
        }
    }

    /// The names in an icon's path that stand for a weather, without the chances of rain after their commas.
    private static func codes(_ icon: String) -> [String] {
        let path = icon.prefix { $0 != "?" }
        let names = path.split(separator: "/").reversed().prefix { !["day", "night"].contains($0) }
        // Without its day or night it is no icon of theirs, and the last name has to do.
        let codes = names.count > 2 ? names.prefix(1) : names[...]
        return codes.map { code in
            let name = code.prefix { $0 != "," }
            return String(name.hasPrefix("wind_") ? name.dropFirst("wind_".count) : name)
        }
    }

    /// <https://api.weather.gov/icons>, but for `hot` and `cold`, which say nothing of the sky.
    private static let conditions: [String: Condition] = [
        "skc": .clear, "few": .mostlyClear, "sct": .partlyCloudy, "bkn": .partlyCloudy, "ovc": .overcast,
        "snow": .snow, "rain_snow": .sleet, "rain_sleet": .sleet, "snow_sleet": .sleet, "sleet": .sleet,
        "fzra": .freezingRain, "rain_fzra": .freezingRain, "snow_fzra": .freezingRain,
        "rain": .rain, "rain_showers": .rainShowers, "rain_showers_hi": .rainShowers,
        "tsra": .thunderstorm, "tsra_sct": .thunderstorm, "tsra_hi": .thunderstorm,
        "tornado": .tornado, "hurricane": .squall, "tropical_storm": .squall,
        "dust": .dust, "smoke": .smoke, "haze": .haze, "fog": .fog, "blizzard": .snowHeavy,
    ]

    /// Phrases of the service's words, the more telling first.
    private static let phrases: [(phrase: String, condition: Condition)] = [
        ("tornado", .tornado), ("hurricane", .squall), ("tropical storm", .squall), ("thunder", .thunderstorm),
        ("t-storm", .thunderstorm), ("squall", .squall), ("freezing drizzle", .freezingDrizzle),
        ("freezing rain", .freezingRain), ("rain and snow", .sleet), ("wintry mix", .sleet), ("sleet", .sleet),
        ("ice pellets", .sleet), ("blizzard", .snowHeavy), ("snow shower", .snowShowers), ("flurries", .snowLight),
        ("light snow", .snowLight), ("heavy snow", .snowHeavy), ("snow", .snow), ("drizzle", .drizzle),
        ("rain shower", .rainShowers), ("showers", .rainShowers), ("light rain", .rainLight),
        ("heavy rain", .rainHeavy), ("rain", .rain), ("fog", .fog), ("mist", .fog), ("haze", .haze),
        ("smoke", .smoke), ("dust", .dust), ("sand", .dust), ("mostly sunny", .mostlyClear),
        ("mostly clear", .mostlyClear), ("partly", .partlyCloudy), ("mostly cloudy", .partlyCloudy),
        ("sunny", .clear), ("clear", .clear), ("fair", .clear), ("overcast", .overcast), ("cloudy", .overcast),
    ]

    private static func condition(of words: String) -> Condition? {
        let words = words.lowercased()
        return phrases.first { words.contains($0.phrase) }?.condition
    }
}
