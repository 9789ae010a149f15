import Languages
import Weather

/// How the current temperature differs from the same time yesterday, and today's high from the normal one.
struct Comparison {
    /// The temperature 24 hours before the current one, °C; nil when unknown. If the current one is measured, that
    /// minus the model's change.
    let yesterday: Double?
    /// For the date, °C; nil when unknown.
    let normalHigh: Double?
    let normalLow: Double?
    /// The current temperature minus yesterday's, K; nil when unknown.
    let warming: Double?
    /// Today's highest temperature minus the normal one, K; nil when unknown.
    let excess: Double?

    /// Smaller changes since yesterday are not worth a sentence, K.
    static let leastWarming = 2.0

    /// About the standard deviation of the daily high in the mid-latitudes: a third of the days differ more from
    /// normal. K.
    static let leastExcess = 4.0

    init(of report: Report, _ present: Present, in scene: Scene) {
        // Sample data cannot be compared with real weather.
        let isReal = !report.provider.isSample
        let today = report.day(at: scene.now)
        let normals = isReal ? scene.normals?.normals : nil
        let temperature = present.conditions.temperature
        warming = isReal ? Self.warming(present, of: report, since: scene.past) : nil
        normalHigh = today.flatMap { normals?.high(on: $0.date) }
        normalLow = today.flatMap { normals?.low(on: $0.date) }
        func difference(_ value: Double?, _ other: Double?) -> Double? {
            value.flatMap { value in other.map { value - $0 } }
        }
        yesterday = difference(temperature, warming)
        excess = difference(today?.temperatureMax, normalHigh)
    }

    /// Compares only model temperatures: station and model can differ by more than two days of weather.
    private static func warming(_ present: Present, of report: Report, since past: PastTemperatures) -> Double? {
        guard let former = past.yesterday(at: present.time) else { return nil }
        let temperature =
            present.origin == .station
            ? past.followed(by: report, until: present.time).temperature(at: present.time)
            : present.conditions.temperature
        return temperature.map { $0 - former }
    }

    /// `4° warmer than yesterday, 7° above normal for the date`, without small differences; nil for neither.
    func text(in style: Style) -> String? {
        var parts: [String] = []
        if let warming, warming.magnitude >= Self.leastWarming { parts.append(yesterdayText(in: style) ?? "") }
        if let excess, excess.magnitude >= Self.leastExcess, let difference = style.difference(excess) {
            parts.append(style.words.normal(difference, isAbove: excess > 0))
        }
        return parts.isEmpty ? nil : parts.joined(separator: style.words.listSeparator).capitalizedFirst
    }

    /// `4° warmer than yesterday`; nil when unknown.
    func yesterdayText(in style: Style) -> String? {
        warming.map { style.words.yesterday(style.difference($0), isWarmer: $0 > 0) }
    }

    /// The members of the JSON of `current`.
    var members: [JSON.Member] {
        [
            ("yesterdayTemperatureC", .number(yesterday)), ("normalHighC", .number(normalHigh)),
            ("normalLowC", .number(normalLow)),
        ]
    }
}
