import Almanac
import Testing
import Weather

/// Days without a sunrise, without a sunset, or without both.
struct PolarSunTests {
    /// Polar day and night: from the tables of the U.S. Naval Observatory for 2026 (Tromsø) and computed with PyEphem
    /// 4.2.1 (the others), in standard time.
    @Test(arguments: [
        (69.65, 18.96, 1, "2026-01-14", Daylight.polarNight), (69.65, 18.96, 1, "2026-05-19", .polarDay),
        (69.65, 18.96, 1, "2026-06-21", .polarDay), (69.65, 18.96, 1, "2026-07-24", .polarDay),
        (69.65, 18.96, 1, "2026-11-28", .polarNight), (69.65, 18.96, 1, "2026-12-21", .polarNight),
        (78.22, 15.65, 1, "2026-02-14", .polarNight), (78.22, 15.65, 1, "2026-04-19", .polarDay),
        (78.22, 15.65, 1, "2026-08-23", .polarDay), (78.22, 15.65, 1, "2026-10-27", .polarNight),
        (71.29, -156.79, -9, "2026-01-21", .polarNight), (71.29, -156.79, -9, "2026-05-11", .polarDay),
        (71.29, -156.79, -9, "2026-07-31", .polarDay), (71.29, -156.79, -9, "2026-11-19", .polarNight),
        (-77.85, 166.67, 12, "2026-02-18", .polarDay), (-77.85, 166.67, 12, "2026-04-25", .polarNight),
        (-77.85, 166.67, 12, "2026-08-18", .polarNight), (-77.85, 166.67, 12, "2026-10-24", .polarDay),
        (90, 0, 0, "2022-03-17", .polarNight), (90, 0, 0, "2022-03-19", .polarDay),
        (90, 0, 0, "2022-09-24", .polarDay), (90, 0, 0, "2022-09-26", .polarNight),
        (-90, 0, 0, "2022-09-19", .polarNight), (-90, 0, 0, "2022-09-21", .polarDay),
        (-90, 0, 0, "2022-03-21", .polarDay), (-90, 0, 0, "2022-03-23", .polarNight),
    ])
    func dayOrNight(latitude: Double, longitude: Double, hours: Int, date: String, expected: Daylight) throws {
        #expect(try daylight(latitude, longitude, hours, date) == expected)
    }

