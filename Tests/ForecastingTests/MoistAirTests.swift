import Testing

@testable import Forecasting

@Suite struct MoistAirTests {
    /// Against table 4.B.1 of WMO-No. 8 and an ordinary psychrometric chart.
    @Test func theDewPoint() {
        #expect(abs(MoistAir(temperature: 20, humidity: 50).dewPoint - 9.3) < 0.1)
        #expect(MoistAir(temperature: 7.5, humidity: 100).dewPoint.rounded(decimals: 6) == 7.5)
    }

    @Test func windMakesItFeelColder() {
        let air = MoistAir(temperature: 10, humidity: 60)
        #expect(air.feelsLike(windSpeed: 10) < air.feelsLike(windSpeed: 1))
    }
}
