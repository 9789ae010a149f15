import ClientProtocol
import Languages
import Weather

/// A user's template for `short`: text with placeholders such as `{temperature}`, and optional parts such as `{( gusts
/// {gusts})}`, which are omitted when their placeholders are empty. Literal braces are doubled.
///
/// A placeholder can have a format: `{temperature:.1f°F}`, `{place:<20.12}`. See `Template.Format`.
public struct Template: Sendable, Hashable {
    indirect enum Part: Hashable {
        case literal(String)
        case field(Field, Format)
        /// A part that is shown only if all its placeholders have values, except those in nested optional parts.
        case optional([Part])
    }

    let parts: [Part]

    /// `{icon} {temperature}`
    public static let standard = Template(parts: [
        .plain(.icon), .literal(" "), .field(.quantity(.temperature), .plain),
    ])

    /// `{place:.20} {icon} {temperature}`: the default for a place other than the current one.
    public static let elsewhere = Template(
        parts: [.field(.named(.place), Format(precision: 20)), .literal(" ")] + standard.parts)

    /// `{place} {high}/{low} {condition}`: the default alternative, selected by `toggle`.
    public static let alternate = Template(parts: [
        .plain(.place), .literal(" "), .plain(.high), .literal("/"), .plain(.low), .literal(" "), .plain(.condition),
    ])

    /// `{place} {temperature}, {condition}, {age} old`: for `systemctl status`.
    public static let serviceStatus = Template(parts: [
        .plain(.place), .literal(" "), .field(.quantity(.temperature), .plain), .literal(", "), .plain(.condition),
        .literal(", "),
        .plain(.age), .literal(" old"),
    ])

    /// All placeholders and their meanings, in the order of the documentation.
    public static var placeholders: [(name: String, meaning: String)] {
        Field.allCases.map { ($0.name, $0.meaning) }
    }

    private init(parts: [Part]) {
        self.parts = parts
    }

    public init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parse()
    }

    /// The placeholders in the template, including those in optional parts.
    var fields: Set<Field> { Set(Self.fields(of: parts)) }

    func shows(_ field: NamedField) -> Bool { Self.fields(of: parts).contains(.named(field)) }

    private static func fields(of parts: [Part]) -> [Field] {
        parts.flatMap { part -> [Field] in
            switch part {
            case .literal: return []
            case .field(let field, _): return [field]
            case .optional(let inner): return fields(of: inner)
            }
        }
    }
}

extension Template.Part {
    fileprivate static func plain(_ field: Template.NamedField) -> Template.Part { .field(.named(field), .plain) }
}

extension Template {
    /// A placeholder.
    enum Field: Hashable, CaseIterable {
        /// A value of the current weather.
        case quantity(Quantity<Conditions>)
        case named(NamedField)
    }

    /// Any other placeholder. The raw values are the words between the braces.
    enum NamedField: String, CaseIterable {
        case icon, condition, place, region, country, high, low
        case windDirection = "wind-direction"
        case windArrow = "wind-arrow"
        case probability, nowcast, alert
        case alertSeverity = "alert-severity"
        case alertKind = "alert-kind"
        case announced
        case announcedFrom = "announced-from"
        case announcedSeverity = "announced-severity"
        case announcedKind = "announced-kind"
        case airQuality = "air-quality"
        case airQualityBand = "air-quality-band"
        case waveHeight = "wave-height"
        case waterTemperature = "water-temperature"
        case tide
        case sunrise, sunset
        case daylightLeft = "daylight-left"
        case moon
        case moonPhase = "moon-phase"
        case weekday, date, time, summary, trend
        case trendArrow = "trend-arrow"
        case tomorrow
        case tomorrowIcon = "tomorrow-icon"
        case tomorrowCondition = "tomorrow-condition"
        case tomorrowHigh = "tomorrow-high"
        case tomorrowLow = "tomorrow-low"
        case tomorrowSummary = "tomorrow-summary"
        case yesterdayDifference = "yesterday-difference"
        case normalHigh = "normal-high"
        case normalLow = "normal-low"
        case highRange = "high-range"
        case age, updated, freshness, offline, error, provider
    }
}

extension Template.Field {
    /// In the order of the documentation.
    static let allCases =
        (Conditions.quantities + Conditions.comfort).filter { $0.placeholder != nil }.map(Self.quantity)
        + Template.NamedField.allCases.map(Self.named)

    init?(name: String) {
        guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = field
    }

    /// The word between the braces.
    var name: String {
        switch self {
        case .quantity(let quantity): quantity.placeholder?.name ?? quantity.name
        case .named(let field): field.rawValue
        }
    }

