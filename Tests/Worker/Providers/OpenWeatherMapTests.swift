import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private typealias Answers = OpenWeatherMapAnswers

@Suite struct OpenWeatherMapTests {
    @Test func currentWeatherComesFromWeatherCall() async throws {
        let report = try await Answers.report()
        let current = try #require(report.current)
        #expect(report.observedAt == UnixTime(1_795_273_500))
        #expect(current.condition == .rainLight && current.isDay == true)
        #expect(current.temperature == 8 && current.feelsLike == 5.5 && current.humidity == 50)
        #expect(current.pressure == 1005 && current.cloudCover == 90 && current.visibility == 9000)
        #expect(current.windSpeed == 4.5 && current.windDirection == 210 && current.windGust == 9.8)
        #expect(current.precipitation == 0.4 && current.rain == 0.4 && current.snowfall == 0)
        // Documented as mm/h.
        #expect(current.precipitationPeriod == 0)
        // At 8 °C and 50 % the dew point is -1.8 °C, according to any dew point table.
        #expect(abs(try #require(current.dewPoint) + 1.8) < 0.1)
        #expect(current.uvIndex == nil)
        #expect(report.alerts == nil && report.precipitation.isEmpty)
    }

    /// From the current hour, with three-hour amounts in the first of their hours, and the condition in all.
    @Test func stepsBecomeHours() async throws {
        let hours = try await Answers.report().hours
        #expect(hours.map(\.time) == (0..<9).map { UnixTime(1_795_273_200 + $0 * 3600) })
        #expect(hours.map(\.conditions.temperature) == [8, 7.67, 7.33, 7, 6, 5, 4, 2, 0])
        #expect(hours.map(\.conditions.precipitation) == [0, nil, nil, 3.6, nil, nil, 0, nil, nil])
        #expect(hours.map(\.conditions.rain) == [0, nil, nil, 3.6, nil, nil, 0, nil, nil])
        let periods = [10_800, nil, nil, 10_800, nil, nil, 10_800, nil, nil]
        #expect(hours.map(\.conditions.precipitationPeriod) == periods)
        #expect(hours.map(\.precipitationProbability) == [10, nil, nil, 80, nil, nil, 0, nil, nil])
        // `weather` reports rain but the forecast does not, so the hours only have the sky.
        let words: [Condition] = [.overcast, .overcast, .overcast, .rain, .rain, .rain, .clear, .clear, .clear]
        #expect(hours.map(\.conditions.condition) == words)
        #expect(hours.map(\.conditions.isDay) == [true, true] + Array(repeating: false, count: 7))
    }

