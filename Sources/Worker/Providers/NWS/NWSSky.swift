import HTTP
import Weather

/// The condition as the service describes it: an icon's URL,
/// `https://api.weather.gov/icons/land/day/rain_showers,40?size=small`, and a few words, `Chance Rain Showers`.
struct NWSSky {
    /// `unknown` when neither icon nor words are known.
    var stated = StatedCondition(condition: .unknown)
    /// An unknown icon or word; nil when there is none.
    var unknownCode: String?

    var condition: Condition { stated.condition }
    var likelihood: Likelihood? { stated.likelihood }

    init(icon: String?, words text: String?) {
        let icons = icon.map(Self.icons) ?? []
        let words = text.map(NWSWords.init)
        // An icon in two halves shows two conditions, one after the other.
        let ofIcon = StatedCondition.worst(of: icons.compactMap(\.stated))
        let ofWords = words?.weather
        let condition: Condition =
            switch (ofIcon?.condition, ofWords?.condition) {
            // Icons do not distinguish light rain from heavy rain or drizzle, nor snow; the words do.
            case (.rain, let finer?) where [.rainLight, .rainHeavy, .rainShowers, .drizzle].contains(finer): finer
            case (.snow, let finer?) where [.snowLight, .snowHeavy, .snowShowers].contains(finer): finer
            case (.freezingRain, .freezingDrizzle): .freezingDrizzle
            // A dry icon may stand for words that are only possible.
            case (let dry?, _) where dry.isSky && ofWords?.likelihood == .possible: dry
            // Icons for rain are also used for thunderstorms, and dry ones for what the words say of the air.
            case (let coarse?, _?):
                coarse.isSky && ofWords?.condition.isSky == true ? coarse : Self.worst(ofIcon, ofWords)
            case (let coarse, let finer): coarse ?? finer ?? .unknown
            }
        // The words are the most precise; then the icon's probability, and last the words for another condition than
        // the icon's.
        let likelihood: Likelihood? =
            if let named = words?.stated(condition) {
                named.likelihood
            } else if icons.contains(where: { $0.stated?.condition == condition && $0.chance != nil }) {
                ofIcon?.likelihood
            } else if condition != .unknown, !condition.isSky {
                ofWords?.likelihood
            } else {
                nil
            }
        stated = StatedCondition(condition: condition, likelihood: likelihood)
        if condition == .unknown {
            unknownCode = (icons.first.map { "icon \($0.name)" } ?? text.map { "weather \($0)" })?.asReason
        }
    }

    private static func worst(_ stated: StatedCondition?...) -> Condition {
        StatedCondition.worst(of: stated.compactMap(\.self))?.condition ?? .unknown
    }

    /// One condition of an icon: `tsra_sct,60`.
    private struct Icon {
        var name: String
        /// Of precipitation, %; nil when not given.
        var chance: Int?

        init(_ code: Substring) {
            let parts = code.split(separator: ",", maxSplits: 1)
            let name = parts.first ?? ""
            self.name = String(name.hasPrefix("wind_") ? name.dropFirst("wind_".count) : name)
            chance = parts.count > 1 ? Int(parts[1]) : nil
        }

        /// nil for an unknown name. Probabilities are multiples of ten percent: `Chance` up to 50, `Likely` for 60 and
        /// 70.
        var stated: StatedCondition? {
            let likelihood: Likelihood? = chance.flatMap { $0 < 55 ? .possible : $0 < 75 ? .likely : nil }
            return NWSSky.conditions[name].map { StatedCondition(condition: $0, likelihood: likelihood) }
        }
    }

    /// Three times the service's, bytes.
    private static let longestAddress = 300

    private static func icons(_ address: String) -> [Icon] {
        guard address.utf8.count <= longestAddress else { return [] }
        let path = address.prefix { $0 != "?" }
        let codes = path.split(separator: "/").reversed().prefix { !["day", "night"].contains($0) }
        // Without `day` or `night` it is not an NWS icon, and only the last component is tried.
        return (codes.count > 2 ? codes.prefix(1) : codes[...]).map(Icon.init)
    }

    /// <https://api.weather.gov/icons>, except `hot` and `cold`, which do not describe the sky.
    private static let conditions: [String: Condition] = [
        "skc": .clear, "few": .mostlyClear, "sct": .partlyCloudy, "bkn": .partlyCloudy, "ovc": .overcast,
        "snow": .snow, "rain_snow": .sleet, "rain_sleet": .sleet, "snow_sleet": .sleet, "sleet": .sleet,
        "fzra": .freezingRain, "rain_fzra": .freezingRain, "snow_fzra": .freezingRain,
        "rain": .rain, "rain_showers": .rainShowers, "rain_showers_hi": .rainShowers,
        "tsra": .thunderstorm, "tsra_sct": .thunderstorm, "tsra_hi": .thunderstorm,
        "tornado": .tornado, "hurricane": .squall, "tropical_storm": .squall,
        "dust": .dust, "smoke": .smoke, "haze": .haze, "fog": .fog, "blizzard": .snowHeavy,
    ]
}

