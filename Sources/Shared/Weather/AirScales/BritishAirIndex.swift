/// The Daily Air Quality Index of the United Kingdom, 1 to 10: low to 3, moderate to 6, high to 9, very high.
///
/// Source: Department for Environment, Food and Rural Affairs, <https://uk-air.defra.gov.uk/air-pollution/daqi?view=more-info>.
public enum BritishAirIndex {
    package static let table = [
        AirBands(.ozone, hours: 8, [33, 66, 100, 120, 140, 160, 187, 213, 240]),
        AirBands(.nitrogenDioxide, hours: 1, [67, 134, 200, 267, 334, 400, 467, 534, 600]),
        // The index uses means of 15 minutes, which may exceed that of the hour.
        AirBands(.sulphurDioxide, hours: 1, [88, 177, 266, 354, 443, 532, 710, 887, 1064]),
        AirBands(.fineParticles, hours: 24, [11, 23, 35, 41, 47, 53, 58, 64, 70]),
        AirBands(.particles, hours: 24, [16, 33, 50, 58, 66, 75, 83, 91, 100]),
    ]
}

extension AirReport {
    /// The United Kingdom's index at an hour: the worst pollutant's; nil unless the means of all five are known, since a
    /// missing one could be the worst.
    public func britishIndex(at hour: AirQuality) -> Double? {
        var worst = 0
        for row in BritishAirIndex.table {
            guard let mean = mean(of: row.pollutant, hours: row.hours, to: hour) else { return nil }
            worst = max(worst, row.band(of: mean) + 1)
        }
        return Double(worst)
    }
}
