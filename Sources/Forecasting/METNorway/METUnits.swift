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
        switch (kind, unit) {
        case (.temperature, "celsius"), (.pressure, "hPa"), (.percent, "%"), (.direction, "degrees"), (.speed, "m/s"),
            (.depth, "mm"), (.depth, "mm/h"), (.uvIndex, "1"):
            number
        case (.temperature, "fahrenheit"): Units.Temperature.fahrenheit.celsius(number)
        case (.temperature, "kelvin"), (.temperature, "K"): Units.Temperature.kelvin.celsius(number)
        case (.pressure, "Pa"): number / 100
        case (.percent, "1"): number * 100
        case (.speed, "km/h"): number / 3.6
        case (.speed, "knots"), (.speed, "kt"): number * 1852 / 3600
        case (.depth, "cm"): number * 10
        case (.depth, "m"): number * 1000
        default: nil
        }
    }
}
