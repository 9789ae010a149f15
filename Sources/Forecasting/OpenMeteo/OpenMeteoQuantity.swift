import Weather

extension Quantity {
    /// The number in SI (depths in mm, pressure in hPa, temperature in °C).
    ///
    /// - Parameter unit: as in the answer's `*_units`; nil when it is not there, and the number then is in the unit
    ///   that was asked for.
    /// - Returns: nil when the unit is not known or the number cannot be true, since no number is better than a wrong one.
    func value(_ number: Double, unit: String?) -> Double? {
        guard let value = convert(number, from: unit ?? unitAskedFor), range.contains(value) else { return nil }
        // Open-Meteo rounds -0.04 to -0.0, which nobody wants to read.
        return value == 0 ? 0 : value
    }

    private var unitAskedFor: String {
        switch self {
        case .temperature: "°C"
        case .speed: "m/s"
        case .depth: "mm"
        case .snowDepth: "cm"
        case .pressure: "hPa"
        case .share: "%"
        case .direction: "°"
        case .visibility: "m"
        case .uvIndex: ""
        case .hours: "h"
        case .seconds: "s"
        }
    }

    private func convert(_ number: Double, from unit: String) -> Double? {
        if case .temperature = self, unit == "°F" {
            return Units.Temperature.fahrenheit.celsius(number).rounded(decimals: 3)
        }
        guard let factor = factor(of: unit) else { return nil }
        // A number that needs no conversion stays as it was sent, to the last digit.
        return factor == 1 ? number : (number * factor).rounded(decimals: 3)
    }

    private func factor(of unit: String) -> Double? {
        switch (self, unit) {
        case (.temperature, "°C"), (.pressure, "hPa"), (.share, "%"), (.direction, "°"), (.uvIndex, ""),
            (.hours, "h"), (.seconds, "s"), (.speed, "m/s"), (.visibility, "m"), (.depth, "mm"), (.snowDepth, "mm"):
            1
        case (.speed, "km/h"): 1 / 3.6
        case (.speed, "mp/h"), (.speed, "mph"): 0.44704
        case (.speed, "kn"): 1852.0 / 3600
        case (.depth, "cm"), (.snowDepth, "cm"): 10
        case (.depth, "inch"), (.snowDepth, "inch"): 25.4
        case (.depth, "ft"), (.snowDepth, "ft"): 304.8
        case (.depth, "m"), (.snowDepth, "m"): 1000
        case (.visibility, "ft"): 0.3048
        default: nil
        }
    }
}
