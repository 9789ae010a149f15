import Almanac
import Testing
import Weather

/// Published sunrises and sunsets, to within two minutes.
struct SunriseTests {
    /// U.S. Naval Observatory, "Complete Sun and Moon Data for One Day", <https://aa.usno.navy.mil/api/rstt/oneday>,
    /// standard time: civil dawn, rise, upper transit, set, civil dusk. The equinoxes and solstices of 2026 are from
    /// `rise_set_golden_test.cpp` of 0xf3cd/celestial-calendar (NOAA's tables agree within a minute), the other days
    /// from public repositories.
    static let naval = AlmanacDay.table(
        """
        Quito -0.22 -78.51 -5
        2026-03-20 05:57 06:18 12:21 18:25 18:45
        2026-06-21 05:50 06:13 12:16 18:19 18:42
        2026-09-23 05:42 06:03 12:06 18:10 18:30
        2026-12-21 05:46 06:08 12:12 18:16 18:39
        Singapore 1.35 103.82 8
        2026-03-20 06:48 07:09 13:12 19:15 19:36
        2026-06-21 06:38 07:00 13:06 19:12 19:35
        2026-09-23 06:33 06:54 12:57 19:00 19:21
        2026-12-21 06:39 07:01 13:03 19:04 19:27
        London 51.50 -0.13 0
        2026-03-20 05:30 06:03 12:08 18:13 18:47
        2026-06-21 02:55 03:43 12:02 20:21 21:09
        2026-09-23 05:15 05:48 11:53 17:57 18:30
        2026-12-21 07:23 08:04 11:59 15:53 16:34
        Beijing 39.90 116.41 8
        2026-03-20 05:52 06:19 12:22 18:26 18:53
        2026-06-21 04:13 04:46 12:16 19:46 20:19
        2026-09-23 05:36 06:02 12:07 18:11 18:37
        2026-12-21 07:02 07:32 12:12 16:52 17:23
        NewYork 40.71 -74.01 -5
        2026-03-20 05:32 05:59 12:03 18:08 18:36
        2026-06-21 03:52 04:25 11:58 19:31 20:04
        2026-09-23 05:17 05:45 11:48 17:51 18:19
        2026-12-21 06:46 07:17 11:54 16:32 17:03
        Sydney -33.87 151.21 10
        2026-03-20 05:33 05:58 12:03 18:07 18:32
        2026-06-21 06:32 07:00 11:57 16:54 17:22
        2026-09-23 05:19 05:44 11:48 17:52 18:17
        2026-12-21 04:11 04:41 11:53 19:05 19:35
        Tromsø 69.65 18.96 1
        2026-03-20 04:44 05:44 11:52 18:01 19:02
        2026-09-23 04:27 05:28 11:37 17:43 18:43
        Rome 41.89 12.48 1
        2016-12-01 06:47 07:18 11:59 16:40 17:11
        Larchmont 40.93 -73.76 -5
        2022-02-05 06:33 07:01 12:09 17:17 17:46
        Washington 38.889444 -77.035278 -5
        2024-03-05 06:07 06:34 12:19 18:06 18:32
        Seattle 47.6687 -122.3847 -7
        2026-09-24 06:29 06:59 13:01 19:03 19:33
        SanFrancisco 37.76 -122.44 -7
        2018-06-10 05:16 05:48 13:09 20:31 21:02
        """)

    @Test(arguments: naval)
    func matchesNavalObservatory(day: AlmanacDay) throws {
        let sun = Sun(coordinate: day.coordinate)
        let daylight = sun.daylight(from: try day.start, to: try day.end)
        #expect(agree(daylight.sunrise, try day.moment(1), within: 60))
        #expect(agree(sun.noon(from: try day.start, to: try day.end), try day.moment(2), within: 60))
        #expect(agree(daylight.sunset, try day.moment(3), within: 60))
        let civil = sun.twilight(.civil, from: try day.start, to: try day.end)
        #expect(agree(civil.dawn, try day.moment(0), within: 60))
        #expect(agree(civil.dusk, try day.moment(4), within: 60))
    }

    /// NOAA Global Monitoring Laboratory, solar calculator, yearly tables,
    /// <https://gml.noaa.gov/grad/solcalc/table.php>, local time, which was daylight saving time in León and San Diego:
    /// as quoted in the tests of public repositories.
    static let noaa = AlmanacDay.table(
        """
        León 42.60 -5.57 2
        2026-10-15 08:35 19:40
        Tokushima 34.16 134.50 9
        2026-10-15 06:07 17:28
        Quito -0.18 -78.47 -5
        2026-10-15 05:56 18:03
        Reykjavík 64.13 -21.94 0
        2026-10-15 08:18 18:08
        SanDiego 32.7157 -117.1611 -7
        2026-10-08 06:48 18:24
        SanDiego 32.7157 -117.1611 -8
        2026-12-21 06:47 16:47
        """)

