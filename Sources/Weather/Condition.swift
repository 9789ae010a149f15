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
    /// The rank where the conditions of several hours are summarised as one, from fair to severe; -1 for unknown. That of rain and
    /// snow is the order of the codes of WMO code table 4677.
    public var severity: Int { Self.ranked.firstIndex(of: self) ?? -1 }

    /// The rank where a service states several conditions of one moment: as `severity`, but ice on the ground is more dangerous than
    /// the snow beside it; -1 for unknown.
    public var danger: Int {
        let (snow, rank) = (Condition.snowShowers.severity, severity)
        return switch self {
        case .freezingDrizzle: snow * 3 + 1
        case .freezingRain: snow * 3 + 2
        default: rank < 0 ? -1 : rank * 3
        }
    }

    private static let ranked: [Condition] = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .haze, .smoke, .dust, .fog, .drizzle, .freezingDrizzle,
        .rainLight,
        .rain, .rainHeavy, .freezingRain, .sleet, .snowLight, .snow, .snowHeavy, .rainShowers, .snowShowers,
        .thunderstorm, .thunderstormHail, .squall, .tornado,
    ]

    /// Whether it only describes how much of the sky is covered.
    public var isSky: Bool {
        switch self {
        case .clear, .mostlyClear, .partlyCloudy, .overcast: true
        default: false
        }
    }
}
