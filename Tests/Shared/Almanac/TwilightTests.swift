import Almanac
import Testing
import Weather

struct TwilightTests {
    /// Skyfield 1.54 with JPL's DE421, to the second, in standard time: nautical dawn and dusk, astronomical dawn and
    /// dusk. As published in the tests of 0xf3cd/celestial-calendar, checked there against the U.S. Naval Observatory.
    @Test(
        arguments: AlmanacDay.table(
            """
            London 51.50 -0.13 0
            2026-06-21 01:40:47 22:23:51 -- --
            2026-12-21 06:40:11 17:16:58 05:59:22 17:57:46
            Tromsø 69.65 18.96 1
            2026-12-21 07:46:42 15:37:40 06:28:18 16:56:03
            """))
    func nauticalAndAstronomicalTwilightMatch(day: AlmanacDay) throws {
        let sun = Sun(coordinate: day.coordinate)
        let nautical = sun.twilight(.nautical, from: try day.start, to: try day.end)
        #expect(agree(nautical.dawn, try day.moment(0), within: 60))
        #expect(agree(nautical.dusk, try day.moment(1), within: 60))
        let astronomical = sun.twilight(.astronomical, from: try day.start, to: try day.end)
        #expect(agree(astronomical.dawn, try day.moment(2), within: 60))
        #expect(agree(astronomical.dusk, try day.moment(3), within: 60))
        #expect(astronomical.lastsAllNight == (day.date == "2026-06-21"))
    }

    /// Tromsø at midwinter, U.S. Naval Observatory: civil twilight without a sunrise.
    @Test func polarNightHasTwilight() throws {
        let day = try #require(
            AlmanacDay.table(
                """
                Tromsø 69.65 18.96 1
                2026-12-21 09:31 13:53
                """
            ).first)
        let civil = Sun(coordinate: day.coordinate).twilight(.civil, from: try day.start, to: try day.end)
        #expect(agree(civil.dawn, try day.moment(0), within: 60))
        #expect(agree(civil.dusk, try day.moment(1), within: 60))
    }

    /// Each twilight at midsummer and midwinter: whether the sun rises that high, and whether it stays above.
    @Test(arguments: [
        // Jyväskylä has white nights, Longyearbyen has polar day and night; at the pole noon is dark.
        (62.24, 25.75, "2026-06-21", [true, true, true], [true, true, true]),
        (62.24, 25.75, "2026-12-21", [true, true, true], [false, false, false]),
        (78.22, 15.65, "2026-06-21", [true, true, true], [true, true, true]),
        (78.22, 15.65, "2026-12-21", [false, true, true], [false, false, false]),
        (90, 0, "2026-12-21", [false, false, false], [false, false, false]),
        (52.52, 13.41, "2026-06-21", [true, true, true], [false, false, true]),
    ])
    func reachedOrAllNight(
        latitude: Double, longitude: Double, date: String, reached: [Bool], allNight: [Bool]
    ) throws {
        let sun = Sun(coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        let start = try utc(date + "T00:00:00Z")
        let times = Twilight.allCases.map { sun.twilight($0, from: start, to: start.advanced(by: 86_400)) }
        #expect(times.map(\.isReached) == reached)
        #expect(times.map(\.lastsAllNight) == allNight)
    }
}
