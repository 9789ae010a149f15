import Weather

extension QuantityKind {
    /// The number in SI (depths in mm, pressure in hPa, temperature in °C).
    ///
    /// - Parameter unit: as in the answer's `*_units`; when nil, the requested unit.
    /// - Returns: nil when the unit is unknown or the number is implausible.
    func value(_ number: Double, unit: String?) -> Double? {
        guard let value = convert(number, from: unit ?? unitAskedFor), range.contains(value) else { return nil }
        // Open-Meteo rounds -0.04 to -0.0.
        return value == 0 ? 0 : value
    }

    private var unitAskedFor: String {
        switch self {
        case .temperature: "°C"
        case .speed: "m/s"
        case .depth: "mm"
        case .freshSnow: "cm"
        case .pressure: "hPa"
        case .percent: "%"
        case .direction: "°"
        case .distance, .snowCover, .altitude: "m"
        case .uvIndex, .humidex, .airIndex, .airLevel: ""
        case .hours: "h"
        case .seconds: "s"
        case .concentration: "\u{3BC}g/m³"
        case .pollen: "grains/m³"
        }
    }

    private func convert(_ number: Double, from unit: String) -> Double? {
        if case .temperature = self, unit == "°F" {
            return Units.Temperature.fahrenheit.celsius(number).rounded(decimals: 3)
        }
        guard let factor = factor(of: unit) else { return nil }
        // A number without conversion keeps all its digits.
        return factor == 1 ? number : (number * factor).rounded(decimals: 3)
    }

    private func factor(of unit: String) -> Double? {
        switch (self, unit) {
        case (.temperature, "°C"), (.pressure, "hPa"), (.percent, "%"), (.direction, "°"), (.uvIndex, ""),
            (.hours, "h"), (.seconds, "s"), (.speed, "m/s"), (.distance, "m"), (.depth, "mm"), (.freshSnow, "mm"),
            (.snowCover, "m"), (.altitude, "m"), (.pollen, "grains/m³"):
            1
        // Both indices are numbers without a unit, but the service names them.
        case (.airIndex, ""), (.airIndex, "EAQI"), (.airIndex, "USAQI"): 1
        // The Greek letter as the service writes it, and the sign for micro.
        case (.concentration, "\u{3BC}g/m³"), (.concentration, "\u{B5}g/m³"): 1
        case (.concentration, "mg/m³"): 1000
        case (.speed, "km/h"): 1 / 3.6
        case (.speed, "mp/h"), (.speed, "mph"): 0.44704
        case (.speed, "kn"): 1852.0 / 3600
        case (.depth, "cm"), (.freshSnow, "cm"): 10
        case (.depth, "inch"), (.freshSnow, "inch"): 25.4
        case (.depth, "ft"), (.freshSnow, "ft"): 304.8
        case (.depth, "m"), (.freshSnow, "m"): 1000
        case (.distance, "ft"), (.snowCover, "ft"), (.altitude, "ft"): 0.3048
        default: nil
        }
    }
}
