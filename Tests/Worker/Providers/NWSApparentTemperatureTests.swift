import Testing
import Weather

@testable import Providers

struct NWSApparentTemperatureTests {
    /// Rows of <https://www.weather.gov/safety/cold-wind-chill-chart> and <https://www.weather.gov/safety/heat-index>, °F.
    @Test(arguments: [
        (0, 15, 50, -19), (40, 5, 50, 36), (-20, 40, 50, -57), (50, 3, 50, 50), (50, 10, 50, 46),
        (51, 30, 50, 51), (70, 5, 95, 70), (79, 5, 95, 79), (80, 5, 40, 80), (90, 5, 70, 106), (100, 5, 50, 118),
        (86, 5, 90, 105),
    ])
    func apparentTemperatureMatchesNWSTables(
        fahrenheit: Double, milesAnHour: Double, humidity: Double, expected: Double
    ) throws {
        var conditions = Conditions()
        conditions.temperature = Units.Temperature.fahrenheit.celsius(fahrenheit)
        conditions.windSpeed = milesAnHour * 0.44704
        conditions.humidity = humidity
        let apparent = try #require(NWSApparentTemperature.value(of: conditions))
        #expect(abs(Units.Temperature.fahrenheit.converted(apparent) - expected) < 0.6)
    }

    @Test func apparentTemperatureNeedsItsInputs() {
        var conditions = Conditions()
        #expect(NWSApparentTemperature.value(of: conditions) == nil)
        conditions.temperature = 20
        #expect(NWSApparentTemperature.value(of: conditions) == 20)
        conditions.temperature = 5
        #expect(NWSApparentTemperature.value(of: conditions) == nil)
        conditions.temperature = 35
        #expect(NWSApparentTemperature.value(of: conditions) == nil)
    }
}
