import Dialects
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// 2026-11-21 15:00 UTC.
private let now = Contract.now

private func provider(
    _ service: ScriptedService, timeZone: String? = "Europe/Oslo", notices: Notices = Notices()
) -> METNorway {
    METNorway(
        baseURL: "http://service.test/", timeZone: { _ in timeZone }, exchange: service.exchange,
        notice: notices.take)
}

/// An answer with these time series entries, by default in the documented units.
private func forecast(_ entries: String, units: String? = nil) -> String {
    let documented = """
        {"air_temperature":"celsius","air_temperature_max":"celsius","air_temperature_min":"celsius",
         "relative_humidity":"%","wind_speed":"m/s","wind_from_direction":"degrees","precipitation_amount":"mm",
         "air_pressure_at_sea_level":"hPa","probability_of_precipitation":"%","cloud_area_fraction":"%"}
        """
    return """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[10.7522,59.9139,5]},
         "properties":{"meta":{"updated_at":"2026-11-21T14:00:00Z","units":\(units ?? documented)},
         "timeseries":[\(entries)]}}
        """
}

private func entry(_ time: String, _ instant: String, _ following: String = "") -> String {
    #"{"time":"\#(time)","data":{"instant":{"details":{\#(instant)}}\#(following.isEmpty ? "" : ",")\#(following)}}"#
}

private func hour(_ symbol: String, _ details: String = #""precipitation_amount":0.0"#, of span: Int = 1) -> String {
    #""next_\#(span)_hours":{"summary":{"symbol_code":"\#(symbol)"},"details":{\#(details)}}"#
}

private func report(_ json: String, at moment: UnixTime = now) async throws -> Report {
    let oslo = try #require(Contract.oslo)
    return try await provider(ScriptedService { _ in HTTPAnswer(json) }).report(for: oslo, at: moment)
}

