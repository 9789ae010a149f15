import Languages
import Weather

/// The scale on which views show air quality. The raw values are the words of `air.scale`.
public enum AirScale: String, Sendable, Hashable, CaseIterable {
    /// By the country of the place: its own scale in Canada, India, the United Kingdom and the United States, else the
    /// European one.
    case auto
    case european, us, aqhi, naqi, daqi

    /// The scales that no provider reports, in the order of the JSON, where their words are the keys.
    static let computed: [AirScale] = [.aqhi, .naqi, .daqi]

    /// The scale of each country that has its own here, and of territories that use it.
    private static let national: [String: AirScale] = [
        "CA": .aqhi, "IN": .naqi, "GB": .daqi, "GI": .daqi, "US": .us, "AS": .us, "GU": .us, "MP": .us, "PR": .us,
        "UM": .us, "VI": .us,
    ]

    /// The scale for a place; never `auto`.
    ///
    /// - Parameter countryCode: ISO 3166-1 alpha-2; nil when unknown.
    func scale(in countryCode: String?) -> AirScale {
        self == .auto ? Self.national[countryCode ?? ""] ?? .european : self
    }

    var index: AirIndex {
        switch self {
        case .auto, .european: .european
        case .us: .us
        case .aqhi: .canadian
        case .naqi: .indian
        case .daqi: .british
        }
    }
}

extension AirIndex {
    /// The index at an hour of a report; nil when unknown.
    func value(at hour: AirQuality, in report: AirReport) -> Double? {
        switch self {
        case .european: hour.europeanIndex
        case .us: hour.usIndex
        case .openWeather: hour.openWeatherIndex
        case .canadian: report.canadianIndex(at: hour)
        case .indian: report.indianIndex(at: hour)
        case .british: report.britishIndex(at: hour)
        }
    }

    /// `Fair (34)`; Canada's scale ends with `10+`.
    func text(_ value: Double, in style: Style) -> StyledText {
        let number = self == .canadian && value > 10 ? "10+" : style.number(value)
        return band(value).map { band in
            StyledText(
                style.words.airBand(band).capitalizedFirst + style.words.parenthesized(number),
                .color(Palette.color(of: band)))
        } ?? StyledText(number)
    }
}

extension Scene {
    func airScale(in style: Style) -> AirScale { style.airScale.scale(in: place.locality?.countryCode) }

    /// The indices to show, the one of the place's scale first.
    func airIndices(in style: Style) -> [AirIndex] {
        let first = airScale(in: style).index
        return [first] + [.european, .us, .openWeather].filter { $0 != first }
    }

    /// The air quality at `now` on the first index that is known.
    func airReading(in style: Style) -> (value: Double, index: AirIndex)? {
        guard let air, let hour = air.air(at: now) else { return nil }
        for index in airIndices(in: style) {
            if let value = index.value(at: hour, in: air) { return (value, index) }
        }
        return nil
    }
}
