import Glibc

/// The Air Quality Health Index of Canada: 1 to 3 low risk, to 6 moderate, to 10 high, above very high.
///
/// Source: D. M. Stieb et al., "A new multipollutant, no-threshold air quality health index …", Journal of the Air & Waste
/// Management Association 58 (3), 2008; <https://www.alberta.ca/air-quality-health-index-calculation>. Not AQHI+, which
/// several provinces use in wildfire smoke.
public enum CanadianAirIndex {
    /// Hours of the means.
    static let hours = 3

    /// - Parameters: means of three hours: ozone and nitrogen dioxide in ppb, fine particles in µg/m³.
    /// - Returns: a whole number, at least 1.
    public static func value(ozone: Double, nitrogenDioxide: Double, fineParticles: Double) -> Double {
        let excess =
            expm1(0.000537 * ozone) + expm1(0.000871 * nitrogenDioxide) + expm1(0.000487 * fineParticles)
        return max(1, (1000 / 10.4 * excess).rounded(.toNearestOrAwayFromZero))
    }

    /// - Parameters:
    ///   - concentration: of a gas, µg/m³.
    ///   - weight: g/mol. One mole takes 24.45 l at 25 °C and 1 atm.
    static func partsPerBillion(_ concentration: Double, weight: Double) -> Double { concentration * 24.45 / weight }
}

extension AirReport {
    /// Canada's index at an hour; nil when a mean of the three pollutants is unknown.
    public func canadianIndex(at hour: AirQuality) -> Double? {
        let hours = CanadianAirIndex.hours
        guard let ozone = mean(of: .ozone, hours: hours, to: hour),
            let nitrogenDioxide = mean(of: .nitrogenDioxide, hours: hours, to: hour),
            let fineParticles = mean(of: .fineParticles, hours: hours, to: hour)
        else { return nil }
        return CanadianAirIndex.value(
            ozone: CanadianAirIndex.partsPerBillion(ozone, weight: 48),
            nitrogenDioxide: CanadianAirIndex.partsPerBillion(nitrogenDioxide, weight: 46.0055),
            fineParticles: fineParticles)
    }
}
