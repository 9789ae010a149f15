import HTTP
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

@Suite struct DarkSkyDayTests {
    private func day(_ values: String, midnight: Int = 1_795_219_200, zone: String = #""timezone":"GMT""#) async throws
        -> Day
    {
        try #require(
            try await DarkSkyAnswers.report(
                DarkSkyAnswers.day(values, midnight: midnight, zone: zone), at: UnixTime(midnight - 86_400)
            ).days.first)
    }

    /// The service's sums for today are "during the remaining hours of the day".
    @Test func partialSumsOfTodayAreNotDailySums() async throws {
        let body = DarkSkyAnswers.day(
            #""precipIntensity":0.25,"precipType":"rain","precipProbability":0.8,"temperatureMax":7,"windGust":9"#)
        let midnight = UnixTime(1_795_219_200)
        let today = try #require(try await DarkSkyAnswers.report(body, at: midnight.advanced(by: 20 * 3600)).days.first)
        #expect(today.precipitation == nil && today.rain == nil && today.snowfall == nil)
        #expect(today.temperatureMax == 7)
        // The mean of the day.
        #expect(today.windGustMax == nil)
        let ahead = try #require(try await DarkSkyAnswers.report(body, at: midnight.advanced(by: -3600)).days.first)
        #expect(ahead.precipitation == 6)
    }

    /// For today only the remaining hours are reported, and their highest wind is not the day's.
    @Test func remainingHoursAreNotTheWholeDay() async throws {
        func report(from first: Int) async throws -> Day? {
            let points = (first..<24).map {
                #"{"time":\#(1_795_219_200 + $0 * 3600),"windSpeed":\#(24 - $0),"windGust":30}"#
            }
            return try await DarkSkyAnswers.report(
                #"{"timezone":"GMT","hourly":{"data":[\#(points.joined(separator: ","))]},"#
                    + #""daily":{"data":[{"time":1795219200,"windGust":5}]},"flags":{"units":"si"}}"#
            ).days.first
        }
        let whole = try #require(try await report(from: 0))
        #expect(whole.windSpeedMax == 24)
        #expect(whole.windGustMax == 30)
        #expect(try await report(from: 20)?.windSpeedMax == nil)
    }

    @Test(arguments: [("possible-thunderstorm-day", Likelihood.possible), ("thunderstorm", nil)])
    func possibleThunderstormIsAProbability(icon: String, likelihood: Likelihood?) async throws {
        let day = try await day(#""icon":"\#(icon)""#)
        #expect(day.condition == .thunderstorm)
        #expect(day.likelihood == likelihood)
    }

    @Test func cloudCoverOfTheDayIsTheServices() async throws {
        #expect(try await day(#""cloudCover":0.4"#).cloudCover == 40)
    }

    @Test func calendarDayExtremesArePreferred() async throws {
        let both = try await day(
            #""temperatureMax":7,"temperatureMin":1,"temperatureHigh":6,"temperatureLow":-2,"apparentTemperatureMax":5,"apparentTemperatureHigh":4,"apparentTemperatureMin":-1,"apparentTemperatureLow":-4"#
        )
        #expect([both.temperatureMax, both.temperatureMin, both.feelsLikeMax, both.feelsLikeMin] == [7, 1, 5, -1])
        let one = try await day(
            #""temperatureMax":-999,"temperatureHigh":6,"temperatureLow":-2,"apparentTemperatureHigh":4,"apparentTemperatureLow":-4"#
        )
        #expect([one.temperatureMax, one.temperatureMin, one.feelsLikeMax, one.feelsLikeMin] == [6, -2, 4, -4])
    }

    /// The intensity is the mean over the day.
    @Test func dailyPrecipitationIsSplitIntoRainAndSnow() async throws {
        let rain = try await day(#""precipIntensity":0.25,"precipType":"rain","precipProbability":0.8"#)
        #expect([rain.precipitation, rain.rain, rain.snowfall, rain.precipitationProbability] == [6, 6, 0, 80])
        let snow = try await day(#""precipIntensity":0.25,"liquidAccumulation":0,"snowAccumulation":7.5"#)
        #expect([snow.precipitation, snow.rain, snow.snowfall] == [6, 0, 75])
        // The clocks go back in Berlin on 2026-10-25: the day has 25 hours.
        let long = try await day(
            #""precipIntensity":0.2,"precipType":"rain""#, midnight: 1_792_879_200,
            zone: #""timezone":"Europe/Berlin""#)
        #expect(long.precipitation == 5)
        #expect(long.end.seconds(since: long.start) == 25 * 3600)
    }

    @Test func daysFollowLocalTimeZone() async throws {
        let zones = [
            (#""timezone":"Asia/Kathmandu","offset":0"#, 1_795_198_500),
            (#""timezone":"Nowhere","offset":5.75"#, 1_795_198_500),
            (#""offset":-3"#, 1_795_230_000), (#""offset":"-3""#, 1_795_230_000), (#""offset":99"#, 1_795_219_200),
            // An hour off, as with the offset of another season.
            (#""timezone":"Europe/Berlin""#, 1_795_212_000), (#""timezone":"Europe/Berlin""#, 1_795_219_200),
        ]
        for (zone, midnight) in zones {
            let day = try await day(#""temperatureMax":7"#, midnight: midnight, zone: zone)
            #expect(day.date.description == "2026-11-21", "\(zone)")
            #expect(abs(day.start.seconds - midnight) <= 3600, "\(zone)")
            #expect(day.end.seconds(since: day.start) == 86_400)
        }
    }

    @Test func sunriseAndSunset() async throws {
        func daylight(_ rise: String, _ set: String) async throws -> Daylight? {
            try await day(#""temperatureMax":7,"sunriseTime":\#(rise),"sunsetTime":\#(set)"#).daylight
        }
        #expect(
            try await daylight("1795246000", "1795276000")
                == .sun(rise: UnixTime(1_795_246_000), set: UnixTime(1_795_276_000)))
        // The format of Pirate Weather for polar days and nights.
        #expect(try await daylight("1795219201", "1795305599") == .polarDay)
        #expect(try await daylight("1795305598", "1795305599") == .polarNight)
        // Missing or implausible times are computed: Berlin's are about 6:32 and 15:02 UTC.
        for (rise, set) in [("-999", "-999"), ("null", "1795276000"), ("1795276000", "1795246000"), ("12", "13")] {
            let computed = try #require(try await daylight(rise, set))
            let sunrise = try #require(computed.sunrise)
            #expect(abs(sunrise.seconds - 1_795_242_720) < 600)
        }
    }

    /// Dark Sky gave no sunrise where the sun does not rise.
    @Test func polarNightHasNoSunrise() async throws {
        let tromso = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        for (midnight, expected) in [(1_797_811_200, Daylight.polarNight), (1_782_086_400, .polarDay)] {
            let body = DarkSkyAnswers.day(#""temperatureMax":7"#, midnight: midnight)
            let provider = try DarkSkyAnswers.provider(HTTPAnswer(status: 200, body: Array(body.utf8)))
            let report = try await provider.report(for: tromso, at: UnixTime(midnight))
            #expect(report.days.first?.daylight == expected)
            #expect(report.isDay(at: UnixTime(midnight + 43_200)) == (expected == .polarDay))
        }
    }

    /// Missing values of a day are computed from its hours, if all are present.
    @Test func missingDailyValuesAreComputedFromHours() async throws {
        func report(hours: Int) async throws -> Report {
            let points = (0..<hours).map {
                #"{"time":\#(1_795_219_200 + $0 * 3600),"windSpeed":\#($0),"temperature":\#($0),"precipIntensity":\#($0 < 3 ? 1 : 0),"precipType":"rain"}"#
            }
            return try await DarkSkyAnswers.report(
                #"""
                {"timezone":"GMT","hourly":{"data":[\#(points.joined(separator: ","))]},"daily":{"data":[
                 {"time":1795219200,"windSpeed":5,"temperatureMax":30}]},"flags":{"units":"si"}}
                """#)
        }
        let whole = try #require(try await report(hours: 24).days.first)
        #expect(whole.windSpeedMax == 23)
        #expect(whole.precipitationHours == 3)
        #expect(whole.precipitation == 3)
        #expect(whole.temperatureMax == 30)
        #expect(whole.temperatureMin == 0)
        let partial = try #require(try await report(hours: 12).days.first)
        #expect(partial.windSpeedMax == nil)
        #expect(partial.precipitation == nil)
        #expect(partial.temperatureMax == 30)
    }

    // MARK: - Alerts

    @Test(
        arguments: [
            ("", 0, 0), (#","alerts":null"#, 0, 0), (#","alerts":[]"#, 0, 0), (#","alerts":"none""#, 0, 1),
            (#","alerts":{"x":1}"#, 0, 1), (#","alerts":[{"name":"Wind"},{"name":"Rain"}]"#, 0, 2),
            (#","alerts":{"title":"Wind"}"#, 1, 0), (#","alerts":[{"title":"Wind"},{"name":"Rain"}]"#, 1, 1),
        ])
    func unreadableAlertsAreCounted(alerts: String, count: Int, unread: Int) async throws {
        let body = #"{"currently":{"time":1795262400,"temperature":4},"flags":{"units":"si"}\#(alerts)}"#
        let report = try await DarkSkyAnswers.report(body)
        #expect(report.alerts?.count == count && report.omittedAlerts == OmittedAlerts(unreadable: unread))
        #expect(report.warnings?.isComplete == (unread == 0))
    }

    @Test func alerts() async throws {
        let body = #"""
            {"currently":{"time":1795262400,"temperature":4},"flags":{"units":"si"},"alerts":[
             {"title":"Wind Advisory","regions":["Kings","Queens"],"severity":"advisory","time":1795262000,
              "expires":1795300000,"description":"Gusts.","uri":"https://example.org/a"},
             {"title":"Flood Watch","severity":"watch","time":1795270000,"expires":-999,"uri":"https://example.org/a"},
             {"title":"Schnee","severity":"Moderate","time":-999,"expires":1795300000},
             {"title":"Tornado","severity":"Warning"},{"title":"Heat","severity":"Extreme"},{"title":"Odd","severity":"Awful"},
             {"severity":"Extreme"},null,7]}
            """#
        let alerts = try #require(try await DarkSkyAnswers.report(body).alerts)
        #expect(alerts.map(\.event) == ["Wind Advisory", "Flood Watch", "Schnee", "Tornado", "Heat", "Odd"])
        #expect(alerts.map(\.severity) == [.minor, .moderate, .moderate, .severe, .extreme, .unknown])
        #expect(Set(alerts.map(\.id)).count == 6)
        let wind = try #require(alerts.first)
        #expect(wind.area == "Kings, Queens")
        #expect(wind.text == "Gusts.")
        #expect(wind.issuedAt == UnixTime(1_795_262_000))
        #expect(wind.onset == nil)
        #expect(wind.ends == UnixTime(1_795_300_000))
        // A future time is not an issue time.
        #expect(alerts[1].onset == UnixTime(1_795_270_000))
        #expect(alerts[1].issuedAt == nil)
        #expect(alerts[1].ends == nil)
        #expect(alerts[2].issuedAt == nil)
        // The same alert has the same name in the next answer.
        #expect(try await DarkSkyAnswers.report(body).alerts == alerts)
    }

    @Test func emptyAlertListIsNoAlerts() async throws {
        #expect(try await DarkSkyAnswers.report(DarkSkyAnswers.current(#""temperature":4"#)).alerts == [])
    }
}
