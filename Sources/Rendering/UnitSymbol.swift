import Weather

// The sign that people write each unit with.

extension Units.Temperature {
    var symbol: String {
        switch self {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "K"
        }
    }
}

extension Units.Wind {
    var symbol: String {
        switch self {
        case .metersPerSecond: "m/s"
        case .kilometersPerHour: "km/h"
        case .milesPerHour: "mph"
        case .knots: "kn"
        case .beaufort: "Bft"
        }
    }
}

extension Units.Pressure {
    var symbol: String {
        switch self {
        case .hectopascals: "hPa"
        case .millimetersOfMercury: "mmHg"
        case .inchesOfMercury: "inHg"
        }
    }
}

extension Units.Precipitation {
    var symbol: String { rawValue }
}

extension Units.Distance {
    var symbol: String { rawValue }
}
