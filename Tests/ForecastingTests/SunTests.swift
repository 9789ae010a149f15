import Testing
import Weather

@testable import Forecasting

@Suite struct SunTests {
    /// Longyearbyen at the solstices.
    @Test(arguments: [(1_797_807_600, Daylight.polarNight), (1_781_992_800, Daylight.polarDay)])
    func thePolarDayAndNight(midnight: Int, expected: Daylight) throws {
        let sun = Sun(coordinate: try #require(Coordinate(latitude: 78.22, longitude: 15.65)))
        let start = UnixTime(midnight)
        #expect(sun.daylight(from: start, to: start.advanced(by: 86_400)) == expected)
    }

    /// The solstices of 2026 as almanacs have them, to within two minutes.
    @Test(arguments: [
        // London, 04:43 and 21:21; 08:04 and 15:53.
        (51.51, -0.13, 1_781_996_400, 1_782_013_380, 1_782_073_260),
        (51.51, -0.13, 1_797_811_200, 1_797_840_240, 1_797_868_380),
        // New York, 05:25 and 20:31; 07:17 and 16:32.
        (40.71, -74.01, 1_782_014_400, 1_782_033_900, 1_782_088_260),
        (40.71, -74.01, 1_797_829_200, 1_797_855_420, 1_797_888_720),
        // Sydney, 05:41 and 20:06.
        (-33.87, 151.21, 1_797_771_600, 1_797_792_060, 1_797_843_960),
    ])
    func theSunRisesAndSets(
        latitude: Double, longitude: Double, midnight: Int, sunrise: Int, sunset: Int
    ) throws {
        let sun = Sun(coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        let start = UnixTime(midnight)
        let daylight = sun.daylight(from: start, to: start.advanced(by: 86_400))
        #expect(abs(try #require(daylight.sunrise).seconds - sunrise) <= 120)
        #expect(abs(try #require(daylight.sunset).seconds - sunset) <= 120)
        #expect(!sun.isUp(at: start))
        #expect(sun.isUp(at: UnixTime((sunrise + sunset) / 2)))
    }
}