    /// The first day of the midnight sun has no sunset, and the last one has no sunrise.
    @Test(arguments: [
        // PyEphem 4.2.1: in Longyearbyen it rises at 00:39:38, and four months later sets at 23:28:29.
        (78.22, 15.65, 1, "2026-04-18", "00:39:38", "--", 60),
        (78.22, 15.65, 1, "2026-08-24", "--", "23:28:29", 60),
        // Utqiaġvik: it sets after midnight.
        (71.29, -156.79, -9, "2026-08-01", "--", "25:00:45", 60),
        // U.S. Naval Observatory, "Rise and Set for the Sun for 2022". At a pole the sun climbs 0.001° in four minutes,
        // and sunrise takes half an hour.
        (90, 0, 0, "2022-03-18", "13:02", "--", 1200), (90, 0, 0, "2022-09-25", "--", "04:13", 1200),
        (-90, 0, 0, "2022-09-20", "21:52", "--", 1200), (-90, 0, 0, "2022-03-22", "--", "18:07", 1200),
    ])
    func oneSided(
        latitude: Double, longitude: Double, hours: Int, date: String, rise: String, set: String, seconds: Int
    ) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let day = AlmanacDay(place: "", coordinate: place, date: date, offset: hours * 3600, times: [rise, set])
        let daylight = Sun(coordinate: place).daylight(from: try day.start, to: try day.end)
        #expect(agree(daylight.sunrise, try day.moment(0), within: seconds))
        #expect(agree(daylight.sunset, try day.moment(1), within: seconds))
    }

    /// U.S. Naval Observatory, "Rise and Set for the Sun for 2022", one and two degrees from the poles, where the sun
    /// takes five minutes for each hundredth of a degree.
    @Test(
        arguments: AlmanacDay.table(
            """
            89°N 89 30 0
            2022-03-16 08:11 12:37
            2022-03-17 06:11 14:42
            2022-03-18 04:40 16:21
            2022-09-24 02:12 16:35
            2022-09-27 07:37 11:35
            88°S -88 45 0
            2022-03-20 00:58 16:43
            2022-03-27 07:19 10:37
            2022-09-16 07:08 10:56
            2022-09-24 00:24 18:06
            """))
    func nearPolesMatchesAlmanac(day: AlmanacDay) throws {
        let daylight = Sun(coordinate: day.coordinate).daylight(from: try day.start, to: try day.end)
        #expect(agree(daylight.sunrise, try day.moment(0), within: 120))
        #expect(agree(daylight.sunset, try day.moment(1), within: 120))
    }

    /// From the tables above: the last sunrise before the weeks without a sunset. PyEphem 4.2.1 for Longyearbyen.
    @Test func upSince() throws {
        let longyearbyen = Sun(coordinate: try #require(Coordinate(latitude: 78.22, longitude: 15.65)))
        let rise = try utc("2026-04-17T23:39:38Z")
        for later in ["2026-04-18T12:00:00Z", "2026-06-21T00:00:00Z", "2026-08-24T20:00:00Z"] {
            #expect(agree(longyearbyen.lastRise(before: try utc(later)), rise, within: 60))
        }
        #expect(longyearbyen.lastRise(before: try utc("2026-12-21T12:00:00Z")) == nil)
        let pole = Sun(coordinate: try #require(Coordinate(latitude: 90, longitude: 0)))
        let spring = try utc("2022-03-18T13:02:00Z")
        #expect(agree(pole.lastRise(before: try utc("2022-09-24T00:00:00Z")), spring, within: 1200))
    }

    /// On the last day in Longyearbyen the sun is up from midnight; no day has more than 24 hours of sun.
    @Test(arguments: [
        ("2026-04-18", 86_400 - 2378), ("2026-06-21", 86_400), ("2026-08-24", 23 * 3600 + 28 * 60 + 29),
        ("2026-12-21", 0),
    ])
    func length(date: String, seconds: Int) throws {
        let start = try utc(date + "T00:00:00Z").advanced(by: -3600)
        let end = start.advanced(by: 86_400)
        let place = try #require(Coordinate(latitude: 78.22, longitude: 15.65))
        #expect(abs(Sun(coordinate: place).daylight(from: start, to: end).length(from: start, to: end) - seconds) <= 60)
        #expect(Daylight.polarDay.length(from: start, to: end.advanced(by: 3600)) == 86_400)
    }

    /// The length of the day changes by at most two and a half hours from one day to the next.
    @Test(arguments: [(69.65, 18.96, 1), (67.86, 20.22, 1), (71.29, -156.79, -9), (-77.85, 166.67, 12)])
    func dayLengthChangesSmoothly(latitude: Double, longitude: Double, hours: Int) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let first = try utc("2026-01-01T00:00:00Z").advanced(by: -hours * 3600)
        let lengths = (0..<366).map { day in
            let start = first.advanced(by: day * 86_400)
            let end = start.advanced(by: 86_400)
            return Sun(coordinate: place).daylight(from: start, to: end).length(from: start, to: end)
        }
        #expect(zip(lengths, lengths.dropFirst()).allSatisfy { abs($0 - $1) < 9000 })
        #expect(lengths.contains(0) && lengths.contains(86_400))
    }

    private func daylight(_ latitude: Double, _ longitude: Double, _ hours: Int, _ date: String) throws -> Daylight {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let start = try utc(date + "T00:00:00Z").advanced(by: -hours * 3600)
        return Sun(coordinate: place).daylight(from: start, to: start.advanced(by: 86_400))
    }
}
