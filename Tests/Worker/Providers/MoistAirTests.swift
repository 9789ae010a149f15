import Testing
import Weather

@testable import Providers

@Suite struct MoistAirTests {
    /// Reference: table 4.B.1 of WMO-No. 8 and an ordinary psychrometric chart.
    @Test func dewPointMatchesTables() {
        #expect(abs(MoistAir(temperature: 20, humidity: 50).dewPoint - 9.3) < 0.1)
        #expect(MoistAir(temperature: 7.5, humidity: 100).dewPoint.rounded(decimals: 6) == 7.5)
    }

    @Test func windLowersFeelsLike() {
        let air = MoistAir(temperature: 10, humidity: 60)
        #expect(air.feelsLike(windSpeed: 10, radiation: 0) < air.feelsLike(windSpeed: 1, radiation: 0))
    }

    @Test func humidityRaisesFeelsLike() {
        let (dry, damp) = (MoistAir(temperature: 30, humidity: 20), MoistAir(temperature: 30, humidity: 80))
        #expect(dry.feelsLike(windSpeed: 2, radiation: 0) < 30)
        #expect(damp.feelsLike(windSpeed: 2, radiation: 0) > 32)
    }

    /// Computed manually: 20 °C and 50 % are a vapour pressure of 11.66 hPa, and 4 m/s are 3 m/s at 2 m.
    @Test func strongSunRaisesFeelsLike() {
        let air = MoistAir(temperature: 20, humidity: 50)
        #expect(abs(air.feelsLike(windSpeed: 4, radiation: 0) - 17.71) < 0.01)
        #expect(air.feelsLike(windSpeed: 4, radiation: 550) == air.feelsLike(windSpeed: 4, radiation: 0))
        #expect(abs(air.feelsLike(windSpeed: 4, radiation: 940) - 19.81) < 0.01)
        // 0.70 × 39 / (3 + 10)
        let warming = air.feelsLike(windSpeed: 4, radiation: 940) - air.feelsLike(windSpeed: 4, radiation: 0)
        #expect(abs(warming - 2.1) < 1e-6)
    }

    @Test(arguments: [(0, false), (1, true)] as [(Double, Bool)])
    func feelsLikeNeedsHumidity(humidity: Double, isKnown: Bool) throws {
        var conditions = Conditions(condition: .clear)
        (conditions.temperature, conditions.humidity, conditions.windSpeed) = (40, humidity, 2)
        let value = DerivedWeather.feelsLike(conditions, at: Contract.now, in: try #require(Contract.london))
        #expect((value != nil) == isKnown)
        #expect(value == value?.rounded(decimals: 1), "a formula is not more precise")
    }
}
