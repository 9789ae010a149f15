/// The National Air Quality Index of India, 0 to 500: good to 50, satisfactory to 100, moderate to 200, poor to 300, very
/// poor to 400, severe.
///
/// Source: Central Pollution Control Board, "National Air Quality Index", 2014/15: the table of breakpoints, and the rule that
/// three pollutants are needed, one of them particles. Ammonia and lead are not used.
public enum IndianAirIndex {
    /// The concentration at 500, where the board gives none for the last band, continues the line of its calculator.
    package static let table = [
        AirBands(.fineParticles, hours: 24, [30, 60, 90, 120, 250]),
        AirBands(.particles, hours: 24, [50, 100, 250, 350, 430]),
        AirBands(.nitrogenDioxide, hours: 24, [40, 80, 180, 280, 400]),
        AirBands(.sulphurDioxide, hours: 24, [40, 80, 380, 800, 1600]),
        AirBands(.ozone, hours: 8, [50, 100, 168, 208, 748]),
        // In mg/m³ with one decimal.
        AirBands(.carbonMonoxide, hours: 8, [1000, 2000, 10_000, 17_000, 34_000], step: 100),
    ]

    /// The highest concentrations of the last band, µg/m³, in the order of `table`.
    private static let tops = [380.0, 510, 520, 2400, 1288, 51_000]
    private static let indices = [50.0, 100, 200, 300, 400, 500]

    /// A pollutant's part of the index, from its mean: linear in each band between the table's numbers, 51 for the first
    /// concentration above that of 50. Not rounded, at most 500; nil for a pollutant that the index does not include.
    ///
    /// - Parameter concentration: µg/m³.
    public static func subindex(of pollutant: Quantity<AirQuality>, _ concentration: Double) -> Double? {
        guard let row = zip(table, tops).first(where: { $0.0.pollutant == pollutant }) else { return nil }
        let (bands, top) = row
        let concentration = bands.rounded(concentration)
        let band = bands.band(of: concentration)
        let (lowest, low) = band == 0 ? (0, 0) : (bands.ends[band - 1] + bands.step, indices[band - 1] + 1)
        let highest = band < bands.ends.count ? bands.ends[band] : top
        return min(500, low + (indices[band] - low) * (concentration - lowest) / (highest - lowest))
    }
}

extension AirReport {
    /// India's index at an hour: the worst pollutant's, a whole number; nil when fewer than three means are known, or none
    /// of particles.
    public func indianIndex(at hour: AirQuality) -> Double? {
        var known: [Quantity<AirQuality>: Double] = [:]
        for row in IndianAirIndex.table {
            known[row.pollutant] = mean(of: row.pollutant, hours: row.hours, to: hour).flatMap {
                IndianAirIndex.subindex(of: row.pollutant, $0)
            }
        }
        guard known.count >= 3, known[.fineParticles] != nil || known[.particles] != nil else { return nil }
        return known.values.max()?.rounded(.toNearestOrAwayFromZero)
    }
}
