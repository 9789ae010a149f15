import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// The hours to which the values of Open-Meteo's rows apply.
@Suite struct OpenMeteoPeriodTests {
    /// Rows from 12:00 to 16:00 UTC of a day with rain from 13:00 to 15:00. An hour's amounts, the code computed from
    /// them, its probability and its gusts are in the row of its end.
    private static let rain = Fixtures.hourly(
        #"""
        "time":[1795262400,1795266000,1795269600,1795273200,1795276800],
        "temperature_2m":[4,5,6,7,8],"cloud_cover":[90,91,92,93,94],"uv_index":[1,2,3,2,1],
        "weather_code":[3,1,63,61,2],"precipitation":[0,0,2.6,1.4,0],"rain":[0,0,2,1,0],"showers":[0,0,0.6,0.4,0],
        "snowfall":[0,0,0,0.1,0],"precipitation_probability":[5,10,80,70,15],"wind_gusts_10m":[4,6,14,12,5]
        """#)

    @Test func precedingHourPrecipitationIsShifted() throws {
        let hours = try report(Self.rain).hours
        #expect(hours.map(\.time) == (0..<5).map { Fixtures.now.advanced(by: $0 * 3600) })
        // After the rain, the sky is that of the next row, elsewhere that of the row itself.
        #expect(hours.map(\.conditions.condition) == [.overcast, .rain, .rainLight, .partlyCloudy, .partlyCloudy])
        #expect(hours.map(\.conditions.precipitation) == [0, 2.6, 1.4, 0, nil])
        #expect(hours.map(\.conditions.rain) == [0, 2.6, 1.4, 0, nil])
        #expect(hours.map(\.conditions.snowfall) == [0, 0, 1, 0, nil])
        #expect(hours.map(\.conditions.windGust) == [6, 14, 12, 5, nil])
        #expect(hours.map(\.precipitationProbability) == [10, 80, 70, 15, nil])
        #expect(hours.map(\.conditions.uvIndex) == [2, 3, 2, 1, nil])
        // Instantaneous values are those of the row itself.
        #expect(hours.map(\.conditions.temperature) == [4, 5, 6, 7, 8])
        #expect(hours.map(\.conditions.cloudCover) == [90, 91, 92, 93, 94])
    }

    /// The row of 13:00 does not apply to an hour that the answer does not contain.
    @Test func amountsAfterGapAreUnknown() throws {
        let json = Fixtures.hourly(
            #""time":[1795262400,1795269600],"temperature_2m":[4,6],"precipitation":[0,2.6],"weather_code":[3,63]"#)
        let hours = try report(json).hours
        #expect(hours.map(\.conditions.precipitation) == [nil, nil])
        #expect(hours.map(\.conditions.condition) == [.overcast, .unknown])
    }

    @Test(arguments: [("900", 900), ("3600", 3600), ("null", nil), ("-1", nil), ("1e99", nil)] as [(String, Int?)])
    func currentPrecipitationHasPeriod(interval: String, period: Int?) throws {
        let json = Fixtures.current(#""interval":\#(interval),"temperature_2m":4,"precipitation":0.3"#)
        let report = try report(json)
        #expect(report.current?.precipitationPeriod == period)
        #expect(report.currentOrigin == .analysis)
        let dry = Fixtures.current(#""interval":900,"temperature_2m":4"#)
        #expect(try self.report(dry).current?.precipitationPeriod == nil)
    }

    private func report(_ json: String) throws -> Report { try ProvidersTests.report(json) }

    /// The service sums the rows from 0 to 23 o'clock, which is the time from 23 to 23 o'clock. Rain in the last hour
    /// of the 21st belongs to the 21st.
    @Test func dailyRainIsSumOfItsHours() throws {
        let midnight = 1_795_219_200
        let rows = -24..<72
        let times = rows.map { "\(midnight + $0 * 3600)" }.joined(separator: ",")
        // From 23:00 to 24:00: in the row of the following midnight.
        let amounts = rows.map { $0 == 24 ? "4.2" : "0" }.joined(separator: ",")
        let codes = rows.map { $0 == 24 ? "65" : "3" }.joined(separator: ",")
        let report = try report(
            """
            {"utc_offset_seconds":0,"timezone":"GMT","hourly":{"time":[\(times)],"precipitation":[\(amounts)],
             "weather_code":[\(codes)]},"daily":{"time":[\(midnight - 86_400),\(midnight),\(midnight + 86_400)],
             "weather_code":[3,3,65],"precipitation_sum":[0,0,4.2],"precipitation_hours":[0,0,1],
             "temperature_2m_max":[1,2,3]}}
            """)
        // Yesterday, which is requested so that the hours are complete, is not reported.
        #expect(report.hours.first?.time.seconds == midnight)
        #expect(report.days.map(\.date.day) == [21, 22])
        #expect(report.days.map(\.precipitation) == [4.2, 0])
        #expect(report.days.map(\.precipitationHours) == [1, 0])
        #expect(report.days.map(\.condition) == [.rainHeavy, .overcast])
        #expect(report.days.map(\.temperatureMax) == [2, 3])
    }
}

/// Zones whose UTC offset is not whole hours.
@Suite struct OpenMeteoHalfHourTests {
    /// The service reads the hours at the truncated offset, and labels them with the full offset.
    @Test(arguments: [
        ("Asia/Kolkata", 19_800), ("Asia/Kathmandu", 20_700), ("Asia/Tehran", 12_600), ("Australia/Adelaide", 37_800),
        ("America/St_Johns", -12_600), ("Pacific/Marquesas", -34_200), ("Pacific/Chatham", 49_500),
    ])
    func hourIsLabelledWithItsInstant(zone: String, offset: Int) throws {
        // The values are for full UTC hours, and each hour's number is the temperature.
        let midnight = 1_795_219_200
        let labels = (0..<48).map { midnight - offset + $0 * 3600 }
        let read = (0..<48).map { midnight - offset / 3600 * 3600 + $0 * 3600 }
        let temperatures = read.map { "\(($0 - midnight) / 3600)" }.joined(separator: ",")
        let json = """
            {"utc_offset_seconds":\(offset),"timezone":"\(zone)",
             "hourly":{"time":[\(labels.map { "\($0)" }.joined(separator: ","))],"temperature_2m":[\(temperatures)]}}
            """
        let hours = try report(json, at: UnixTime(midnight - offset + 43_200)).hours
        #expect(hours.count >= 47)
        for hour in hours {
            #expect(hour.time.seconds.isMultiple(of: 3600))
            #expect(hour.conditions.temperature == Double((hour.time.seconds - midnight) / 3600))
        }
    }

    /// Labels that are full UTC hours need no correction, whatever the offset.
    @Test func correctLabelsAreKept() throws {
        let hours = try report(
            #"{"utc_offset_seconds":19800,"timezone":"Asia/Kolkata","hourly":{"time":[1795262400],"temperature_2m":[4]}}"#
        ).hours
        #expect(hours.map(\.time) == [Fixtures.now])
    }
}

/// Days after a clock change, for which the answer's only offset is wrong.
@Suite struct OpenMeteoClockChangeTests {
    /// An answer for Berlin with `offset` throughout and rain in one hour.
    ///
    /// - Parameters:
    ///   - first: midnight of the day before today, by the offset.
    ///   - wet: the beginning of the rainy hour.
    private func days(first: Int, offset: Int, wet: Int, at now: Int) throws -> [Day] {
        let times = (0..<240).map { first + $0 * 3600 }
        func list(_ values: [String]) -> String { values.joined(separator: ",") }
        let midnights = (0..<10).map { first + $0 * 86_400 }
        // Sums as the service computes them: 24 rows from each midnight by its offset.
        func day(of row: Int, _ value: String, else other: String) -> String {
            list(midnights.map { $0 <= row && row < $0 + 86_400 ? value : other })
        }
        let json = """
            {"utc_offset_seconds":\(offset),"timezone":"Europe/Berlin",
             "hourly":{"time":[\(list(times.map { "\($0)" }))],
              "temperature_2m":[\(list(times.map { $0 == wet ? "25" : "10" }))],
              "precipitation":[\(list(times.map { $0 == wet + 3600 ? "3.4" : "0" }))],
              "weather_code":[\(list(times.map { $0 == wet + 3600 ? "63" : "3" }))]},
             "daily":{"time":[\(list(midnights.map { "\($0)" }))],
              "weather_code":[\(day(of: wet + 3600, "63", else: "3"))],
              "temperature_2m_max":[\(day(of: wet, "25", else: "10"))],
              "precipitation_sum":[\(day(of: wet + 3600, "3.4", else: "0"))]}}
            """
        return try report(json, at: UnixTime(now)).days
    }

    private func rainy(_ days: [Day]) -> [String] {
        days.filter { $0.condition == .rain || $0.precipitation == 3.4 || $0.temperatureMax == 25 }
            .map(\.date.description)
    }

    /// Requested on Friday at noon. Sunday's last hour is from 22:00 to 23:00 UTC, which is Monday's first by Friday's
    /// offset.
    @Test func lateSundayRainCountsForSunday() throws {
        let days = try days(
            first: 1_792_620_000, offset: 7200, wet: 1_792_965_600, at: 1_792_749_600)
        #expect(days.map(\.date.description).first == "2026-10-23" && days.count == 8)
        #expect(rainy(days) == ["2026-10-25"])
        #expect(days.allSatisfy { $0.temperatureMax != nil && $0.precipitation != nil })
    }

    /// On Sunday at noon the offset is that of winter, and the answer's Sunday begins an hour after midnight. Its first
    /// hour is among those of the day before.
    @Test func clockChangeDayIsComplete() throws {
        let days = try days(
            first: 1_792_796_400, offset: 3600, wet: 1_792_879_200, at: 1_792_926_000)
        #expect(days.map(\.date.description).first == "2026-10-25" && days.count == 8)
        #expect(rainy(days) == ["2026-10-25"])
        #expect(days.first?.temperatureMax == 25)
    }

    /// Requested on Friday, 27 March 2026. From Sunday, the days begin an hour earlier than by Friday's offset, so
    /// Tuesday's first hour is Monday's last by that offset.
    @Test func earlyTuesdayRainCountsForTuesday() throws {
        let days = try days(
            first: 1_774_479_600, offset: 3600, wet: 1_774_908_000, at: 1_774_609_200)
        #expect(days.map(\.date.description).first == "2026-03-27" && days.count == 8)
        #expect(rainy(days) == ["2026-03-31"])
    }

    /// Without hours, only the condition of such a day is known.
    @Test func withoutHoursDailySumsAreUnknown() throws {
        let json = Fixtures.daily(
            first: 1_792_792_800, count: 3, offset: 7200, zone: "Europe/Berlin",
            columns: #""precipitation_sum":[1,2,3]"#)
        let days = try report(json, at: UnixTime(1_792_800_000)).days
        #expect(days.map(\.date.day) == [24, 25, 26])
        #expect(days.map(\.precipitation) == [1, nil, nil])
        #expect(days.map(\.temperatureMax) == [0, nil, nil])
    }
}

@Suite struct QuarterHourlyModelTests {
    private func quarters(_ latitude: Double, _ longitude: Double) throws -> Int {
        let json =
            #"{"current":{"temperature_2m":4},"minutely_15":{"time":[1795263300,1795264200],"precipitation":[0.1,0.2]}}"#
        return try OpenMeteoService<Report>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org",
            for: #require(Coordinate(latitude: latitude, longitude: longitude)), at: Fixtures.now
        ).precipitation.count
    }

    @Test(arguments: [
        (52.52, 13.41), (48.14, 11.58), (47.37, 8.54), (48.21, 16.37), (50.09, 14.42), (48.86, 2.35), (45.46, 9.19),
        (53.55, 9.99), (40.71, -74.01), (34.05, -118.24), (47.61, -122.33), (25.76, -80.19), (41.88, -87.63),
        (43.66, -70.26), (43.65, -79.38),
    ])
    func quarterHoursOfTheModelAreKept(latitude: Double, longitude: Double) throws {
        #expect(try quarters(latitude, longitude) == 2)
    }

    /// Oslo, London, Amsterdam, Lisbon, Rome, Reykjavík, Anchorage, Honolulu, Mexico City, Montevideo, Tokyo, Delhi, Sydney.
    @Test(arguments: [
        (59.91, 10.75), (51.51, -0.13), (52.37, 4.9), (38.72, -9.14), (41.9, 12.5), (64.15, -21.94), (61.22, -149.9),
        (21.31, -157.86), (19.43, -99.13), (-34.9, -56.2), (35.68, 139.69), (28.6, 77.2), (-33.87, 151.21),
    ])
    func interpolatedQuarterHoursAreDropped(latitude: Double, longitude: Double) throws {
        #expect(try quarters(latitude, longitude) == 0)
    }
}
