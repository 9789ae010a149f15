import Testing
import Weather

/// Points of the tables that the authorities publish, in whole degrees.
@Suite struct ComfortTests {
    private func celsius(_ fahrenheit: Double) -> Double { (fahrenheit - 32) / 1.8 }

    /// The heat index chart of the National Weather Service: °F, %.
    @Test(arguments: [
        (80.0, 40.0, 80.0), (90, 50, 95), (96, 50, 108), (100, 40, 109), (110, 40, 136), (86, 90, 105),
    ])
    func heatIndexIsThatOfTheChart(temperature: Double, humidity: Double, expected: Double) throws {
        let index = try #require(Comfort.heatIndex(temperature: celsius(temperature), humidity: humidity))
        #expect((index * 1.8 + 32 - expected).magnitude <= 0.5)
    }

    /// The adjustments that the service documents: at 100 °F and 10 %, (13 − 10) / 4 · √((17 − 5) / 17) = 0.63 °F less than the
    /// regression; at 84 °F and 95 %, (95 − 85) / 10 · (87 − 84) / 5 = 0.6 °F more.
    @Test func heatIndexIsAdjustedInDryAndHumidAir() throws {
        func fahrenheit(_ air: Double, _ humidity: Double) throws -> Double {
            try #require(Comfort.heatIndex(temperature: celsius(air), humidity: humidity)) * 1.8 + 32
        }
        #expect(try (fahrenheit(100, 10) - 94.1).magnitude < 0.1)
        #expect(try (fahrenheit(84, 95) - 100.9).magnitude < 0.1)
        // Without a step where the adjustments begin.
        for (air, humidity) in [(95.0, 13.0), (84, 85)] {
            #expect(try (fahrenheit(air, humidity - 0.01) - fahrenheit(air, humidity + 0.01)).magnitude < 0.1)
        }
    }

    /// From Environment Canada's table: at 30 °C with a dew point of 15 °C it is 34.
    @Test(arguments: [(30.0, 15.0, 34.0), (25, 20, 33), (35, 25, 47)])
    func humidexIsThatOfTheTable(temperature: Double, dewPoint: Double, expected: Double) {
        #expect(Comfort.humidex(temperature: temperature, dewPoint: dewPoint)?.rounded() == expected)
    }

    /// Environment Canada's table: °C, km/h.
    @Test(arguments: [(-20.0, 5.0, -24.0), (-20, 30, -33), (-40, 60, -64), (-10, 20, -18), (0, 10, -3), (5, 40, -1)])
    func windChillIsThatOfTheTable(temperature: Double, speed: Double, expected: Double) {
        #expect(Comfort.windChill(temperature: temperature, windSpeed: speed / 3.6)?.rounded() == expected)
    }

    /// The chart of the National Weather Service, in °F and mph.
    @Test(arguments: [(0.0, 15.0, -19.0), (30, 20, 17), (-45, 60, -98), (40, 5, 36), (20, 10, 9)])
    func windChillIsThatOfTheChart(temperature: Double, speed: Double, expected: Double) throws {
        let chill = try #require(Comfort.windChill(temperature: celsius(temperature), windSpeed: speed * 0.44704))
        #expect((chill * 1.8 + 32 - expected).magnitude <= 0.5)
    }

    /// The example of Stull's paper.
    @Test func wetBulbIsThatOfThePaper() throws {
        let wetBulb = try #require(Comfort.wetBulb(temperature: 20, humidity: 50))
        #expect((wetBulb - 13.7).magnitude < 0.05)
    }

    /// By hand: at 30 °C and 50 % the vapour pressure is 21.15 hPa; 17.01 + 8.31 + 3.94.
    @Test func wetBulbGlobeFollowsTheApproximation() throws {
        let globe = try #require(Comfort.wetBulbGlobe(temperature: 30, humidity: 50))
        #expect((globe - 29.26).magnitude < 0.02)
    }

