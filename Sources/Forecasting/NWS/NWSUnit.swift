import HTTP
import Weather

extension JSONValue {
    /// A quantity as the service writes it, `{"unitCode": "wmoUnit:km_h-1", "value": 22.2}`, in SI; nil when it is not
    /// given, cannot be believed, is in a unit that means nothing here, or did not pass the service's own checks.
    func measured(_ quantity: Quantity) -> Double? {
        // X: rejected; B: judged bad (https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
        if let check = self["qualityControl"].text, ["X", "B"].contains(check) { return nil }
        return self["value"].inSI(quantity, unit: self["unitCode"].text)
    }

    /// This number in SI; nil when it is none, cannot be believed, or is in a unit that means nothing here.
    ///
    /// - Parameter unit: `wmoUnit:degC`, `unit:degC` as in older answers, or as people write it, `F` and `mph`.
    func inSI(_ quantity: Quantity, unit: String?) -> Double? {
        guard let number, let unit else { return nil }
        // The vocabulary, which may be a whole address, makes no difference.
        let name = unit.split { $0 == ":" || $0 == "/" && unit.contains(":") }.last.map(String.init) ?? unit
        return quantity.believed(Self.converted(number, from: name, quantity))
    }

    private static func converted(_ number: Double, from unit: String, _ quantity: Quantity) -> Double? {
        switch (quantity, unit) {
        case (.temperature, "degC"), (.temperature, "C"), (.pressure, "hPa"), (.share, "percent"),
            (.direction, "degree_(angle)"), (.speed, "m_s-1"), (.speed, "m/s"), (.depth, "mm"), (.snowDepth, "mm"),
            (.visibility, "m"):
            number
        case (.temperature, "degF"), (.temperature, "F"): Units.Temperature.fahrenheit.celsius(number)
        case (.temperature, "K"): Units.Temperature.kelvin.celsius(number)
        case (.pressure, "Pa"): number / 100
        case (.speed, "km_h-1"), (.speed, "km/h"): number / 3.6
        case (.speed, "mph"): number * 0.44704
        case (.speed, "kt"): number * 1852 / 3600
        case (.depth, "m"), (.snowDepth, "m"): number * 1000
        case (.depth, "cm"), (.snowDepth, "cm"): number * 10
        case (.depth, "in"), (.snowDepth, "in"): number * 25.4
        case (.visibility, "km"): number * 1000
        case (.visibility, "mi"), (.visibility, "mi_us"): number * 1609.344
        default: nil
        }
    }
}
