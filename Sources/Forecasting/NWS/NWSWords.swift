import Weather

/// The service's words for the weather: `Chance Rain Showers then Mostly Cloudy`, `Showers And Thunderstorms Likely`.
struct NWSWords {
    private struct Clause {
        var phrase: Int
        var stated: StatedCondition
    }

    private let clauses: [Clause]

    /// The longest that are read, bytes; the service's are a third of that.
    private static let longest = 300

    init(_ text: String) {
        guard text.utf8.count <= Self.longest else {
            clauses = []
            return
        }
        clauses = text.lowercased().split(separator: " then ").compactMap(Self.clause)
    }

    /// What the most telling of the words mean; nil when they mean nothing here.
    var weather: StatedCondition? {
        clauses.min { $0.phrase < $1.phrase }?.stated
    }

    /// What the words say of a condition; nil when they do not name it.
    func stated(_ condition: Condition) -> StatedCondition? {
        StatedCondition.worst(of: clauses.map(\.stated).filter { $0.condition == condition })
    }

    private static func clause(_ text: Substring) -> Clause? {
        for (index, (phrase, condition)) in phrases.enumerated() {
            guard let range = text.firstRange(of: phrase) else { continue }
            let likelihood = likelihood(before: text[..<range.lowerBound], after: text[range.upperBound...])
            return Clause(
                phrase: index, stated: StatedCondition(condition: condition, likelihood: likelihood))
        }
        return nil
    }

    /// The nearest qualifier before a condition, or `likely` after it: "Showers And Thunderstorms Likely". nil when there is
    /// none, so that the condition is stated as expected, or for one that says so.
    private static func likelihood(before: Substring, after: Substring) -> Likelihood? {
        let words = before.split(separator: " ")
        for (index, word) in words.enumerated().reversed() {
            guard let qualifier = qualifiers[String(word)] else { continue }
            // Fog in places says nothing of the rain that is named after it.
            if qualifier.isLocal, words[index...].contains("and") { continue }
            return qualifier.likelihood
        }
        for word in after.split(separator: " ") {
            if word == "likely" { return .likely }
            // A weather station's: not at the station.
            if word == "vicinity" { return .possible }
            if qualifiers[String(word)] != nil { break }
        }
        return nil
    }

    /// For the chance of rain and for the area of showers as <https://www.weather.gov/jan/productguide_glossary> has them: up
    /// to 50 %, and 60 to 70 %. Patches of fog cover less than a quarter, areas up to half of the place's surroundings.
    private static let qualifiers: [String: (likelihood: Likelihood?, isLocal: Bool)] = [
        "chance": (.possible, false), "isolated": (.possible, false), "scattered": (.possible, false),
        "patchy": (.possible, true), "areas": (.possible, true), "likely": (.likely, false),
        "numerous": (.likely, false), "widespread": (nil, false), "occasional": (nil, false),
        "periods": (nil, false), "frequent": (nil, false),
    ]

    /// The more telling first.
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
}
