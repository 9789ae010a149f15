import Languages
import Weather

// Ready texts beside the numbers of JSON, for clients of the session bus that show them but format nothing themselves.

extension JSON {
    /// The member `texts`: the known texts among these, in the user's units and language. Empty unless they are requested.
    static func texts(_ style: Style, _ texts: @autoclosure () -> [(key: String, text: String?)]) -> [Member] {
        guard style.hasTexts else { return [] }
        let known = texts().compactMap { key, text -> Member? in
            guard let text, !text.isEmpty else { return nil }
            return (key, .string(text))
        }
        return [("texts", .object(known))]
    }

    /// The member `rows`: the labels and values of a view's lines. Empty unless texts are requested.
    static func rows(_ style: Style, _ rows: @autoclosure () -> Rows) -> [Member] {
        guard style.hasTexts else { return [] }
        let members = rows().labelled.map { label, value in
            JSON.object([("label", .string(label)), ("value", .string(value))])
        }
        return [("rows", .array(members))]
    }
}

extension Style {
    /// Whole degrees without the unit's letter: `−3°`.
    func degrees(_ celsius: Double) -> String {
        let unit = units.temperature
        let number = number(unit.converted(celsius))
        // The kelvin has no degree sign.
        return unit == .kelvin ? number + " " + words.symbol(.kelvin) : number + "°"
    }

    /// The texts of present or forecast conditions.
    func texts(of conditions: Conditions) -> [(key: String, text: String?)] {
        [
            ("temperature", conditions.temperature.map(degrees)),
            ("feelsLike", conditions.feelsLike.map(degrees)),
            ("wind", conditions.windSpeed.map { wind($0) }),
            ("precipitation", conditions.precipitation.flatMap { $0 > 0 ? precipitation($0) : nil }),
        ]
    }

    /// Nothing for 0 %, as in the tables.
    func probabilityText(_ percent: Double?) -> String? {
        percent.flatMap { $0 >= 0.5 ? self.percent($0) : nil }
    }
}

extension Scene {
    /// Why this may not be the present weather here: `stale; last error: …`. Empty for fresh weather of a known place.
    func stateText(of report: Report, in style: Style) -> String {
        let words = style.words
        var parts: [String] = []
        if lastFailure?.isOffline == true { parts.append(words.phrase(.offline)) }
        if freshness != .fresh {
            parts.append(words.freshness(freshness))
            if let lastFailure { parts.append(lastFailure.lastErrorLine) }
        }
        if isApproximate { parts.append(words.phrase(.approximatePlace)) }
        if report.provider.isSample { parts.append(words.phrase(.sampleExplained)) }
        return parts.joined(separator: words.clauseSeparator)
    }

    /// Why warnings other than the known ones may be in force. nil when all are known, or when they were not requested.
    func doubtsText(in style: Style) -> String? {
        guard let warnings else {
            return warningsFailure.map { NoWeather(.warnings, failure: $0, in: self).sentence }
        }
        return warnings.doubts(style.words).map(\.plain).joined(separator: " ")
    }
}
