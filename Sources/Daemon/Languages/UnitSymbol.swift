package import Weather

extension UnitSymbol {
    /// The symbols of the International System of Units in Latin letters.
    package var international: String {
        switch self {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "K"
        case .metersPerSecond: "m/s"
        case .kilometersPerHour: "km/h"
        case .milesPerHour: "mph"
        case .knots: "kn"
        case .beaufort: "Bft"
        case .hectopascals: "hPa"
        case .millimetersOfMercury: "mmHg"
        case .inchesOfMercury: "inHg"
        case .millimeters: "mm"
        case .centimeters: "cm"
        case .inches: "in"
        case .meters: "m"
        case .feet: "ft"
        case .kilometers: "km"
        case .miles: "mi"
        case .microgramsPerCubicMeter: "µg/m³"
        case .grainsPerCubicMeter: "grains/m³"
        }
    }
}

extension Units.Temperature {
    package var symbol: UnitSymbol {
        switch self {
        case .celsius: .celsius
        case .fahrenheit: .fahrenheit
        case .kelvin: .kelvin
        }
    }
}

extension Units.Wind {
    package var symbol: UnitSymbol {
        switch self {
        case .metersPerSecond: .metersPerSecond
        case .kilometersPerHour: .kilometersPerHour
        case .milesPerHour: .milesPerHour
        case .knots: .knots
        case .beaufort: .beaufort
        }
    }
}

extension Units.Pressure {
    package var symbol: UnitSymbol {
        switch self {
        case .hectopascals: .hectopascals
        case .millimetersOfMercury: .millimetersOfMercury
        case .inchesOfMercury: .inchesOfMercury
        }
    }
}

extension Units.Precipitation {
    package var symbol: UnitSymbol {
        switch self {
        case .millimeters: .millimeters
        case .inches: .inches
        }
    }
}

extension Units.SnowDepth {
    package var symbol: UnitSymbol {
        switch self {
        case .centimeters: .centimeters
        case .millimeters: .millimeters
        case .inches: .inches
        }
    }
}

extension Units.Distance {
    package var symbol: UnitSymbol {
        switch self {
        case .kilometers: .kilometers
        case .miles: .miles
        }
    }
}
