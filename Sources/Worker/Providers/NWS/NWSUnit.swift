import HTTP
import Weather

extension JSONValue {
    /// A quantity of the service, `{"unitCode": "wmoUnit:km_h-1", "value": 22.2}`, in SI; nil when not given,
    /// implausible, in an unknown unit, or rejected by the service's quality control.
    func measured(_ kind: QuantityKind) -> Double? { kind.believed(reported(kind)) }

    /// The same with implausible values.
    func reported(_ kind: QuantityKind) -> Double? {
        // X: rejected; B: judged bad (https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
        if let check = self["qualityControl"].text, ["X", "B"].contains(check) { return nil }
        return self["value"].converted(kind, unit: self["unitCode"].text)?.rounded(decimals: 3)
    }

    /// This number in SI; nil when it is not a number, implausible, or in an unknown unit.
    ///
    /// - Parameter unit: `wmoUnit:degC`, `unit:degC` as in older answers, or colloquial, `F` and `mph`.
    func inSI(_ kind: QuantityKind, unit: String?) -> Double? { kind.believed(converted(kind, unit: unit)) }

    private func converted(_ kind: QuantityKind, unit: String?) -> Double? {
        guard let number, let unit else { return nil }
        // The vocabulary, which may be a whole URL, is ignored.
        let name = unit.split { $0 == ":" || $0 == "/" && unit.contains(":") }.last.map(String.init) ?? unit
        return Self.converted(number, from: name, kind)
    }

    private static func converted(_ number: Double, from unit: String, _ kind: QuantityKind) -> Double? {
        switch (kind, unit) {
        case (.temperature, "degC"), (.temperature, "C"), (.pressure, "hPa"), (.percent, "percent"),
            (.direction, "degree_(angle)"), (.speed, "m_s-1"), (.speed, "m/s"), (.depth, "mm"), (.freshSnow, "mm"),
            (.distance, "m"), (.altitude, "m"):
            number
        case (.temperature, "degF"), (.temperature, "F"): Units.Temperature.fahrenheit.celsius(number)
        case (.temperature, "K"): Units.Temperature.kelvin.celsius(number)
        case (.pressure, "Pa"): number / 100
        case (.speed, "km_h-1"), (.speed, "km/h"): number / 3.6
        case (.speed, "mph"): number * 0.44704
        case (.speed, "kt"): number * 1852 / 3600
        case (.depth, "m"), (.freshSnow, "m"): number * 1000
        case (.depth, "cm"), (.freshSnow, "cm"): number * 10
        case (.depth, "in"), (.freshSnow, "in"): number * 25.4
        case (.distance, "km"): number * 1000
        case (.distance, "mi"), (.distance, "mi_us"): number * 1609.344
        default: nil
        }
    }
}
