extension AirReport {
    /// The mean of a concentration in the hours up to one, that one included; nil when more than half of them are unknown.
    func mean(of pollutant: Quantity<AirQuality>, hours count: Int, to hour: AirQuality) -> Double? {
        let span = hour.time.advanced(by: -(count - 1) * 3600)...hour.time
        let values = hours.filter { span.contains($0.time) }.compactMap(pollutant.get)
        return values.isEmpty || values.count * 2 < count ? nil : values.reduce(0, +) / Double(values.count)
    }
}

/// A pollutant's row in the table of a scale with bands.
package struct AirBands: Sendable {
    package let pollutant: Quantity<AirQuality>
    /// Hours of the mean.
    let hours: Int
    /// The highest concentration of each band but the last, in multiples of `step`, µg/m³.
    let ends: [Double]
    /// The concentrations of the table are multiples of this, µg/m³.
    let step: Double

    init(_ pollutant: Quantity<AirQuality>, hours: Int, _ ends: [Double], step: Double = 1) {
        (self.pollutant, self.hours, self.ends, self.step) = (pollutant, hours, ends, step)
    }

    /// A concentration as the table has it.
    func rounded(_ concentration: Double) -> Double {
        (concentration / step).rounded(.toNearestOrAwayFromZero) * step
    }

    /// The number of the band of a concentration, from 0.
    package func band(of concentration: Double) -> Int {
        let concentration = rounded(concentration)
        return ends.count { $0 < concentration }
    }
}