struct METNorwayQueryTests {
    private let answer = forecast(entry("2026-11-21T15:00:00Z", #""air_temperature":1.0"#, hour("cloudy")))

    @Test(
        arguments: [
            (59.9139, 10.7522, "lat=59.9139&lon=10.7522"), (60, 5, "lat=60&lon=5"), (0.00004, -0.00001, "lat=0&lon=0"),
            (-33.86881, 151.20929, "lat=-33.8688&lon=151.2093"), (0.0001, -0.5, "lat=0.0001&lon=-0.5"),
            (-90, 180, "lat=-90&lon=180"), (51.50001, -0.00049, "lat=51.5&lon=-0.0005"),
        ])
    func positionsHaveAtMostFourDecimals(latitude: Double, longitude: Double, query: String) async throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let service = ScriptedService { [answer] _ in HTTPAnswer(answer) }
        _ = try await provider(service).report(for: place, at: now)
        #expect(service.paths == ["/weatherapi/locationforecast/2.0/complete?\(query)"])
    }

    /// In whole metres, as the service requires.
    @Test(
        arguments: [(nil, ""), (12.4, "&altitude=12"), (-3.6, "&altitude=-4"), (0, "&altitude=0")]
            as [(Double?, String)])
    func knownAltitudeIsSent(altitude: Double?, parameter: String) async throws {
        let oslo = try #require(Contract.oslo)
        let service = ScriptedService { [answer] _ in HTTPAnswer(answer) }
        _ = try await METNorway(
            baseURL: "http://service.test", timeZone: { _ in nil }, altitude: { $0 == oslo ? altitude : 4000 },
            exchange: service.exchange
        ).report(for: oslo, at: now)
        #expect(service.paths == ["/weatherapi/locationforecast/2.0/complete?lat=59.9139&lon=10.7522\(parameter)"])
    }

    @Test func notModifiedRenewsKnownReport() async throws {
        let oslo = try #require(Contract.oslo)
        let date = "Sat, 21 Nov 2026 14:58:00 GMT"
        let body = forecast(
            entry("2026-11-21T15:00:00Z", #""air_temperature":1.0"#, hour("cloudy")) + ","
                + entry("2026-11-21T16:00:00Z", #""air_temperature":3.0"#, hour("rain")))
        let service = ScriptedService { query in
            if query.headers["If-Modified-Since"] == date {
                return HTTPAnswer(
                    "", status: 304,
                    headers: [
                        ("Date", "Sat, 21 Nov 2026 16:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 16:30:00 GMT"),
                    ])
            }
            return HTTPAnswer(
                body,
                headers: [
                    ("Date", "Sat, 21 Nov 2026 15:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 15:31:00 GMT"),
                    ("Last-Modified", date),
                ])
        }
        let first = try await provider(service).report(for: oslo, at: now)
        #expect(first.httpFreshness == HTTPFreshness(expires: now.advanced(by: 31 * 60), lastModified: date))
        #expect(first.current?.temperature == 1)

        let later = now.advanced(by: 3600)
        let second = try await provider(service).report(for: oslo, at: later, renewing: first)
        #expect(second.fetchedAt == later)
        #expect(second.hours == first.hours)
        #expect(second.issuedAt == first.issuedAt)
        #expect(second.currentOrigin == .forecast)
        // By now a different hour is the current one.
        #expect(second.current?.temperature == 3)
        #expect(second.current?.condition == .rain)
        #expect(second.observedAt == later)
        #expect(second.httpFreshness == HTTPFreshness(expires: later.advanced(by: 30 * 60), lastModified: date))
        #expect(service.queries.map { $0.headers["If-Modified-Since"] } == [nil, date])
    }

    /// The service does not report the past.
    @Test func pastHoursOfTodayCount() async throws {
        let oslo = try #require(Contract.oslo)
        let first = try await report(
            forecast(
                entry("2026-11-21T15:00:00Z", #""air_temperature":9.0"#, hour("cloudy")) + ","
                    + entry("2026-11-21T16:00:00Z", #""air_temperature":3.0"#, hour("rain"))))
        let service = ScriptedService { _ in
            HTTPAnswer(forecast(entry("2026-11-21T16:00:00Z", #""air_temperature":4.0"#, hour("cloudy"))))
        }
        let second = try await provider(service).report(for: oslo, at: now.advanced(by: 3600), renewing: first)
        #expect(second.hours.map(\.conditions.temperature) == [9, 4])
        // The morning is unknown.
        #expect(second.days.map(\.date.day) == [21] && second.days.first?.temperatureMax == nil)
        #expect(second.current?.temperature == 4)
    }

    @Test func reportOfAnotherProviderIsNotRenewed() async throws {
        let oslo = try #require(Contract.oslo)
        let service = ScriptedService { [answer] _ in HTTPAnswer(answer) }
        var foreign = Report(
            coordinate: oslo, timeZone: "Europe/Oslo", provider: ProviderFacts.openMeteo.identity, fetchedAt: now)
        foreign.httpFreshness = HTTPFreshness(lastModified: "Sat, 21 Nov 2026 14:58:00 GMT")
        _ = try await provider(service).report(for: oslo, at: now, renewing: foreign)
        #expect(service.queries.first?.headers["If-Modified-Since"] == nil)
    }

    /// A 304 answer to an unconditional request is invalid.
    @Test func notModifiedWithoutKnownReportIsError() async throws {
        let oslo = try #require(Contract.oslo)
        await #expect(throws: FetchFailure.malformed(host: "service.test", reason: "unexpected HTTP status 304")) {
            _ = try await provider(ScriptedService { _ in HTTPAnswer("", status: 304) }).report(for: oslo, at: now)
        }
    }

    @Test func deprecatedInterfaceIsLogged() async throws {
        let oslo = try #require(Contract.oslo)
        let notices = Notices()
        let service = ScriptedService { [answer] _ in HTTPAnswer(answer, status: 203) }
        let report = try await provider(service, notices: notices).report(for: oslo, at: now)
        #expect(report.hours.count == 1)
        let path = "/weatherapi/locationforecast/2.0/complete"
        #expect(notices.all == [.deprecated(host: "service.test", path: path)])
    }

    @Test(arguments: [400, 401, 403, 404, 418, 429, 500, 502, 503])
    func errorsHavePlainSentences(status: Int) async throws {
        let oslo = try #require(Contract.oslo)
        let page = "<!DOCTYPE html><html><body><h1>Error</h1></body></html>"
        do throws(FetchFailure) {
            _ = try await provider(ScriptedService { _ in HTTPAnswer(page, status: status) })
                .report(for: oslo, at: now)
            Issue.record("no error")
        } catch {
            switch (status, error) {
            case (400, .refused(_, 400, let reason?)): #expect(reason.contains("rejected"))
            case (403, .refused(_, 403, let reason?)):
                #expect(reason.contains("set contact in config.toml"))
            case (404, .refused(_, 404, let reason?)): #expect(reason.contains("URL"))
            case (429, .rateLimited): break
            case (500..., .serviceFailed(_, status, _, _)): break
            case (401, .refused), (418, .refused): break
            default: Issue.record("\(status): \(error)")
            }
            #expect(!"\(error)".contains("<"))
        }
    }

    @Test func placeOutsideAreaIsNotCovered() async throws {
        let oslo = try #require(Contract.oslo)
        let failure = FetchFailure.notCovered(
            host: "service.test", reason: "the place is outside its coverage")
        await #expect(throws: failure) {
            _ = try await provider(ScriptedService { _ in HTTPAnswer("", status: 422) }).report(for: oslo, at: now)
        }
    }

    /// If a place has no time zone, the zone is estimated from its longitude.
    @Test(arguments: ["", "Moon/Tranquility"])
    func unknownTimeZoneIsEstimatedFromLongitude(name: String) async throws {
        let oslo = try #require(Contract.oslo)
        let service = ScriptedService { [answer] _ in HTTPAnswer(answer) }
        let report = try await provider(service, timeZone: name.isEmpty ? nil : name).report(for: oslo, at: now)
        #expect(report.timeZone == "Etc/GMT-1")
    }
}

struct METNorwayReportTests {
    @Test func unknownUnitsAreRejected() async throws {
        let instant =
            #""air_temperature":50,"wind_speed":36,"air_pressure_at_sea_level":100000,"relative_humidity":0.5"#
        let units = """
            {"air_temperature":"fahrenheit","wind_speed":"km/h","air_pressure_at_sea_level":"Pa",
             "relative_humidity":"1","precipitation_amount":"furlong"}
            """
        let json = forecast(
            entry("2026-11-21T15:00:00Z", instant, hour("rain", #""precipitation_amount":2"#)), units: units)
        let current = try #require(try await report(json).current)
        #expect(current.temperature == 10)
        #expect(current.windSpeed == 10)
        #expect(current.pressure == 1000)
        #expect(current.humidity == 50)
        #expect(current.precipitation == nil)
        #expect(current.rain == nil)
        #expect(current.condition == .rain)
    }

    /// The last entry has only instantaneous values: no period begins there.
    @Test func lastEntryIsNotAnHour() async throws {
        let json = forecast(
            entry("2026-11-21T15:00:00Z", #""air_temperature":1"#, hour("cloudy")) + ","
                + entry("2026-11-21T16:00:00Z", #""air_temperature":2"#))
        #expect(try await report(json).hours.map(\.time) == [now])
    }

    @Test func sixHourPrecipitationIsNotDivided() async throws {
        let json = forecast(
            entry(
                "2026-11-21T18:00:00Z", #""air_temperature":0,"wind_from_direction":350"#,
                hour("heavysnow", #""precipitation_amount":6,"probability_of_precipitation":90"#, of: 6)) + ","
                + entry("2026-11-22T00:00:00Z", #""air_temperature":6,"wind_from_direction":20"#))
        let hours = try await report(json, at: UnixTime(1_795_284_000)).hours
        #expect(hours.count == 6)
        #expect(hours.map(\.conditions.temperature) == [0, 1, 2, 3, 4, 5])
        #expect(hours.map(\.conditions.windDirection) == [350, 355, 0, 5, 10, 15])
        #expect(hours.map(\.conditions.precipitation) == [6, nil, nil, nil, nil, nil])
        #expect(hours.map(\.conditions.snowfall) == [60, nil, nil, nil, nil, nil])
        #expect(hours.map(\.conditions.rain) == [0, nil, nil, nil, nil, nil])
        #expect(hours.map(\.conditions.precipitationPeriod) == [21_600, nil, nil, nil, nil, nil])
        #expect(hours.map(\.precipitationProbability) == [90, nil, nil, nil, nil, nil])
        #expect(hours.allSatisfy { $0.conditions.condition == .snowHeavy })
    }

    /// The extremes lie between the six-hourly temperatures, and are warmer and colder than these.
    @Test func dayHasExtremes() async throws {
        let extremes = #""precipitation_amount":0,"air_temperature_max":9.5,"air_temperature_min":-4.5"#
        let entries = ["22T00", "22T06", "22T12", "22T18", "23T00"].map { time in
            entry("2026-11-\(time):00:00Z", #""air_temperature":2"#, hour("fair_day", extremes, of: 6))
        }
        let start = entry("2026-11-21T18:00:00Z", #""air_temperature":2"#, hour("fair_day", of: 6))
        let days = try await report(
            forecast(([start] + entries).joined(separator: ",")), at: UnixTime(1_795_284_000)
        ).days
        // The morning of the 21st is unknown.
        #expect(days.map(\.temperatureMax) == [nil, 9.5])
        #expect(days.map(\.temperatureMin) == [nil, -4.5])
        // Only the night of the 23rd is known, so its highest temperature is unknown.
        #expect(days.map(\.date.day) == [21, 22])
    }

    @Test func currentWeatherIsInterpolatedBetweenHours() async throws {
        let json = forecast(
            entry("2026-11-21T15:00:00Z", #""air_temperature":1"#, hour("cloudy")) + ","
                + entry("2026-11-21T16:00:00Z", #""air_temperature":3"#, hour("rain")))
        let moment = now.advanced(by: 1800)
        let report = try await report(json, at: moment)
        #expect(report.current?.temperature == 2)
        #expect(report.current?.condition == .overcast)
        #expect(report.observedAt == moment)
        #expect(report.currentOrigin == .forecast)
        #expect(report.station == nil)
        // For the current hour.
        #expect(report.current?.precipitation == 0)
        #expect(report.current?.precipitationPeriod == 3600)
    }

    /// `meta.updated_at`; a future time is ignored.
    @Test(arguments: [("14:00:00", 3600), ("15:00:00", 0), ("15:00:01", nil)] as [(String, Int?)])
    func issueTimeIsUpdatedAt(time: String, age: Int?) async throws {
        let json = forecast(entry("2026-11-21T15:00:00Z", #""air_temperature":1"#, hour("cloudy")))
            .replacing("T14:00:00Z", with: "T\(time)Z")
        #expect(try await report(json).issuedAt == age.map { now.advanced(by: -$0) })
    }

    @Test func uvIndexIsClearSky() async throws {
        let json = forecast(entry("2026-11-21T15:00:00Z", #""air_temperature":1"#, hour("cloudy")))
        #expect(try await report(json).hasClearSkyUV == true)
    }

    /// Precipitation and the symbol are for the period that begins with an entry.
    @Test func symbolBelongsToFollowingHour() async throws {
        let json = forecast(
            entry(
                "2026-11-21T15:00:00Z", #""air_temperature":1"#, hour("rain", #""precipitation_amount":2.5"#)) + ","
                + entry("2026-11-21T16:00:00Z", #""air_temperature":3"#, hour("fair_day")) + ","
                + entry("2026-11-21T17:00:00Z", #""air_temperature":3"#))
        let hours = try await report(json).hours
        #expect(hours.map(\.conditions.condition) == [.rain, .mostlyClear])
        #expect(hours.map(\.conditions.precipitation) == [2.5, 0])
    }

    /// Gusts, UV and probabilities are not available everywhere.
    @Test func minimalAnswerIsAReport() async throws {
        let json = forecast(entry("2026-11-21T15:00:00Z", #""air_temperature":"1.5""#, #""next_1_hours":{"x":1}"#))
        let current = try #require(try await report(json).current)
        #expect(current.temperature == 1.5)
        #expect(current.condition == .unknown)
        #expect(current.feelsLike == nil && current.windGust == nil && current.precipitation == nil)
    }

    @Test func feelsLikeIsComputed() async throws {
        let instant = #""air_temperature":0,"relative_humidity":80,"wind_speed":5"#
        let current = try #require(
            try await report(forecast(entry("2026-11-21T15:00:00Z", instant, hour("fog")))).current)
        let feelsLike = try #require(current.feelsLike)
        #expect((-8 ... -4).contains(feelsLike))
    }
}
