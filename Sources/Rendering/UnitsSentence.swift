public import Weather

/// What `set-units` confirms.
public enum UnitsSentence {
    /// `temperature in °C, wind in kn, …`
    public static func text(_ units: Units) -> String {
        """
        temperature in \(units.temperature.symbol), wind in \(units.wind.symbol), pressure in \(units.pressure.symbol), \
        precipitation in \(units.precipitation.symbol), distance in \(units.distance.symbol)
        """
    }
}

extension Units.Temperature {
    fileprivate var symbol: String {
        switch self {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "K"
        }
    }
}

extension Units.Wind {
    fileprivate var symbol: String {
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
    fileprivate var symbol: String {
        switch self {
        case .hectopascals: "hPa"
        case .millimetersOfMercury: "mmHg"
        case .inchesOfMercury: "inHg"
        }
    }
}

extension Units.Precipitation {
    /// In full where the symbol would read as a word of the sentence.
    fileprivate var symbol: String { self == .inches ? "inches" : rawValue }
}

extension Units.Distance {
    fileprivate var symbol: String { rawValue }
}
