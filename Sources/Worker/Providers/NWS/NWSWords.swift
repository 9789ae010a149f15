import Weather

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
