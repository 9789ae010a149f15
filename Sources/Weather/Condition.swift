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
    /// The rank where several conditions are summarised as one: from fair to dangerous; -1 for unknown.
    public var severity: Int { Self.ranked.firstIndex(of: self) ?? -1 }

    private static let ranked: [Condition] = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .haze, .smoke, .dust, .fog, .drizzle, .rainLight, .rain,
        .rainHeavy, .sleet, .snowLight, .snow, .snowHeavy, .rainShowers, .snowShowers, .freezingDrizzle, .freezingRain,
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
