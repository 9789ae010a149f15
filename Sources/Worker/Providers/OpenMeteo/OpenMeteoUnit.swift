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

    /// What one of the service's units is in ours; nil for an unknown one.
    private func factor(of unit: String) -> Double? {
        switch self {
        case .speed:
            switch unit {
            case "m/s": 1
            case "km/h": 1 / 3.6
            case "mp/h", "mph": 0.44704
            case "kn": 1852.0 / 3600
            default: nil
            }
        case .depth, .freshSnow:
            switch unit {
            case "mm": 1
            case "cm": 10
            case "inch": 25.4
            case "ft": 304.8
            case "m": 1000
            default: nil
            }
        case .distance, .snowCover, .altitude: unit == "m" ? 1 : unit == "ft" ? 0.3048 : nil
        // Both indices are numbers without a unit, but the service names them.
        case .airIndex: unit == "" || unit == "EAQI" || unit == "USAQI" ? 1 : nil
        // The Greek letter as the service writes it, and the sign for micro.
        case .concentration: unit == "\u{3BC}g/m³" || unit == "\u{B5}g/m³" ? 1 : unit == "mg/m³" ? 1000 : nil
        case .temperature, .pressure, .percent, .direction, .uvIndex, .humidex, .airLevel, .hours, .seconds,
            .pollen:
            unit == unitAskedFor ? 1 : nil
        }
    }
}
