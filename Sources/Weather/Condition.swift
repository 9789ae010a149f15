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
    /// The rank when a day is summarised, lowest for unknown: cases are declared from fair to severe.
    public var severity: Int {
        self == .unknown ? -1 : Self.allCases.firstIndex(of: self) ?? -1
    }
}
