import HTTP
import Weather

/// The units of an answer's quantities.
struct METUnits {
    private let names: [String: JSONValue]

    /// - Parameter units: `properties.meta.units`.
    init(_ units: JSONValue) {
        names = units.members
    }

    /// The number called `name` in SI; nil when not given, implausible, or in an unknown unit.
    func value(_ name: String, _ kind: QuantityKind, in details: JSONValue) -> Double? {
        guard let number = details[name].number, let unit = names[name]?.text else { return nil }
        return kind.believed(Self.converted(number, from: unit, kind))
    }

    private static func converted(_ number: Double, from unit: String, _ kind: QuantityKind) -> Double? {
        switch kind {
        case .temperature:
            switch unit {
            case "celsius": number
            case "fahrenheit": Units.Temperature.fahrenheit.celsius(number)
            case "kelvin", "K": Units.Temperature.kelvin.celsius(number)
            default: nil
            }
        case .speed:
            switch unit {
            case "m/s": number
            case "km/h": number / 3.6
            case "knots", "kt": number * 1852 / 3600
            default: nil
            }
        case .depth:
            switch unit {
            case "mm", "mm/h": number
            case "cm": number * 10
            case "m": number * 1000
            default: nil
            }
        case .pressure: unit == "hPa" ? number : unit == "Pa" ? number / 100 : nil
        case .percent: unit == "%" ? number : unit == "1" ? number * 100 : nil
        case .direction: unit == "degrees" ? number : nil
        case .uvIndex: unit == "1" ? number : nil
        // The service has none of these.
        case .freshSnow, .snowCover, .distance, .altitude, .humidex, .hours, .seconds, .airIndex, .airLevel,
            .concentration, .pollen:
            nil
        }
    }
}