    @Test func formulasHaveARange() {
        #expect(Comfort.heatIndex(temperature: 26.6, humidity: 90) == nil)
        #expect(Comfort.heatIndex(temperature: 26.7, humidity: 90) != nil)
        #expect(Comfort.humidex(temperature: 19.9, dewPoint: 19) == nil)
        // Less than one above the temperature.
        #expect(Comfort.humidex(temperature: 30, dewPoint: 8) == nil)
        #expect(Comfort.windChill(temperature: 10, windSpeed: 2) != nil)
        #expect(Comfort.windChill(temperature: 10.1, windSpeed: 2) == nil)
        #expect(Comfort.windChill(temperature: -20, windSpeed: 1.33) == nil)
        #expect(Comfort.windChill(temperature: -20, windSpeed: 1.34) != nil)
        #expect(Comfort.wetBulb(temperature: 50.1, humidity: 50) == nil)
        #expect(Comfort.wetBulb(temperature: -20.1, humidity: 50) == nil)
        #expect(Comfort.wetBulb(temperature: 20, humidity: 99.5) == nil)
        #expect(Comfort.wetBulb(temperature: 20, humidity: 4) == nil)
        // The formula errs by 4 K in cold dry air.
        #expect(Comfort.wetBulb(temperature: -20, humidity: 70) == nil)
        #expect(Comfort.wetBulb(temperature: -20, humidity: 80) != nil)
        #expect(Comfort.wetBulb(temperature: 0, humidity: 25) == nil)
        // The chart ends at 137 °F, Steadman's table at 50 °C.
        #expect(Comfort.heatIndex(temperature: 45, humidity: 60) == nil)
        #expect(Comfort.heatIndex(temperature: 43.3, humidity: 40) != nil)
        #expect(Comfort.heatIndex(temperature: 50.1, humidity: 5) == nil)
    }

    /// All numbers that conditions may have are safe.
    @Test func extremesAreFinite() {
        for temperature in stride(from: -120.0, through: 100, by: 10) {
            for other in stride(from: -120.0, through: 200, by: 10) {
                let values = [
                    Comfort.heatIndex(temperature: temperature, humidity: other),
                    Comfort.humidex(temperature: temperature, dewPoint: other),
                    Comfort.windChill(temperature: temperature, windSpeed: other),
                    Comfort.wetBulb(temperature: temperature, humidity: other),
                    Comfort.wetBulbGlobe(temperature: temperature, humidity: other),
                ]
                #expect(values.allSatisfy { $0?.isFinite != false }, "\(temperature) \(other)")
            }
        }
    }

    private func value(_ quantity: Quantity<Conditions>, _ change: (inout Conditions) -> Void = { _ in }) -> Double? {
        var conditions = Conditions()
        conditions.temperature = 30
        conditions.humidity = 50
        conditions.dewPoint = 15
        conditions.windSpeed = 5
        conditions.isDay = true
        change(&conditions)
        return quantity.get(conditions)
    }

    @Test func conditionsHaveTheirIndicesInTenths() {
        #expect(value(.heatIndex) == 31.0)
        #expect(value(.humidex) == 34.0)
        #expect(value(.wetBulbGlobe) == 29.3)
        #expect(value(.windChill) == nil)
        #expect(value(.windChill) { $0.temperature = -20 } == -30.0)
        #expect(value(.wetBulb) { $0.temperature = 20 } == 13.7)
    }

    @Test func anIndexNeedsItsNumbers() {
        for quantity in Conditions.comfort { #expect(value(quantity) { $0.temperature = nil } == nil) }
        for quantity in [Quantity.heatIndex, .wetBulb, .wetBulbGlobe] as [Quantity<Conditions>] {
            #expect(value(quantity) { $0.humidity = nil } == nil)
        }
        #expect(value(.humidex) { $0.dewPoint = nil } == nil)
        #expect(value(.windChill) { ($0.temperature, $0.windSpeed) = (-20, nil) } == nil)
    }

    /// The formula assumes sun.
    @Test func wetBulbGlobeIsUnknownAtNight() {
        #expect(value(.wetBulbGlobe) { $0.isDay = false } == nil)
        #expect(value(.wetBulbGlobe) { $0.isDay = nil } == 29.3)
    }
}
