import Testing
import Weather

@Suite struct ConversionTests {
    private func isClose(_ left: Double, _ right: Double, within tolerance: Double) -> Bool {
        (left - right).magnitude <= tolerance
    }

    @Test(arguments: [(0.0, 32.0), (100.0, 212.0), (-40.0, -40.0), (37.0, 98.6), (-273.15, -459.67)])
    func fahrenheit(celsius: Double, fahrenheit: Double) {
        #expect(isClose(Units.Temperature.fahrenheit.converted(celsius), fahrenheit, within: 1e-9))
        #expect(isClose(Units.Temperature.fahrenheit.celsius(fahrenheit), celsius, within: 1e-9))
    }

    @Test(arguments: Units.Temperature.allCases, [-273.15, -40, 0, 0.1, 21.5, 56.7])
    func conversionRoundTrips(unit: Units.Temperature, celsius: Double) {
        #expect(isClose(unit.celsius(unit.converted(celsius)), celsius, within: 1e-9))
    }

    @Test func kelvin() {
        #expect(Units.Temperature.kelvin.converted(0) == 273.15)
        #expect(Units.Temperature.kelvin.converted(-273.15) == 0)
    }

    @Test func wind() {
        #expect(isClose(Units.Wind.kilometersPerHour.converted(10), 36, within: 1e-9))
        #expect(isClose(Units.Wind.milesPerHour.converted(44.704), 100, within: 1e-9))
        #expect(isClose(Units.Wind.knots.converted(1852), 3600, within: 1e-9))
        #expect(Units.Wind.metersPerSecond.converted(3.4) == 3.4)
    }

    /// By the same table, the highest mean wind of each force is 0.1 m/s below the next force's lowest.
    @Test(arguments: [
        (0.0, 0), (0.2, 0), (0.3, 1), (1.5, 1), (1.6, 2), (3.3, 2), (3.4, 3), (5.4, 3), (5.5, 4), (7.9, 4), (8.0, 5),
        (10.7, 5), (10.8, 6), (13.8, 6), (13.9, 7), (17.1, 7), (17.2, 8), (20.7, 8), (20.8, 9), (24.4, 9), (24.5, 10),
        (28.4, 10), (28.5, 11), (32.6, 11), (32.7, 12), (90.0, 12),
    ])
    func beaufort(metersPerSecond: Double, force: Double) {
        #expect(Units.Wind.beaufort.converted(metersPerSecond) == force)
    }

    @Test func pressure() {
        #expect(Units.Pressure.hectopascals.converted(1013.25) == 1013.25)
        #expect(isClose(Units.Pressure.millimetersOfMercury.converted(1013.25), 760, within: 0.001))
        #expect(isClose(Units.Pressure.inchesOfMercury.converted(1013.25), 29.9213, within: 0.0001))
    }

    @Test func lengths() {
        #expect(Units.Precipitation.inches.converted(25.4) == 1)
        #expect(Units.Precipitation.millimeters.converted(25.4) == 25.4)
        #expect(Units.Distance.miles.converted(1609.344) == 1)
        #expect(Units.Distance.kilometers.converted(1500) == 1.5)
    }

    @Test func zeroIsZero() {
        for unit in Units.Wind.allCases { #expect(unit.converted(0) == 0) }
        for unit in Units.Precipitation.allCases { #expect(unit.converted(0) == 0) }
        for unit in Units.Distance.allCases { #expect(unit.converted(0) == 0) }
    }
}
