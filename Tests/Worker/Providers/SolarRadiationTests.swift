import Testing

@testable import Providers

struct SolarRadiationTests {
    @Test(arguments: [-90.0, -10, -0.833, 0])
    func nothingAtNight(elevation: Double) {
        #expect(SolarRadiation(elevation: elevation, cloudCover: 0).global == 0)
    }

    /// Computed manually from the two formulas: at the zenith 1098 e^-0.059, at 30° 549 e^-0.118; 50 % cloud cover
    /// removes 7.1 %, 100 % three quarters.
    @Test(arguments: [(90, 0, 1035.1), (30, 0, 487.9), (30, 50, 453.2), (30, 100, 122.0), (30, 110, 122.0)])
    func matchesManualCalculation(elevation: Double, cloudCover: Double, expected: Double) {
        #expect(abs(SolarRadiation(elevation: elevation, cloudCover: cloudCover).global - expected) < 0.1)
    }

    @Test func radiationGrowsWithSolarElevation() {
        let values = stride(from: 0.0, through: 90, by: 1).map { SolarRadiation(elevation: $0, cloudCover: 30).global }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
}