    /// One line for `help` and the documentation; "empty" means that the placeholder and its space are omitted.
    var meaning: String {
        switch self {
        case .quantity(let quantity): quantity.placeholder?.meaning ?? ""
        case .named(let field): field.entry.meaning
        }
    }

    var kind: Template.Kind {
        switch self {
        case .quantity(let quantity): Template.Kind(quantity.kind)
        case .named(let field): field.entry.kind
        }
    }
}

// The table of the other placeholders: kind and meaning.
extension Template.NamedField {
    fileprivate var entry: (kind: Template.Kind, meaning: String) {
        switch self {
        case .icon: (.symbol, "weather icon")
        case .condition: (.text, "the weather in words, with its likelihood if not certain")
        case .place: (.text, "name of the place")
        case .region: (.text, "state or province; empty if unknown")
        case .country: (.text, "country; empty if unknown")
        case .high: (.temperature, "highest temperature today, or in its known hours")
        case .low: (.temperature, "lowest temperature today, or in its known hours")
        case .windDirection: (.text, "compass point the wind comes from; empty if calm")
        case .windArrow: (.symbol, "arrow in the direction the wind blows; empty if calm")
        case .probability: (.percent, "probability of precipitation in this hour or the provider's longer period")
        case .nowcast: (.text, "when rain or snow begins or ends; empty if it stays dry or is unknown")
        case .alert: (.text, "the worst warning in force; empty if none")
        case .alertSeverity: (.text, "its severity in words; empty if there is none")
        case .alertKind: (.text, "its danger in a word or two, such as wind; empty if unknown")
        case .announced: (.text, "the worst warning that will be in force; empty if none")
        case .announcedFrom: (.text, "when it begins, such as from Saturday; empty if there is none")
        case .announcedSeverity: (.text, "its severity in words; empty if there is none")
        case .announcedKind: (.text, "its danger in a word or two; empty if unknown")
        case .airQuality: (.index, "air quality index, on the scale of the place or of air.scale")
        case .airQualityBand: (.text, "the same in a word")
        case .waveHeight: (.text, "height of the waves; empty unless weatherctl marine was used")
        case .waterTemperature: (.temperature, "temperature of the sea, likewise")
        case .tide: (.text, "the next high or low tide and its approximate time, likewise")
        case .sunrise: (.symbol, "sunrise")
        case .sunset: (.symbol, "sunset")
        case .daylightLeft: (.text, "daylight left today; empty after sunset")
        case .moon: (.symbol, "moon icon")
        case .moonPhase: (.text, "moon phase")
        case .weekday: (.text, "day of the week at the place")
        case .date: (.text, "date at the place")
        case .time: (.symbol, "time at the place")
        case .summary: (.text, "the rest of today, or from the evening on the night, in one sentence")
        case .trend: (.text, "temperature trend of the next 6 hours")
        case .trendArrow: (.symbol, "the same as an arrow")
        case .tomorrow: (.text, "tomorrow compared with today; empty on the last day of the forecast")
        case .tomorrowIcon: (.symbol, "weather icon of tomorrow")
        case .tomorrowCondition: (.text, "tomorrow's weather in words")
        case .tomorrowHigh: (.temperature, "highest temperature tomorrow")
        case .tomorrowLow: (.temperature, "lowest temperature tomorrow")
        case .tomorrowSummary: (.text, "tomorrow in one sentence")
        case .yesterdayDifference: (.text, "temperature compared with the same time yesterday; empty if unknown")
        case .normalHigh: (.temperature, "normal high for the date")
        case .normalLow: (.temperature, "normal low for the date")
        case .highRange: (.text, "range of today's high in 80% of the ensemble members; empty if unknown")
        case .age: (.text, "time since the weather was fetched")
        case .updated: (.symbol, "time at which the weather was fetched")
        case .freshness: (.text, "a word if the weather is stale; empty if fresh")
        case .offline: (.text, "a word if the network was not reached; empty if it was")
        case .error: (.text, "why the last refresh failed; empty if it did not")
        case .provider: (.text, "the weather service")
        }
    }
}

extension Template.Field {
    /// The placeholder closest to a misspelled name: similar to it, or with a common beginning; nil when none is close.
    static func nearest(to name: String) -> Template.Field? {
        let name = String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        guard (2...40).contains(name.count) else { return nil }
        return name.nearest(of: allCases.map(\.name)).flatMap(Template.Field.init)
            ?? allCases.first { $0.name.starts(with: name) || name.starts(with: $0.name) }
    }
}