    /// U.S. Naval Observatory, "Rise and Set for the Sun", yearly tables: 2019 from the repository
    /// cosinekitty/astronomy, Fredonia in Arizona from skyfielders/python-skyfield, Toronto from ICU's tests.
    static let yearly = AlmanacDay.table(
        """
        60°N 60 0 0
        2019-01-01 09:02 15:05
        2019-03-20 06:03 18:14
        2019-06-21 02:36 21:28
        2019-09-23 05:46 17:58
        2019-12-22 09:02 14:55
        60°S150°W -60 -150 -10
        2019-01-01 02:43 21:23
        2019-03-21 06:03 18:10
        2019-06-21 09:06 14:58
        2019-12-22 02:32 21:25
        Fredonia 36.95 -112.5167 -7
        2023-03-12 06:46 18:35
        2023-06-21 05:11 19:53
        2023-11-05 06:58 17:29
        2023-12-31 07:43 17:23
        Toronto 43.6667 -79.4167 -4
        2001-04-01 06:59 19:45
        2001-04-30 06:11 20:19
        """)

    /// Computed with PyEphem 4.2.1 (VSOP87), with the centre of the sun 0.833° below the horizon: beyond the polar
    /// circles, and on both sides of the date line.
    static let computed = AlmanacDay.table(
        """
        Longyearbyen 78.22 15.65 1
        2026-02-17 10:50:55 13:34:05
        2026-08-26 01:05:28 22:33:56
        Utqiaġvik 71.29 -156.79 -9
        2026-05-09 02:15:43 24:48:30
        2026-11-18 12:41:48 13:42:04
        McMurdo -77.85 166.67 12
        2026-02-21 02:16:25 23:39:01
        2026-08-21 11:31:43 14:23:41
        Kiritimati 1.87 -157.40 14
        2026-06-21 06:24:23 18:38:14
        Taveuni -16.85 180 12
        2026-12-21 05:23:42 18:31:57
        Taveuni -16.85 -180 12
        2026-03-20 06:03:47 18:11:10
        """)

    @Test(arguments: noaa + yearly + computed)
    func matchesPublishedTables(day: AlmanacDay) throws {
        let daylight = Sun(coordinate: day.coordinate).daylight(from: try day.start, to: try day.end)
        #expect(agree(daylight.sunrise, try day.moment(0), within: 60))
        #expect(agree(daylight.sunset, try day.moment(1), within: 60))
    }

    /// San Francisco on the days of the clock changes in 2012, from the table of the U.S. Naval Observatory for that
    /// year, in standard time (UTC-8).
    @Test(arguments: [
        ("2012-03-11", "2012-03-11T08:00:00Z", "2012-03-12T07:00:00Z", "2012-03-11T14:26:00Z", "2012-03-12T02:14:00Z"),
        ("2012-11-04", "2012-11-04T07:00:00Z", "2012-11-05T08:00:00Z", "2012-11-04T14:39:00Z", "2012-11-05T01:07:00Z"),
    ])
    func matchesAlmanacOnClockChangeDays(date: String, start: String, end: String, rise: String, set: String) throws {
        let place = try #require(Coordinate(latitude: 37.7667, longitude: -122.4333))
        let daylight = Sun(coordinate: place).daylight(from: try utc(start), to: try utc(end))
        #expect(agree(daylight.sunrise, try utc(rise), within: 60))
        #expect(agree(daylight.sunset, try utc(set), within: 60))
    }

    @Test func sunIsUpFromSunriseToSunset() throws {
        let day = try #require(Self.naval.first { $0.place == "London" })
        let sun = Sun(coordinate: day.coordinate)
        let (rise, set) = (try #require(try day.moment(1)), try #require(try day.moment(3)))
        #expect(!sun.isUp(at: rise.advanced(by: -90)) && sun.isUp(at: rise.advanced(by: 90)))
        #expect(sun.isUp(at: set.advanced(by: -90)) && !sun.isUp(at: set.advanced(by: 90)))
    }

    /// Meeus, "Astronomical Algorithms", example 25.b: on 1992-10-13 at midnight the sun's declination was -7.785°.
    @Test func sunReachesZenithAtItsDeclination() throws {
        let moment = try utc("1992-10-13T00:00:00Z")
        let heights = stride(from: -179.9, through: 180, by: 0.1).compactMap { longitude in
            Coordinate(latitude: -7.785, longitude: longitude).map { Sun(coordinate: $0).elevation(at: moment) }
        }
        #expect(abs(try #require(heights.max()) - 90) < 0.1)
    }
}