    /// At 16:10 the three hours until 18:00 began an hour ago: their 1.5 mm belong to the hour at 15:00.
    @Test func startedPeriodKeepsItsHour() async throws {
        let now = Answers.now.advanced(by: 3600)
        let rain = Answers.forecast.replacing(#""pop":0.1}"#, with: #""pop":0.4,"rain":{"3h":1.5}}"#)
        let first = try await Answers.report(Answers.present, rain)
        let alone = try await Answers.report(Answers.present, rain, at: now)
        #expect(alone.hours.first?.time == UnixTime(1_795_273_200))
        #expect(alone.hours.first?.conditions.temperature == nil)
        #expect(alone.hours.prefix(4).map(\.conditions.precipitation) == [1.5, nil, nil, 3.6])
        #expect(alone.hours.prefix(4).map(\.conditions.precipitationPeriod) == [10_800, nil, nil, 10_800])
        #expect(alone.hours.prefix(4).map(\.precipitationProbability) == [40, nil, nil, 80])
        let later = try await Answers.report(
            Answers.present, rain.replacing(#""3h":1.5"#, with: #""3h":2.4"#), after: first, at: now)
        #expect(later.hours.first?.time == UnixTime(1_795_273_200))
        #expect(later.hours.first?.conditions.temperature == 8)
        #expect(later.hours.first?.conditions.precipitation == 2.4)
    }

    /// An observation from 20 hours ago does not affect future hours.
    @Test(arguments: [(60, 8), (3600, 8), (3700, 7), (72_000, 7), (90_000, 7)] as [(Int, Double?)])
    func oldObservationIsNotBlendedIntoHours(age: Int, temperature: Double?) async throws {
        let present = Answers.present.replacing("1795273500", with: "\(Answers.now.seconds - age)")
        let report = try await Answers.report(present)
        #expect(report.current?.temperature == 8 && report.currentOrigin == .analysis)
        #expect(report.hours.first?.conditions.temperature == temperature)
    }

    @Test func snowWaterIsConvertedToDepth() async throws {
        let snow = Answers.forecast.replacing(#""rain":{"3h":3.6}"#, with: #""rain":{"3h":0.3},"snow":{"3h":1.5}"#)
        let hour = try #require(try await Answers.report(Answers.present, snow).hours.dropFirst(3).first?.conditions)
        #expect(hour.precipitation == 1.8 && hour.rain == 0.3 && hour.snowfall == 15)
    }

    /// In the afternoon the morning is unknown, so there are no extremes and sums of the day.
    @Test func todayIsCompleteOnlyWithPastHours() async throws {
        let report = try await Answers.report()
        let today = try #require(report.days.first)
        #expect(report.days.count == 1)
        #expect(today.temperatureMax == nil && today.temperatureMin == nil && today.precipitation == nil)
        #expect(today.precipitationHours == nil && today.windSpeedMax == nil && today.cloudCover == nil)
        #expect(today.condition == .rain && today.precipitationProbability == 80 && today.daylight != nil)

        var earlier = report
        earlier.hours = (-1...15).map { number in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = number == 4 ? -3 : 6
            conditions.precipitation = 0.2
            return Hour(time: UnixTime(1_795_219_200 + number * 3600), conditions: conditions)
        }
        let later = try await Answers.report(after: earlier)
        // The first is from yesterday, and for the last the service has a newer value.
        #expect(later.hours.map(\.time) == (0..<24).map { UnixTime(1_795_219_200 + $0 * 3600) })
        let whole = try #require(later.days.first)
        #expect(whole.temperatureMin == -3 && whole.temperatureMax == 8)
        #expect(whole.precipitation == 6.6 && whole.precipitationHours == 18)
    }

    /// Precipitation before a missing entry is unknown.
    @Test func missingEntryLeavesGap() async throws {
        let hours = try await Answers.report(
            Answers.present, Answers.forecast.replacing(#""dt":1795294800"#, with: #""dt":null"#)
        ).hours
        #expect(hours.count == 6)
        #expect(hours.map(\.conditions.precipitation) == [0, nil, nil, nil, nil, nil])
        #expect(hours.map(\.precipitationProbability) == [10, nil, nil, nil, nil, nil])
    }

    @Test(
        arguments: [("Asia/Tokyo", "Asia/Tokyo"), (nil, "GMT+0545"), ("Nowhere/Atall", "GMT+0545")]
            as [(String?, String)])
    func zoneComesFromGazetteerOrOffset(zone: String?, identifier: String) async throws {
        let present = Answers.present.replacing(#""timezone":0"#, with: #""timezone":20700"#)
        #expect(try await Answers.report(present, zone: zone).timeZone == identifier)
    }

    // MARK: - Traps in real answers

    @Test(arguments: [
        (#""deg":210,"#, ""), (#","gust":9.8"#, ""), (#""visibility":9000,"#, ""), (#""timezone":0,"#, ""),
        (#""rain":{"1h":0.4}"#, #""rain":{}"#), (#""rain":{"1h":0.4}"#, #""rain":null"#), (#""rain":{"1h":0.4},"#, ""),
        (#""name":"London""#, #""name":"""#), (#""cod":200"#, #""cod":"200""#), (#""temp":8"#, #""temp":8.0"#),
        (#""dt":1795273500"#, #""dt":"1795273500""#), (#""id":500"#, #""id":"500""#),
    ])
    func invalidValueDropsNothingElse(part: String, trap: String) async throws {
        let report = try await Answers.report(Answers.present.replacing(part, with: trap), zone: nil)
        let current = try #require(report.current)
        #expect(current.temperature == 8 && current.condition == .rainLight && current.windSpeed == 4.5)
        #expect(report.observedAt == UnixTime(1_795_273_500))
        #expect(report.timeZone == "GMT" && report.hours.count == 9)
        #expect(current.rain == (part.contains("rain") ? 0 : 0.4))
        #expect((current.windDirection == nil) == part.contains("deg"))
    }

    /// Kelvin instead of the requested metric units are not a temperature on Earth.
    @Test func unexpectedUnitIsDropped() async throws {
        let report = try await Answers.report(Answers.present.replacing(#""temp":8"#, with: #""temp":281.15"#))
        #expect(report.current?.temperature == nil && report.current?.humidity == 50)
    }

    @Test func emptyForecastKeepsCurrentWeather() async throws {
        for list in ["[]", "null", "{}", #""none""#] {
            let report = try await Answers.report(Answers.present, #"{"cod":"200","list":\#(list)}"#)
            #expect(report.current?.temperature == 8 && report.hours.isEmpty && report.days.isEmpty)
        }
    }

    @Test func unknownConditionIDsAreReported() async throws {
        let report = try await Answers.report(
            Answers.present.replacing(#""id":500"#, with: #""id":950"#),
            Answers.forecast.replacing(#""id":804"#, with: #""id":2"#))
        #expect(report.unknownCodes == ["condition id 2", "condition id 950"])
        #expect(report.current?.condition == .unknown && report.hours.count == 9)
    }

    // MARK: - Requests and failures

    @Test func reportNeedsTwoMetricRequests() async throws {
        let asked = Mutex<[HTTPQuery]>([])
        let exchange = Answers.exchange([
            "/data/2.5/weather": Answers.present, "/data/2.5/forecast": Answers.forecast,
        ]) { query in asked.withLock { $0.append(query) } }
        _ = try await Answers.provider(exchange: exchange)
            .report(for: try #require(Coordinate(latitude: 51.50739, longitude: -0.12776)), at: Answers.now)
        let key = try #require(Answers.key)
        let queries = asked.withLock(\.self)
        #expect(
            queries.map(\.url)
                == ["weather", "forecast"].map {
                    "https://api.example.org/data/2.5/\($0)?lat=51.5074&lon=-0.1278&units=metric&appid=\(key.text)"
                })
        #expect(queries.allSatisfy { $0.key == key })
    }

    /// The present alone is better than nothing, but not than the stored forecast.
    @Test func withoutForecastThereIsThePresent() async throws {
        let provider = try Answers.provider(exchange: Answers.exchange(["/data/2.5/weather": Answers.present]))
        let london = try #require(Contract.london)
        let failure = FetchFailure.refused(host: "api.example.org", status: 404, reason: "Internal error")
        let report = try await provider.report(for: london, at: Answers.now)
        #expect(report.current?.temperature == 8 && report.hours.isEmpty)
        #expect(report.missing == [.failed(part: "the forecast", failure)])
        let stored = try await Answers.report()
        await #expect(throws: failure) {
            try await provider.report(for: london, at: Answers.now, renewing: stored)
        }
        let silent = try Answers.provider(exchange: Answers.exchange([:]))
        await #expect(throws: failure) { try await silent.report(for: london, at: Answers.now) }
        // Without any hour for now, the stored one is worth no more.
        #expect(try await provider.report(for: london, at: Answers.now, renewing: report).missing == report.missing)
    }

    @Test func withoutCurrentWeatherThePresentIsTheHour() async throws {
        let provider = try Answers.provider(exchange: Answers.exchange(["/data/2.5/forecast": Answers.forecast]))
        let report = try await provider.report(for: try #require(Contract.london), at: Answers.now)
        #expect(report.missing.map(\.name) == ["the current weather"])
        let present = try #require(report.present(at: Answers.now, staleAfter: 3600))
        #expect(present.conditions.temperature == 7 && present.origin == .forecast)
        #expect(report.timeZone == "Europe/London")
    }

    private func failure(status: Int = 200, _ body: String) throws -> FetchFailure? {
        let answer = HTTPAnswer(status: status, headers: [("Retry-After", "60")], body: Array(body.utf8))
        return #expect(throws: FetchFailure.self) {
            try OpenWeatherMapService.content(of: answer, from: "example.org", at: Answers.now)
        }
    }

    /// Each cause of a rejected key, with advice; also if the error is in a 200 answer, as a number or a text.
    @Test(arguments: [
        (401, #"{"cod":401, "message": "Invalid API key. Please see http://example.org/faq for more info."}"#),
        (200, #"{"cod":401, "message": "Invalid API key. Please see http://example.org/faq for more info."}"#),
        (200, #"{"cod":"401", "message": "Invalid API key."}"#),
    ])
    func unauthorizedKeyIsAuthorizationFailure(status: Int, body: String) throws {
        guard case .keyRefused("OpenWeatherMap", let reason?) = try failure(status: status, body) else {
            Issue.record("not reported as a rejected key")
            return
        }
        #expect(reason.hasPrefix("Invalid API key") && reason.hasSuffix("; new keys take up to two hours to work"))
        #expect(!reason.contains("http"))
    }

    @Test func keyWithoutSubscriptionIsAuthorizationFailure() throws {
        let message = "Please note that using One Call 3.0 requires a separate subscription. Learn more elsewhere."
        #expect(
            try failure(status: 401, #"{"cod":401,"message":"\#(message)"}"#)
                == .keyRefused(
                    host: "OpenWeatherMap",
                    reason: "Please note that using One Call 3.0 requires a separate subscription; "
                        + "subscribe at openweathermap.org/price"))
        #expect(
            try failure(status: 401, "<html>")
                == .keyRefused(host: "OpenWeatherMap", reason: "new keys take up to two hours to work"))
    }

    @Test func otherErrorsNameTheirStatus() throws {
        #expect(
            try failure(status: 404, #"{"cod":"404","message":"city not found"}"#)
                == .refused(host: "example.org", status: 404, reason: "city not found"))
        #expect(
            try failure(#"{"cod":"400","message":"wrong latitude"}"#)
                == .refused(host: "example.org", status: 400, reason: "wrong latitude"))
        #expect(
            try failure(status: 429, #"{"cod":429,"message":"Your account is blocked. Please choose another plan."}"#)
                == .rateLimited(host: "example.org", reason: "Your account is blocked", retryAfter: 60))
        #expect(
            try failure(#"{"cod":429}"#) == .rateLimited(host: "example.org", reason: nil, retryAfter: 60))
        #expect(
            try failure(#"{"cod":"500","message":"Internal server error"}"#)
                == .serviceFailed(
                    host: "example.org", status: 500, reason: "Internal server error", retryAfter: 60))
        #expect(
            try failure(status: 502, "<html>")
                == .serviceFailed(host: "example.org", status: 502, reason: nil, retryAfter: 60))
        #expect(
            try failure("<html>Welcome</html>")
                == .webPage(host: "example.org"))
    }

    /// The key is only in request addresses, even if the service repeats it.
    @Test func keyIsNeverPrinted() async throws {
        let key = try #require(Answers.key)
        let london = try #require(Contract.london)
        let provider = try Answers.provider { query async throws(FetchFailure) in
            let body = #"{"cod":401,"message":"Invalid API key \#(query.key?.text ?? "") in \#(query.url)"}"#
            return HTTPAnswer(status: 401, body: Array(body.utf8)).redacted(query.key)
        }
        let failure = await #expect(throws: FetchFailure.self) {
            try await provider.report(for: london, at: Answers.now)
        }
        #expect(!"\(String(describing: failure))".contains(key.text))
        #expect("\(String(describing: failure))".contains("****"))
        let oneCall = OneCall(
            version: .four, baseURL: "https://example.org", key: key, exchange: Answers.exchange([:]))
        let air = OpenWeatherMapAir(baseURL: "https://example.org", key: key, exchange: Answers.exchange([:]))
        for text in ["\(provider)", "\(oneCall)", "\(air)", String(reflecting: provider)] {
            #expect(!text.contains(key.text))
        }
        let data = try JSONEncoder().encode(try await Answers.report())
        #expect(!String(decoding: data, as: UTF8.self).contains(key.text))
    }

    @Test func hugeAnswerIsBounded() async throws {
        let entries = (0..<5000).map {
            #"{"dt":\#(1_795_284_000 + $0),"main":{"temp":7},"weather":[{"id":\#(9000 + $0)}]}"#
        }
        let report = try await OpenWeatherMapAnswers.report(
            OpenWeatherMapAnswers.present, #"{"list":[\#(entries.joined(separator: ","))]}"#)
        #expect(report.hours.count < 500)
        #expect(report.unknownCodes?.count == 10)
    }
}
