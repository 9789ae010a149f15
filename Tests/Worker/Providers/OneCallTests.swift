import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private typealias Answers = OpenWeatherMapAnswers

@Suite struct OneCallTests {
    private static let zone = #""timezone":"Europe/London","timezone_offset":0"#
    private static let state =
        #""temp":8,"humidity":50,"wind_speed":4.5,"dew_point":1,"uvi":0.5,"weather":[{"id":500}],"rain":{"1h":0.4}"#

    private static func three(_ more: String = "") -> String {
        """
        {\(zone),"current":{"dt":1795273500,\(state)},"hourly":[{"dt":1795273200,\(state),"pop":0.6}],
         "daily":[{"dt":1795262400,"temp":{"day":8,"min":2,"max":9},"rain":2.5,"snow":1,"pop":0.7,"uvi":1}]\(more)}
        """
    }

    private static func report(_ body: String) async throws -> Report {
        let exchange = Answers.exchange(["/data/3.0/onecall": body])
        return try await OneCall(
            version: .three, baseURL: "https://example.org", key: try #require(Answers.key), exchange: exchange
        ).report(for: try #require(Contract.london), at: Answers.now)
    }

    @Test func hourlyPrecipitationIsRead() async throws {
        let report = try await Self.report(Self.three())
        #expect(report.current?.dewPoint == 1 && report.current?.uvIndex == 0.5 && report.current?.isDay == true)
        // The current amount is documented as mm/h.
        #expect(report.currentOrigin == .analysis && report.current?.precipitationPeriod == 0)
        let hour = try #require(report.hours.first)
        #expect(hour.time == UnixTime(1_795_273_200) && hour.precipitationProbability == 60)
        #expect(hour.conditions.precipitation == 0.4 && hour.conditions.snowfall == 0)
        let day = try #require(report.days.first)
        #expect(day.date == CalendarDate(year: 2026, month: 11, day: 21))
        #expect(day.temperatureMax == 9 && day.temperatureMin == 2 && day.precipitationProbability == 70)
        #expect(day.precipitation == 3.5 && day.rain == 2.5 && day.snowfall == 10)
        #expect(day.feelsLikeMax == nil && day.cloudCover == nil)
    }

    /// 6 mm/h are a tenth of a millimetre per minute.
    @Test func minutesAreAmounts() async throws {
        let minutes =
            #","minutely":[{"dt":1795273860,"precipitation":6},{"dt":1795273920,"precipitation":null},"#
            + #"{"dt":1795273980,"precipitation":0}]"#
        let series = try await Self.report(Self.three(minutes)).precipitation
        #expect(series.map(\.end.seconds) == [1_795_273_860, 1_795_273_920, 1_795_273_980])
        #expect(series.map(\.duration) == [60, 60, 60])
        #expect(series.map(\.amount) == [0.1, nil, 0])
    }

    @Test func answerContainsAlerts() async throws {
        #expect(try await Self.report(Self.three()).alerts == [])
        for unreadable in [#""none""#, "{}", #"[{"title":"Wind"}]"#] {
            let report = try await Self.report(Self.three(#","alerts":\#(unreadable)"#))
            #expect(report.alerts == [] && report.omittedAlerts == OmittedAlerts(unreadable: 1))
        }
        let body = #"""
            ,"alerts":[{"sender_name":"Met Office","event":"Yellow Wind Warning","start":1795270000,"end":1795300000,
             "description":"Strong\nwinds","tags":["Wind"]},{"sender_name":"","event":"","description":""},null,7,
             {"description":"Only words"}]
            """#
        let alerts = try #require(try await Self.report(Self.three(body)).alerts)
        #expect(alerts.map(\.event) == ["Yellow Wind Warning", "Weather alert"])
        let alert = try #require(alerts.first)
        #expect(alert.id == "Met Office/Yellow Wind Warning/1795270000")
        #expect(alert.sender == "Met Office" && alert.text == "Strong\nwinds" && alert.severity == .unknown)
        #expect(alert.onset == UnixTime(1_795_270_000) && alert.ends == UnixTime(1_795_300_000))
    }

    /// Version 4.0 may date a day by midnight UTC, which in New York is the evening before.
    @Test func dateOfDayFollowsSunrise() async throws {
        let body = #"""
            {"timezone":"America/New_York","daily":[
             {"dt":1795305600,"sunrise":1795348200,"sunset":1795383000,"temp":{"max":9}}]}
            """#
        #expect(try await Self.report(body).days.first?.date == CalendarDate(year: 2026, month: 11, day: 22))
    }

    @Test func unknownTimeZoneFallsBackToOffset() async throws {
        let body = Self.three().replacing("Europe/London", with: "Mars/Olympus")
            .replacing(#""timezone_offset":0"#, with: #""timezone_offset":-12600"#)
        #expect(try await Self.report(body).timeZone == "GMT-0330")
    }

    // MARK: - Version 4.0

    private static let root = "/data/4.0/onecall"

    private static func four(alerts: String) -> [String: String] {
        [
            "\(root)/current": #"{\#(zone),"data":[{"dt":1795273500,\#(state),"alerts":\#(alerts)}]}"#,
            "\(root)/timeline/1h":
                #"{\#(zone),"data":[{"dt":1795273200,\#(state)}],"next":"http://example.org/next?appid=x"}"#,
            "\(root)/timeline/1day": #"{\#(zone),"data":[]}"#, "\(root)/timeline/1min": #"{\#(zone),"data":[]}"#,
            "\(root)/alert/A-1":
                #"{"id":"A-1","sender_name":"NWS","event":"Heat Advisory","start":1795270000,"end":1795300000}"#,
        ]
    }

    private static func fetch(
        _ answers: [String: String], at now: UnixTime = Answers.now, renewing previous: Report? = nil,
        notices: Notices = Notices()
    ) async throws -> (report: Report, asked: [String]) {
        let asked = Mutex<[String]>([])
        let exchange = Answers.exchange(answers) { query in asked.withLock { $0.append(query.url) } }
        let provider = OneCall(
            version: .four, baseURL: "https://example.org", key: try #require(Answers.key), exchange: exchange,
            notice: notices.take)
        let report = try await provider.report(for: try #require(Contract.london), at: now, renewing: previous)
        return (report, asked.withLock(\.self))
    }

    /// The end of tomorrow is 33 hours away: two pages.
    @Test func fiveCallsAreBilled() async throws {
        let asked = try await Self.fetch(Self.four(alerts: "[]")).asked
        let place = "lat=51.5074&lon=-0.1278&units=metric"
        let key = try #require(Answers.key).text
        #expect(
            asked
                == [
                    "current?\(place)", "timeline/1h?\(place)&start=1795273200",
                    "timeline/1h?\(place)&start=1795345200", "timeline/1day?\(place)", "timeline/1min?\(place)",
                ].map { "https://example.org\(Self.root)/\($0)&appid=\(key)" })
    }

    /// At half past midnight it is 47.5 hours away.
    @Test func sixCallsAreBilledAfterMidnight() async throws {
        let asked = try await Self.fetch(Self.four(alerts: "[]"), at: UnixTime(1_795_221_000)).asked
        #expect(asked.count { $0.contains("/1h?") } == 3 && asked.count == 6)
    }

    @Test func alertDetailsAreRequestedOnce() async throws {
        let answers = Self.four(alerts: #"["A-1","../current?x=",7,null]"#)
        let (first, asked) = try await Self.fetch(answers)
        #expect(first.alerts?.map(\.id) == ["A-1"] && first.alerts?.first?.event == "Heat Advisory")
        #expect(asked.count == 6 && asked.last?.contains("/alert/A-1?appid=") == true)
        let (second, askedAgain) = try await Self.fetch(answers, renewing: first)
        #expect(second.alerts == first.alerts && askedAgain.count == 5)
        #expect(try await Self.fetch(Self.four(alerts: "[]"), renewing: first).report.alerts == [])
    }

    @Test func missingAlertIsOmitted() async throws {
        #expect(try await Self.fetch(Self.four(alerts: #"["B-2"]"#)).report.alerts == [])
    }

    @Test func failedAlertRequestIsCounted() async throws {
        var answers = Self.four(alerts: #"["A-1"]"#)
        answers["\(Self.root)/alert/A-1"] = "<html>"
        let report = try await Self.fetch(answers).report
        #expect(report.alerts == [] && report.omittedAlerts == OmittedAlerts(unreadable: 1))
        #expect(report.current?.temperature == 8)
        #expect(report.missing.map(\.name) == ["a warning"])
    }

    /// The calls before it were billed.
    @Test(arguments: [
        ("current", "the current weather"), ("timeline/1min", "the minutes"), ("timeline/1day", "the days"),
        ("timeline/1h", "the hours"),
    ])
    func failedPartIsMissing(path: String, name: String) async throws {
        var answers = Self.four(alerts: "[]")
        answers["\(Self.root)/timeline/1day"] =
            #"{\#(Self.zone),"data":[{"dt":1795262400,"temp":{"max":9,"min":3}}]}"#
        answers["\(Self.root)/\(path)"] = nil
        let notices = Notices()
        let (report, asked) = try await Self.fetch(answers, notices: notices)
        let failure = FetchFailure.refused(host: "example.org", status: 404, reason: "Internal error")
        #expect(report.missing == [.failed(part: name, failure)])
        #expect(notices.all == [.incomplete(part: name, failure)])
        #expect(report.completed.present(at: Answers.now, staleAfter: 3600)?.conditions.temperature == 8)
        #expect(report.completed.days.isEmpty == false)
        #expect(asked.contains { $0.contains("1min") })
        // Failed parts may have contained warnings.
        #expect((report.alerts == nil) == (name != "the minutes"))
    }

    /// Further hours would be billed for nothing while the stored ones are still shown.
    @Test func failedHoursKeepTheStoredOnes() async throws {
        var answers = Self.four(alerts: "[]")
        let stored = try await Self.fetch(answers).report
        answers["\(Self.root)/timeline/1h"] = nil
        await #expect(throws: FetchFailure.self) { _ = try await Self.fetch(answers, renewing: stored) }
    }

    @Test func rateLimitEndsFurtherCalls() async throws {
        let asked = Mutex<[String]>([])
        let provider = OneCall(version: .four, baseURL: "https://example.org", key: try #require(Answers.key)) {
            query in
            asked.withLock { $0.append(query.url) }
            return query.url.contains("/current")
                ? HTTPAnswer(#"{"data":[{"dt":1795273500,"temp":8}]}"#) : HTTPAnswer("{}", status: 429)
        }
        let report = try await provider.report(for: try #require(Contract.london), at: Answers.now)
        #expect(report.current?.temperature == 8 && asked.withLock(\.count) == 2)
        #expect(report.missing.map(\.name) == ["the hours", "the days", "the minutes"])
    }
}
