import Almanac
import Testing
import Weather

/// Moonrise and moonset as the U.S. Naval Observatory publishes them, to within two minutes.
struct MoonriseTests {
    /// Universal time, from `rise_set_moon_golden_test.cpp` of the repository 0xf3cd/celestial-calendar (to Tromsø) and
    /// `moon_2034_E130_N80.html` of cosinekitty/astronomy.
    static let universal = AlmanacDay.table(
        """
        Quito -0.22 -78.51 0
        1999-06-14 11:58 --
        2024-03-19 19:37 07:10
        2049-06-16 -- 11:56
        Singapore 1.35 103.82 0
        2026-08-13 -- 11:49
        2028-12-19 01:37 13:57
        London 51.50 -0.13 0
        1999-06-14 04:39 20:55
        2024-03-21 14:04 05:15
        2026-08-16 09:33 20:22
        2049-06-18 22:09 07:05
        Beijing 39.90 116.41 0
        2026-08-14 -- 12:00
        2049-06-18 13:47 --
        NewYork 40.71 -74.01 0
        2026-08-15 13:22 00:54
        2028-12-18 14:15 --
        Sydney -33.87 151.21 0
        1999-06-17 -- 10:40
        2026-08-17 23:14 12:15
        Tromsø 69.65 18.96 0
        1999-06-15 00:41 23:39
        2024-03-20 -- --
        2024-03-21 09:39 07:10
        2026-05-14 00:31 17:09
        2026-06-18 02:42 01:07
        2026-08-15 06:57 18:32
        2026-08-20 -- --
        2028-12-18 11:53 14:00
        2049-06-16 23:20 --
        80°N 80 130 0
        2034-01-08 08:43 04:14
        2034-02-07 13:29 00:02
        2034-04-01 05:41 21:00
        """)

    /// "Complete Sun and Moon Data for One Day", local time.
    static let local = AlmanacDay.table(
        """
        Fremont 37.67 -122.02 -7
        2015-07-28 17:57 03:25
        Rome 41.89 12.48 1
        2016-12-01 08:37 18:32
        Larchmont 40.93 -73.76 -5
        2022-02-05 09:40 22:24
        Washington 38.889444 -77.035278 -5
        2024-03-05 03:27 12:21
        EastChinaSea 23 123 8
        2025-10-05 16:15 03:25
        Seattle 47.6687 -122.3847 -7
        2026-09-24 18:13 04:38
        """)

    @Test(arguments: universal + local)
    func matchesNavalObservatory(day: AlmanacDay) throws {
        let (rise, set) = Moon().riseAndSet(at: day.coordinate, from: try day.start, to: try day.end)
        #expect(agree(rise, try day.moment(0), within: 120))
        #expect(agree(set, try day.moment(1), within: 120))
    }

    @Test func moonNeitherRisesNorSetsAtPole() throws {
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))
        let start = try utc("2026-06-01T00:00:00Z")
        let days = (0..<28).map { day in
            Moon().riseAndSet(
                at: pole, from: start.advanced(by: day * 86_400), to: start.advanced(by: (day + 1) * 86_400))
        }
        #expect(days.compactMap(\.rise).count == 1)
        #expect(days.compactMap(\.set).count == 1)
    }
}
