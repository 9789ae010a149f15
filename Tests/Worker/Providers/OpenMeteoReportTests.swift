import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

@Suite struct OpenMeteoReportTests {
    @Test func everyRequestedQuantityIsRead() throws {
        let report = try report(Fixtures.whole)
        #expect(report.coordinate == berlin)
        #expect(report.timeZone == "Europe/Berlin")
        #expect(report.provider == ProviderFacts.openMeteo.identity)
        #expect(report.fetchedAt == Fixtures.now)
        #expect(report.observedAt == UnixTime(1_795_262_400))
        #expect(report.currentOrigin == .analysis)

        var current = Conditions(condition: .rainLight)
        current.isDay = true
        current.temperature = 4
        current.feelsLike = 0.7
        current.dewPoint = 1.1
        current.humidity = 81
        current.cloudCover = 100
        current.pressure = 1003.2
        current.windSpeed = 4.53
        current.windDirection = 213
        current.windGust = 9.1
        current.precipitation = 0.3
        current.precipitationPeriod = 900
        current.rain = 0.3
        current.snowfall = 0.7
        current.visibility = 14880
        current.uvIndex = 0.35
        #expect(report.current == current)

        #expect(report.hours.map(\.time) == [UnixTime(1_795_262_400), UnixTime(1_795_266_000)])
        // The rain of the first row fell in the hour before it.
        #expect(report.hours.map(\.conditions.condition) == [.overcast, .overcast])
        #expect(report.hours.map(\.conditions.windGust) == [10.2, nil])
        #expect(report.hours.map(\.conditions.isDay) == [true, false])
        #expect(report.hours.map(\.conditions.temperature) == [4, 3.5])
        #expect(report.hours.map(\.conditions.snowfall) == [1.4, nil])
        #expect(report.hours.map(\.precipitationProbability) == [20, nil])

        let midnight = UnixTime(1_795_215_600)
        var today = Day(
            date: CalendarDate(year: 2026, month: 11, day: 21), start: midnight, end: midnight.advanced(by: 86_400),
            condition: .rain)
        today.temperatureMax = 5.2
        today.temperatureMin = 1.8
        today.feelsLikeMax = 1.9
        today.feelsLikeMin = -2.2
        today.cloudCover = 92
        today.precipitation = 6.2
        today.rain = 6.2
        today.snowfall = 0
        today.precipitationProbability = 98
        today.precipitationHours = 9
        today.windSpeedMax = 7.2
        today.windGustMax = 15.1
        today.windDirection = 208
        today.uvIndexMax = 0.55
        today.daylight = .sun(rise: UnixTime(1_795_242_870), set: UnixTime(1_795_273_440))
        #expect(report.days.count == 2)
        #expect(report.days.first == today)
        #expect(report.days.last?.snowfall == 0.7)

        #expect(
            report.precipitation == [
                PrecipitationStep(end: UnixTime(1_795_262_400), duration: 900, amount: 0.1),
                PrecipitationStep(end: UnixTime(1_795_263_300), duration: 900, amount: 0),
            ])
    }

    @Test func quarterHoursAreKeptWithinModelRange() throws {
        let times = (0..<768).map { "\(1_795_262_400 + $0 * 900)" }.joined(separator: ",")
        let amounts = Array(repeating: "0.1", count: 768).joined(separator: ",")
        let report = try report(
            #"{"current":{"temperature_2m":4},"minutely_15":{"time":[\#(times)],"precipitation":[\#(amounts)]}}"#)
        #expect(report.precipitation.count == 161)
        #expect(report.precipitation.last?.end == Fixtures.now.advanced(by: 40 * 3600))
    }

    @Test func nullScalarDropsOnlyItsQuantity() throws {
        let report = try report(Fixtures.current(#""temperature_2m":null,"cloud_cover":40"#))
        #expect(report.current?.temperature == nil)
        #expect(report.current?.cloudCover == 40)
    }

    @Test func nullElementDropsOnlyItsHour() throws {
        let hours = try report(
            Fixtures.hourly(#""time":[1795262400,1795266000],"temperature_2m":[null,3],"cloud_cover":[1,2]"#)
        ).hours
        #expect(hours.map(\.conditions.temperature) == [nil, 3])
        #expect(hours.map(\.conditions.cloudCover) == [1, 2])
    }

    @Test(arguments: ["null", "[null,null]", "[]", "{}", #""x""#, #"["a",{}]"#, "[true,[1]]", "[1e999,1e999]"])
    func emptyColumnDropsOnlyItsQuantity(column: String) throws {
        let hours = try report(
            Fixtures.hourly(#""time":[1795262400,1795266000],"temperature_2m":\#(column),"cloud_cover":[1,2]"#)
        ).hours
        #expect(hours.map(\.conditions.temperature) == [nil, nil])
        #expect(hours.map(\.conditions.cloudCover) == [1, 2])
    }

    @Test func shortColumnLacksTheRest() throws {
        let hours = try report(
            Fixtures.hourly(#""time":[1795262400,1795266000],"temperature_2m":[2],"cloud_cover":[1,2,3]"#)
        ).hours
        #expect(hours.map(\.conditions.temperature) == [2, nil])
    }

    @Test(arguments: [
        #""hourly":null,"daily":null"#, #""hourly":[],"daily":5"#, #""hourly":{"time":null},"hourly_units":[]"#,
        #""future":{"x":[1]},"elevation":null,"timezone":null,"utc_offset_seconds":"x""#,
    ])
    func invalidBlocksDropNothingElse(extra: String) throws {
        let json = #"{"current":{"time":1795262400,"temperature_2m":4},\#(extra)}"#
        #expect(try report(json).current?.temperature == 4)
    }

    @Test func currentWeatherNeedsNoTime() throws {
        let report = try report(#"{"current":{"temperature_2m":4}}"#)
        #expect(report.current?.temperature == 4)
        #expect(report.observedAt == nil)
    }

    @Test(arguments: [
        "{}", "[]", #"{"current":{"time":1795262400,"is_day":1,"temperature_2m":null,"weather_code":null}}"#,
        #"{"hourly":{"time":[1795262400],"temperature_2m":[null],"is_day":[0]}}"#,
        #"{"daily":{"time":[1795215600],"sunrise":[1795242870],"sunset":[1795273440],"temperature_2m_max":[null]}}"#,
        #"{"minutely_15":{"time":[1795262400],"precipitation":[0]}}"#,
    ])
    func answerWithoutWeatherIsMalformed(json: String) throws {
        let failure = try failure(json)
        guard case .malformed("example.org", _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func misorderedAndAncientHoursAreDropped() throws {
        let hours = try report(
            Fixtures.hourly(
                #"""
                "time":[0,1795262400,1795262400,1795258800,null,1e300,1795266000],
                "temperature_2m":[1,2,3,4,5,6,7]
                """#)
        ).hours
        #expect(hours.map(\.conditions.temperature) == [2, 7])
    }

    @Test func excessiveForecastIsTruncated() throws {
        let times = (0..<10_000).map { "\(1_795_262_400 + $0 * 3600)" }.joined(separator: ",")
        let column = Array(repeating: "1", count: 10_000).joined(separator: ",")
        let hours = try report(Fixtures.hourly(#""time":[\#(times)],"cloud_cover":[\#(column)]"#)).hours
        // From noon to the end of the eighth day.
        #expect(hours.count == 180)
    }

    @Test(arguments: [
        (#""rain":0.1,"showers":0.2"#, 0.3), (#""rain":0.1"#, 0.1), (#""rain":null,"showers":0.2"#, 0.2),
        (#""precipitation":1"#, nil), (#""rain":null,"showers":null,"precipitation":1"#, nil),
    ])
    func rainIncludesShowers(values: String, rain: Double?) throws {
        #expect(try report(Fixtures.current(values + #","cloud_cover":1"#)).current?.rain == rain)
    }

    @Test func zeroHasNoSign() throws {
        #expect(try report(Fixtures.current(#""temperature_2m":-0.0"#)).current?.temperature?.sign == .plus)
    }

    @Test func stationPressureIsNotSeaLevelPressure() throws {
        #expect(try report(Fixtures.current(#""surface_pressure":945.2,"cloud_cover":1"#)).current?.pressure == nil)
    }

    @Test(arguments: [
        ("temperature_2m", "100.1"), ("temperature_2m", "-120.5"), ("temperature_2m", "-999"),
        ("relative_humidity_2m", "101"), ("relative_humidity_2m", "-1"), ("cloud_cover", "140"),
        ("precipitation", "-0.1"), ("rain", "-1"), ("snowfall", "-2"), ("pressure_msl", "0"),
        ("wind_speed_10m", "-1"), ("wind_gusts_10m", "999"), ("wind_direction_10m", "361"), ("visibility", "-1"),
        ("uv_index", "-1"), ("weather_code", "42"), ("weather_code", "1.5"), ("is_day", "2"),
    ])
    func absurdValuesAreDropped(name: String, value: String) throws {
        var expected = Conditions()
        expected.feelsLike = 3
        let answer = Fixtures.current(#""apparent_temperature":3,"\#(name)":\#(value)"#)
        #expect(try report(answer).current == expected)
    }

    @Test func daysAfter2100AreRead() throws {
        let midnight = 4_133_980_800
        let answer = Fixtures.daily(first: midnight, count: 2, offset: 0, zone: "GMT")
        #expect(try report(answer, at: UnixTime(midnight + 43_200)).days.map(\.date.year) == [2101, 2101])
    }

    /// A code that weatherd does not know concerns its own hour alone.
    @Test func presentWithoutACodeIsThatOfItsHour() throws {
        let answer = Fixtures.whole.replacing(#""weather_code":61"#, with: #""weather_code":null"#)
        for (codes, present) in [("[42,3]", Condition.unknown), ("[2,3]", .partlyCloudy)] {
            let hours = answer.replacing(
                #""weather_code":[63,3],"cloud"#, with: #""weather_code":\#(codes),"cloud"#
            )
            .replacing(#""weather_code":[63,3],"temp"#, with: #""weather_code":[42,null],"temp"#)
            let report = try report(hours).completed
            #expect(report.unknownCodes != nil)
            #expect(report.current?.condition == present)
            #expect(report.days.first?.condition == .unknown)
        }
        let unknown = Fixtures.whole.replacing(#""weather_code":61"#, with: #""weather_code":42"#)
        #expect(try report(unknown).completed.current?.condition == .unknown)
    }

    @Test(arguments: [
        (0, Condition.clear), (1, .mostlyClear), (2, .partlyCloudy), (3, .overcast), (45, .fog), (48, .fog),
        (51, .drizzle), (53, .drizzle), (55, .drizzle), (56, .freezingDrizzle), (57, .freezingDrizzle),
        (61, .rainLight), (63, .rain), (65, .rainHeavy), (66, .freezingRain), (67, .freezingRain), (71, .snowLight),
        (73, .snow), (75, .snowHeavy), (77, .snowLight), (80, .rainShowers), (81, .rainShowers), (82, .rainShowers),
        (85, .snowShowers), (86, .snowShowers), (95, .thunderstorm), (96, .thunderstormHail),
        (99, .thunderstormHail), (4, .unknown), (-1, .unknown), (100, .unknown),
    ])
    func everyWMOCodeHasItsCondition(code: Int, condition: Condition) {
        #expect(Condition(wmoCode: code) == condition)
    }
}
