/// Weather conditions, the same for every provider and not localised. The raw values are the `condition.code` of the
/// JSON output.
public enum Condition: String, Sendable, Codable, CaseIterable {
    case clear
    case mostlyClear = "mostly-clear"
    case partlyCloudy = "partly-cloudy"
    case overcast
    case fog
    case drizzle
    case freezingDrizzle = "freezing-drizzle"
    case rainLight = "rain-light"
    case rain
    case rainHeavy = "rain-heavy"
    case freezingRain = "freezing-rain"
    case sleet
    case snowLight = "snow-light"
    case snow
    case snowHeavy = "snow-heavy"
    case rainShowers = "rain-showers"
    case snowShowers = "snow-showers"
    case thunderstorm
    case thunderstormHail = "thunderstorm-hail"
    case haze
    case smoke
    case dust
    case squall
    case tornado
    case unknown
}

extension Condition {
    /// The rank where several conditions become one, of an hour, a day or a station's report, from fair to severe; -1 for
    /// unknown. Thunderstorms are worst as in WMO code table 4677; ice on the ground is more dangerous than snow, and heavy rain
    /// than light.
    public var severity: Int { Self.ranked.firstIndex(of: self) ?? -1 }

    private static let ranked: [Condition] = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .haze, .smoke, .dust, .fog, .drizzle, .rainLight, .rainShowers,
        .rain, .snowLight, .snowShowers, .sleet, .snow, .rainHeavy, .snowHeavy, .freezingDrizzle, .squall,
        .freezingRain, .thunderstorm, .thunderstormHail, .tornado,
    ]

    /// Whether it is dangerous: heavy rain and worse.
    public var isDangerous: Bool { severity >= Condition.rainHeavy.severity }

    /// Whether it only describes how much of the sky is covered.
    public var isSky: Bool {
        switch self {
        case .clear, .mostlyClear, .partlyCloudy, .overcast: true
        default: false
        }
    }
}

extension Condition {
    /// By the share of the sky that is covered.
    ///
    /// - Parameter cover: %.
    public init(cover: Double) {
        self =
            switch cover {
            case ..<20: .clear
            case ..<50: .mostlyClear
            case ..<80: .partlyCloudy
            default: .overcast
            }
    }
}
