import Weather

/// What a number of a provider's measures, and the range that it can be believed in.
enum Quantity: Sendable {
    case temperature
    case speed
    /// Of water.
    case depth
    case snowDepth
    case pressure
    case share
    case direction
    case visibility
    case uvIndex
    case hours
    case seconds

    /// The number, which is in SI by now (depths in mm, pressure in hPa, temperature in °C), to three decimals; nil when
    /// it cannot be true, since no number is better than a wrong one.
    func believed(_ number: Double?) -> Double? {
        guard let number, range.contains(number) else { return nil }
        return number.rounded(decimals: 3)
    }

    /// Wider than the records in the World Meteorological Organization's archive of weather and climate extremes.
    var range: ClosedRange<Double> {
        switch self {
        case .temperature: -120...100
        case .speed: 0...200
        case .depth: 0...5000
        case .snowDepth: 0...20_000
        case .pressure: 800...1150
        case .share: 0...100
        case .direction: 0...360
        case .visibility: 0...1_000_000
        case .uvIndex: 0...60
        // A day has 25 hours when the clocks go back.
        case .hours: 0...25
        case .seconds: 0...90_000
        }
    }
}