/// The service's description of the weather: `Chance Rain Showers then Mostly Cloudy`, `Showers And Thunderstorms
/// Likely`.
struct NWSWords {
    private struct Clause {
        var phrase: Int
        var stated: StatedCondition
    }

    private let clauses: [Clause]

    /// Longer descriptions are ignored, bytes; the service's take a third of that.
    private static let longest = 300

    init(_ text: String) {
        guard text.utf8.count <= Self.longest else {
            clauses = []
            return
        }
        clauses = text.lowercased().split(separator: " then ").compactMap(Self.clause)
    }

    /// The condition of the most significant words; nil when no word is known.
    var weather: StatedCondition? {
        clauses.min { $0.phrase < $1.phrase }?.stated
    }

    /// The statement about a condition; nil when the words do not mention it.
    func stated(_ condition: Condition) -> StatedCondition? {
        StatedCondition.worst(of: clauses.map(\.stated).filter { $0.condition == condition })
    }

    private static func clause(_ text: Substring) -> Clause? {
        for (index, (phrase, condition)) in phrases.enumerated() {
            guard let range = text.firstRange(of: phrase) else { continue }
            let likelihood = likelihood(before: text[..<range.lowerBound], after: text[range.upperBound...])
            let isHail = condition == .thunderstorm && hail.contains { text.firstRange(of: $0) != nil }
            return Clause(
                phrase: index,
                stated: StatedCondition(condition: isHail ? .thunderstormHail : condition, likelihood: likelihood))
        }
        return nil
    }

    /// The closest qualifier before a condition, or `likely` after it: "Showers And Thunderstorms Likely". nil when
    /// there is none, or one that means expected.
    private static func likelihood(before: Substring, after: Substring) -> Likelihood? {
        let words = before.split(separator: " ")
        for (index, word) in words.enumerated().reversed() {
            guard let qualifier = qualifiers[String(word)] else { continue }
            // A local qualifier, such as "Patchy Fog", does not apply to the rain after "and".
            if qualifier.isLocal, words[index...].contains("and") { continue }
            return qualifier.likelihood
        }
        for word in after.split(separator: " ") {
            if word == "likely" { return .likely }
            // In a station's report: near the station, but not at it.
            if word == "vicinity" { return .possible }
            if qualifiers[String(word)] != nil { break }
        }
        return nil
    }

    /// Probability of rain and coverage of showers, as in <https://www.weather.gov/jan/productguide_glossary>: up to 50
    /// %, and 60 to 70 %. Patches of fog cover less than a quarter of the area, areas of fog up to half.
    private static let qualifiers: [String: (likelihood: Likelihood?, isLocal: Bool)] = [
        "chance": (.possible, false), "isolated": (.possible, false), "scattered": (.possible, false),
        "patchy": (.possible, true), "areas": (.possible, true), "likely": (.likely, false),
        "numerous": (.likely, false), "widespread": (nil, false), "occasional": (nil, false),
        "periods": (nil, false), "frequent": (nil, false),
    ]

    /// Of any size, with thunder.
    private static let hail = ["hail", "snow pellets"]

    /// The more significant first.
    private static let phrases: [(phrase: String, condition: Condition)] = [
        ("tornado", .tornado), ("funnel cloud", .tornado), ("water spout", .tornado), ("waterspout", .tornado),
        ("hurricane", .squall), ("tropical storm", .squall), ("thunder", .thunderstorm),
        ("t-storm", .thunderstorm), ("squall", .squall), ("freezing drizzle", .freezingDrizzle),
        ("freezing rain", .freezingRain), ("small hail", .sleet), ("snow pellets", .sleet),
        ("hail", .thunderstormHail), ("rain and snow", .sleet), ("wintry mix", .sleet), ("sleet", .sleet),
        ("ice pellets", .sleet), ("blizzard", .snowHeavy), ("snow shower", .snowShowers), ("flurries", .snowLight),
        ("light snow", .snowLight), ("heavy snow", .snowHeavy), ("snow", .snow), ("drizzle", .drizzle),
        ("rain shower", .rainShowers), ("showers", .rainShowers), ("light rain", .rainLight),
        ("heavy rain", .rainHeavy), ("rain", .rain), ("fog", .fog), ("mist", .fog), ("haze", .haze),
        ("smoke", .smoke), ("dust", .dust), ("sand", .dust), ("mostly sunny", .mostlyClear),
        ("mostly clear", .mostlyClear), ("partly", .partlyCloudy), ("mostly cloudy", .partlyCloudy),
        ("sunny", .clear), ("clear", .clear), ("fair", .clear), ("overcast", .overcast), ("cloudy", .overcast),
    ]
}
