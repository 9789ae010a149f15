import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Local days, from an answer with one offset throughout.
@Suite struct OpenMeteoCalendarTests {
    private func days(first: Int, count: Int, offset: Int, zone: String) throws -> [String] {
        let answer = Fixtures.daily(first: first, count: count, offset: offset, zone: zone)
        return try report(answer, at: UnixTime(first + 43_200)).days.map { day in
            "\(day.date) \(day.start.seconds) \(Double(day.end.seconds(since: day.start)) / 3600)"
        }
    }

    @Test func clocksGoBackInBerlin() throws {
        #expect(
            try days(first: 1_792_792_800, count: 3, offset: 7200, zone: "Europe/Berlin") == [
                "2026-10-24 1792792800 24.0", "2026-10-25 1792879200 25.0", "2026-10-26 1792969200 24.0",
            ])
    }

    @Test func clocksGoForwardInBerlin() throws {
        #expect(
            try days(first: 1_774_652_400, count: 3, offset: 3600, zone: "Europe/Berlin") == [
                "2026-03-28 1774652400 24.0", "2026-03-29 1774738800 23.0", "2026-03-30 1774821600 24.0",
            ])
    }

    @Test func repeatedDateIsOneDay() throws {
        let noon = 1_792_792_800 + 43_200
        let answer = """
            {"timezone":"Europe/Berlin","utc_offset_seconds":7200,"daily_units":{"temperature_2m_max":"°C"},
            "daily":{"time":[1792792800,\(noon)],"temperature_2m_max":[3,4]}}
            """
        let days = try report(answer, at: UnixTime(noon)).days
        #expect(days.map(\.date.description) == ["2026-10-24"])
        #expect(days.first?.temperatureMax == 3)
    }

    @Test func midnightIsSkippedInSãoPaulo() throws {
        // On 4 November 2018 the clock went from 00:00 to 01:00.
        #expect(
            try days(first: 1_541_214_000, count: 3, offset: -10800, zone: "America/Sao_Paulo") == [
                "2018-11-03 1541214000 24.0", "2018-11-04 1541300400 23.0", "2018-11-05 1541383200 24.0",
            ])
    }

    @Test func midnightIsSkippedInBeirut() throws {
        #expect(
            try days(first: 1_774_648_800, count: 3, offset: 7200, zone: "Asia/Beirut") == [
                "2026-03-28 1774648800 24.0", "2026-03-29 1774735200 23.0", "2026-03-30 1774818000 24.0",
            ])
    }

    @Test func midnightComesTwiceOnTheAzores() throws {
        #expect(
            try days(first: 1_792_800_000, count: 3, offset: 0, zone: "Atlantic/Azores") == [
                "2026-10-24 1792800000 24.0", "2026-10-25 1792886400 25.0", "2026-10-26 1792976400 24.0",
            ])
    }

    @Test(arguments: [
        ("Pacific/Kiritimati", 50400), ("Asia/Kolkata", 19800), ("Asia/Kathmandu", 20700),
        ("Pacific/Pago_Pago", -39600),
    ])
    func farAndOddOffsetsKeepTheDate(zone: String, offset: Int) throws {
        let midnight = 1_795_219_200 - offset
        #expect(
            try days(first: midnight, count: 2, offset: offset, zone: zone) == [
                "2026-11-21 \(midnight) 24.0", "2026-11-22 \(midnight + 86_400) 24.0",
            ])
    }

    @Test(arguments: [(19800, "GMT+0530"), (-12600, "GMT-0330"), (7200, "GMT+0200"), (0, "GMT")])
    func unknownZoneFallsBackToOffset(offset: Int, name: String) throws {
        let report = try report(
            Fixtures.daily(first: 1_795_219_200 - offset, count: 1, offset: offset, zone: "Mars/Olympus"))
        #expect(report.timeZone == name)
        #expect(report.days.first?.start.seconds == 1_795_219_200 - offset)
    }

    @Test func missingOffsetIsTakenFromZone() throws {
        let report = try report(
            #"{"timezone":"Europe/Berlin","daily":{"time":[1795215600],"temperature_2m_max":[1]}}"#)
        #expect(report.days.first?.date == CalendarDate(year: 2026, month: 11, day: 21))
    }

    @Test func localTimesAreReadWithTheOffset() throws {
        let report = try report(
            #"""
            {"timezone":"Europe/Berlin","utc_offset_seconds":3600,
             "current":{"time":"2026-11-21T13:15","temperature_2m":4},
             "hourly_units":{"time":"iso8601"},
             "hourly":{"time":["2026-11-21T13:00","nonsense","2026-02-30T13:00","2026-11-21T14:00"],
              "temperature_2m":[1,2,3,4]},
             "daily":{"time":["2026-11-21"],"temperature_2m_max":[5],"sunrise":["2026-11-21T07:34"],
              "sunset":["2026-11-21T16:04"]}}
            """#)
        #expect(report.observedAt == UnixTime(1_795_263_300))
        #expect(report.hours.map(\.time) == [UnixTime(1_795_262_400), UnixTime(1_795_266_000)])
        #expect(report.hours.map(\.conditions.temperature) == [1, 4])
        #expect(report.days.first?.date == CalendarDate(year: 2026, month: 11, day: 21))
        #expect(report.days.first?.start == UnixTime(1_795_215_600))
        #expect(report.days.first?.daylight == .sun(rise: UnixTime(1_795_242_840), set: UnixTime(1_795_273_440)))
    }
}

/// Longyearbyen, at 78° north.
@Suite struct OpenMeteoPolarTests {
    private func daylight(sunrise: String, sunset: String, length: String?) throws -> Daylight? {
        var columns = #""sunrise":[\#(sunrise)],"sunset":[\#(sunset)]"#
        if let length { columns += #","daylight_duration":[\#(length)]"# }
        let answer = Fixtures.daily(
            first: 1_795_215_600, count: 1, offset: 3600, zone: "Arctic/Longyearbyen", columns: columns)
        return try report(answer).days.first?.daylight
    }

    @Test(arguments: ["0", "0.00", nil])
    func sunDoesNotRise(length: String?) throws {
        #expect(try daylight(sunrise: "1795215600", sunset: "1795215600", length: length) == .polarNight)
    }

    @Test(arguments: ["86400", "86400.00", nil])
    func sunDoesNotSet(length: String?) throws {
        #expect(try daylight(sunrise: "1795215600", sunset: "1795302000", length: length) == .polarDay)
    }

    @Test func dayLengthAloneIsEnough() throws {
        #expect(try daylight(sunrise: "null", sunset: "null", length: "0") == .polarNight)
        #expect(try daylight(sunrise: "null", sunset: "null", length: "86400") == .polarDay)
    }

    /// Then they are computed: 07:34 and 16:04 for Berlin on 21 November.
    @Test(arguments: [
        ("null", "1795273440", "30000"), ("0", "0", nil), ("1795273440", "1795242870", nil),
        // Contradictions: sunrise equals sunset, and the sun shines all day; more than 24 hours; a negative length.
        ("1795242870", "1795242870", "86400"), ("1795242870", "1795273440", "0"), ("1795216000", "1795302500", "86500"),
        ("1795273440", "1795242870", "-30570"), ("1795232870", "1795273440", "86400"),
    ])
    func implausibleSunTimesAreComputed(sunrise: String, sunset: String, length: String?) throws {
        let answer = Fixtures.daily(
            first: 1_795_215_600, count: 1, offset: 3600, zone: "Europe/Berlin",
            columns: #""sunrise":[\#(sunrise)],"sunset":[\#(sunset)],"daylight_duration":[\#(length ?? "null")]"#)
        let daylight = try #require(try report(answer).days.first?.daylight)
        #expect(abs(try #require(daylight.sunrise).seconds(since: UnixTime(1_795_242_870))) < 300)
        #expect(abs(try #require(daylight.sunset).seconds(since: UnixTime(1_795_273_440))) < 300)
    }

    /// Tromsø, 17 May: the service's sunset is after midnight, on another day. No day is longer than 24 hours.
    @Test func sunsetAfterMidnightIsDropped() throws {
        let midnight = 1_778_968_800
        let answer = Fixtures.daily(
            first: midnight, count: 2, offset: 7200, zone: "Europe/Oslo",
            columns: #""sunrise":[\#(midnight + 3000),\#(midnight + 86_400)],"#
                + #""sunset":[\#(midnight + 87_000),\#(midnight + 172_800)],"daylight_duration":[84000,86400]"#)
        let tromso = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        let days = try OpenMeteoService<Report>.report(
            from: HTTPAnswer(status: 200, body: Array(answer.utf8)), of: "example.org", for: tromso,
            at: UnixTime(midnight + 43_200)
        ).days
        #expect(days.count == 2)
        for day in days {
            if case .sun(let rise, let set)? = day.daylight {
                #expect((0...86_400).contains(set.seconds(since: rise)))
                #expect(set != UnixTime(midnight + 87_000))
            }
        }
        #expect(days.last?.daylight == .polarDay)
    }
}
