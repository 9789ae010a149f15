/// An air quality index and its bands, whose limits are integers.
package enum AirIndex {
    /// The European Environment Agency's European Air Quality Index, on Open-Meteo's scale: <https://open-meteo.com/en/docs/air-quality-api>.
    case european
    /// The Air Quality Index of the United States Environmental Protection Agency, 40 CFR 58, appendix G, table 2.
    case us
    /// <https://openweathermap.org/api/air-pollution>
    case openWeather
    /// Canada's Air Quality Health Index.
    case canadian
    /// India's National Air Quality Index.
    case indian
    /// The United Kingdom's Daily Air Quality Index.
    case british

    /// The raw values are used in JSON; views show them without hyphens.
    package enum Band: String, CaseIterable {
        case good, fair, moderate, poor
        case veryPoor = "very-poor"
        case extremelyPoor = "extremely-poor"
        case unhealthyForSensitiveGroups = "unhealthy-for-sensitive-groups"
        case unhealthy
        case veryUnhealthy = "very-unhealthy"
        case hazardous
        case low, high
        case veryHigh = "very-high"
        case satisfactory, severe
    }

    /// The band of a value; nil for an invalid value.
    package func band(_ value: Double) -> Band? {
        let value = value.rounded(.toNearestOrAwayFromZero)
        guard value >= 0 else { return nil }
        return switch self {
        case .european:
            switch value {
            case ...20: .good
            case ...40: .fair
            case ...60: .moderate
            case ...80: .poor
            case ...100: .veryPoor
            default: .extremelyPoor
            }
        case .us:
            switch value {
            case ...50: .good
            case ...100: .moderate
            case ...150: .unhealthyForSensitiveGroups
            case ...200: .unhealthy
            case ...300: .veryUnhealthy
            default: .hazardous
            }
        case .openWeather:
            switch value {
            case 1: .good
            case 2: .fair
            case 3: .moderate
            case 4: .poor
            case 5: .veryPoor
            default: nil
            }
        case .canadian: risk(value, high: 7...10)
        case .indian:
            switch value {
            case ...50: .good
            case ...100: .satisfactory
            case ...200: .moderate
            case ...300: .poor
            case ...400: .veryPoor
            default: .severe
            }
        case .british: risk(value, high: 7...9)
        }
    }

    /// The bands of the scales from 1 on.
    private func risk(_ value: Double, high: ClosedRange<Double>) -> Band {
        value < 4 ? .low : value < high.lowerBound ? .moderate : high.contains(value) ? .high : .veryHigh
    }
}
