import Languages
import Weather

// Attributions in the reader's language: licences ask for names, not for English.

extension Provider {
    /// `Weather data by Open-Meteo.com (CC BY 4.0)`, `Warnungen: Deutscher Wetterdienst`.
    ///
    /// - Parameter data: the kind of data; that of the provider's own sentence prevails, except for warnings, which a
    ///   source of weather data may also issue.
    func credit(for data: Label, _ words: any Words) -> String {
        guard let attribution = attribution?.plain(limit: 160) else {
            return words.attribution(data, by: name.plain(limit: 40))
        }
        guard let opening = Self.openings.first(where: { attribution.hasPrefix($0.text) }) else { return attribution }
        let ownData = opening.data ?? data
        let isWarnings = data == .warnings
        let isEnglish = words.name == Language.english.words.name
        if isEnglish, !isWarnings || ownData == .warnings { return attribution }
        let credit = String(attribution.dropFirst(opening.text.count))
        return words.attribution(isWarnings ? .warnings : ownData, by: isEnglish ? credit : Self.names(in: credit))
    }

    /// How the sentences of the providers begin, and the data that they name; nil for data of any kind.
    private static let openings: [(text: String, data: Label?)] = [
        ("Weather data provided by ", .weatherData), ("Weather data by ", .weatherData), ("Data provided by ", nil),
        ("Warnings: ", .warnings), ("Observations: ", .observations), ("Airport observations via ", .observations),
        ("Normals by ", .normals), ("Ensemble by ", .ensemble), ("Air quality by ", .airQuality),
    ]

    /// The names of a credit, without the English words between them.
    private static func names(in credit: String) -> String {
        let credit = credit.hasPrefix("the ") ? String(credit.dropFirst(4)) : credit
        return connections.reduce(credit) { $0.replacingFirst($1.english, with: $1.sign) }
    }

    private static let connections: [(english: String, sign: String)] = [
        ("authorities named, via ", ""), (" and the national weather services", ""), (", data of the ", ", "),
        (", from ", ", "), (" and ", ", "), (" data provider", ""), (", via ", " / "),
    ]
}

extension String {
    /// With the first occurrence replaced, without the library of regular expressions.
    func replacingFirst(_ part: String, with other: String) -> String {
        guard let index = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
        return self[..<index] + other + self[index...].dropFirst(part.count)
    }
}
