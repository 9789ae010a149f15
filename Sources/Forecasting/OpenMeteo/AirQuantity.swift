/// What a number of the air's measures, and the range that it can be believed in.
enum AirQuantity: Sendable {
    /// Of one of the indices.
    case index
    /// Of particles or of a gas, µg/m³.
    case concentration
    /// Grains/m³.
    case pollen

    /// The number in the quantity's unit; nil when its unit is not known or it cannot be true.
    ///
    /// - Parameter unit: as in the answer's `*_units`; nil when it is not there.
    func value(_ number: Double, unit: String?) -> Double? {
        guard let factor = factor(of: unit) else { return nil }
        let value = (number * factor).rounded(decimals: 3)
        return range.contains(value) ? value : nil
    }

    private func factor(of unit: String?) -> Double? {
        switch (self, unit) {
        // Both indices are numbers without a unit, but the service names them.
        case (_, nil), (.index, ""), (.index, "EAQI"), (.index, "USAQI"), (.pollen, "grains/m³"): 1
        // The Greek letter as the service writes it, and the sign for micro.
        case (.concentration, "\u{3BC}g/m³"), (.concentration, "\u{B5}g/m³"): 1
        case (.concentration, "mg/m³"): 1000
        default: nil
        }
    }

    /// The indices end at 500, but storms of dust and smoke have led them beyond; concentrations and pollen counts stay far
    /// below these.
    private var range: ClosedRange<Double> {
        switch self {
        case .index: 0...2000
        case .concentration: 0...1_000_000
        case .pollen: 0...100_000
        }
    }
}
