import Testing

@testable import Languages
@testable import Rendering

@Suite struct AirPollutantTests {
    /// The end of the first band and the start of the last one, µg/m³.
    @Test(arguments: [
        (AirIndex.european, AirPollutant.fineParticles, 10.0, 75.0), (.european, .particles, 20, 150),
        (.european, .ozone, 50, 380), (.european, .nitrogenDioxide, 40, 340), (.european, .sulphurDioxide, 100, 750),
        (.us, .fineParticles, 9.1, 225.5), (.us, .particles, 55, 425),
        // 55 and 405 ppb; 54 and 1250 ppb; 36 and 605 ppb; 4.5 and 30.5 ppm.
        (.us, .ozone, 107.98, 795.1), (.us, .nitrogenDioxide, 101.62, 2352.25), (.us, .sulphurDioxide, 94.34, 1585.37),
        (.us, .carbonMonoxide, 5155.22, 34_940.91),
        (.openWeather, .fineParticles, 10, 75), (.openWeather, .particles, 20, 200), (.openWeather, .ozone, 60, 180),
        (.openWeather, .nitrogenDioxide, 40, 200), (.openWeather, .sulphurDioxide, 20, 350),
        (.openWeather, .carbonMonoxide, 4400, 15_400),
    ])
    func bands(index: AirIndex, pollutant: AirPollutant, first: Double, last: Double) {
        let worst: AirIndex.Band =
            switch index {
            case .european: .extremelyPoor
            case .us: .hazardous
            case .openWeather: .veryPoor
            case .canadian, .indian, .british: preconditionFailure("has other first bands")
            }
        #expect(index.band(of: pollutant, 0) == .good && index.band(of: pollutant, first - 0.05) == .good)
        #expect(index.band(of: pollutant, first + 0.05) == (index == .us ? .moderate : .fair))
        #expect(index.band(of: pollutant, last - 0.05) != worst && index.band(of: pollutant, last + 0.05) == worst)
        #expect(index.band(of: pollutant, -1) == nil)
    }

    /// Of the table's whole numbers.
    @Test func nationalBands() {
        for (concentration, band) in [
            (30.4, AirIndex.Band.good), (30.5, .satisfactory), (250, .veryPoor), (251, .severe),
        ] {
            #expect(AirIndex.indian.band(of: .fineParticles, concentration) == band)
        }
        for (concentration, band) in [(35.0, AirIndex.Band.low), (36, .moderate), (54, .high), (71, .veryHigh)] {
            #expect(AirIndex.british.band(of: .fineParticles, concentration) == band)
        }
        #expect(AirIndex.british.band(of: .carbonMonoxide, 100) == nil)
        #expect(AirIndex.canadian.band(of: .ozone, 100) == nil)
    }

    /// The European index has no carbon monoxide.
    @Test func missingPollutantHasNoBand() {
        #expect(AirIndex.european.band(of: .carbonMonoxide, 30_000) == nil)
    }
}
