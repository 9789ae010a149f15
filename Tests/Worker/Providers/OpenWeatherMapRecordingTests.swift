import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private typealias Recordings = OpenWeatherMapRecordings

@Suite(.enabled(if: Recordings.exist, "\(RecordingFolder.absence)"))
struct OpenWeatherMapRecordingTests {
    private func isClose(_ value: Double?, _ expected: Double?) -> Bool {
        guard let value, let expected else { return value == nil && expected == nil }
        return abs(value - expected) < 0.001
    }

    /// A provider's report from a recording, at the recording's own time.
    private func report(present: String, forecast: String = #"{"list":[]}"#, at now: Int) async throws -> Report {
        let exchange = OpenWeatherMapAnswers.exchange(["/data/2.5/weather": present, "/data/2.5/forecast": forecast])
        return try await OpenWeatherMapAnswers.provider(zone: nil, exchange: exchange)
            .report(for: try #require(Contract.london), at: UnixTime(now))
    }

    @Test(
        arguments: [
            ("current_newyork_default", .standard, .overcast, "GMT-0400"),
            ("current_moscow_imperial_ru", .imperial, .clear, "GMT+0300"),
            ("current_moscow_metric_fr", .metric, .rainShowers, "GMT+0300"),
            ("current_london_rain_default", .standard, .rain, "GMT+0100"),
            ("current_docs_zocca", .standard, .rain, "GMT+0200"),
        ] as [(String, RecordedUnits, Weather.Condition, String)])
    func currentWeatherMatchesRecording(
        name: String, units: RecordedUnits, condition: Weather.Condition, zone: String
    ) async throws {
        let json = try Recordings.tree(name)
        let main = try #require(json["main"] as? [String: Double])
        let wind = try #require(json["wind"] as? [String: Double])
        let time = try #require(json["dt"] as? Int)
        let report = try await report(present: try Recordings.metric(name, recordedIn: units), at: time + 60)
        let current = try #require(report.current)
        #expect(report.observedAt == UnixTime(time) && report.timeZone == zone)
        #expect(current.condition == condition && report.unknownCodes == nil)
        #expect(isClose(current.temperature, main["temp"].map(units.celsius)))
        #expect(isClose(current.feelsLike, main["feels_like"].map(units.celsius)))
        #expect(current.humidity == main["humidity"] && current.pressure == main["pressure"])
        #expect(isClose(current.windSpeed, wind["speed"].map(units.metresPerSecond)))
        #expect(isClose(current.windGust, wind["gust"].map(units.metresPerSecond)))
        #expect(current.windDirection == wind["deg"])
        #expect(current.visibility == json["visibility"] as? Double)
        #expect(current.cloudCover == (json["clouds"] as? [String: Double])?["all"])
        #expect(current.rain == (json["rain"] as? [String: Double])?["1h"] ?? 0)
        #expect(current.snowfall == 0)
    }

    /// Some numbers read manually from the files.
    @Test func spotChecks() async throws {
        let zocca = try await report(
            present: Recordings.metric("current_docs_zocca", recordedIn: .standard), at: 1_661_870_592)
        #expect(zocca.current?.temperature == 25.33 && zocca.current?.windGust == 1.18)
        #expect(zocca.current?.precipitation == 3.16)
        let york = try await report(
            present: Recordings.metric("current_newyork_default", recordedIn: .standard), at: 1_588_045_785)
        #expect(york.current?.windSpeed == 2.1 && york.current?.windDirection == nil)
        #expect(york.current?.visibility == 16_093)
    }

    @Test(arguments: ["forecast5_london", "forecast5_maryland"])
    func stepsMatchRecording(name: String) async throws {
        let list = try #require(try Recordings.tree(name)["list"] as? [[String: Any]])
        #expect(list.count == 40)
        let first = try #require(list.first?["dt"] as? Int)
        let present = #"{"dt":\#(first - 5400),"main":{"temp":12},"weather":[{"id":804}],"clouds":{"all":90}}"#
        let report = try await report(
            present: present, forecast: Recordings.metric(name, recordedIn: .standard), at: first - 5400)
        let hours = Dictionary(uniqueKeysWithValues: report.hours.map { ($0.time.seconds, $0) })
        for (entry, next) in zip(list, list.dropFirst()) {
            let time = try #require(entry["dt"] as? Int)
            let conditions = try #require(hours[time]?.conditions)
            let main = try #require(entry["main"] as? [String: Double])
            #expect(isClose(conditions.temperature, main["temp"].map { $0 - 273.15 }))
            #expect(isClose(conditions.feelsLike, main["feels_like"].map { $0 - 273.15 }))
            #expect(conditions.humidity == main["humidity"] && conditions.pressure == main["sea_level"])
            #expect(isClose(conditions.windGust, (entry["wind"] as? [String: Double])?["gust"]))
            let rain = (next["rain"] as? [String: Double])?["3h"] ?? 0
            #expect(conditions.precipitation == rain && conditions.precipitationPeriod == 10_800)
            #expect(isClose(hours[time]?.precipitationProbability, (next["pop"] as? Double).map { $0 * 100 }))
            #expect(conditions.condition.isWet == (rain > 0))
        }
        #expect(report.unknownCodes == nil)
    }

    @Test func daysFollowLocalCalendar() async throws {
        // 18:00 UTC of the 20th, which is 14:00 in Maryland.
        let present = #"{"dt":1742493600,"main":{"temp":23},"weather":[{"id":500}]}"#
        let report = try await report(
            present: present, forecast: Recordings.metric("forecast5_maryland", recordedIn: .standard),
            at: 1_742_493_600)
        #expect(report.timeZone == "GMT-0400")
        #expect(
            report.days.map(\.date.description)
                == ["2025-03-20", "2025-03-21", "2025-03-22", "2025-03-23", "2025-03-24"])
        // The morning is unknown.
        #expect(report.days.first?.temperatureMax == nil && report.days.first?.precipitation == nil)
        #expect(report.days.first?.precipitationProbability == 100)
        #expect(report.days.dropFirst().first?.precipitation == 0)
        // From 282.02 K, two thirds of the way from 287.27 K at 00 UTC to 281.24 K at 03 UTC, down to 274.97 K at 12
        // UTC.
        #expect(report.days.dropFirst().first?.temperatureMin == 1.82)
        // 285.65 K at 21:00 UTC.
        #expect(report.days.dropFirst().first?.temperatureMax == 12.5)
    }

    private func oneCall(_ version: OneCall.Version, _ answers: [String: String], at now: Int) async throws -> Report {
        try await OneCall(
            version: version, baseURL: "https://example.org", key: try #require(OpenWeatherMapAnswers.key),
            exchange: OpenWeatherMapAnswers.exchange(answers)
        ).report(for: try #require(Contract.london), at: UnixTime(now))
    }

    @Test func oneCall3MatchesRecording() async throws {
        let name = "onecall3_phoenix_alerts"
        let json = try Recordings.tree(name)
        let answer = try Recordings.metric(name, recordedIn: .standard)
        let report = try await oneCall(.three, ["/data/3.0/onecall": answer], at: 1_704_064_820)
        #expect(report.timeZone == "America/Phoenix" && report.observedAt == UnixTime(1_704_064_820))
        #expect(isClose(report.current?.temperature, 289.2 - 273.15) && isClose(report.current?.dewPoint, 5.05))
        #expect(report.current?.uvIndex == 0.4 && report.current?.windGust == nil)
        let hourly = try #require(json["hourly"] as? [[String: Any]])
        #expect(report.hours.count == 48 && report.hours.map(\.time.seconds) == hourly.map { $0["dt"] as? Int })
        for (hour, json) in zip(report.hours, hourly) {
            #expect(isClose(hour.conditions.temperature, (json["temp"] as? Double).map { $0 - 273.15 }))
            #expect(isClose(hour.conditions.windSpeed, json["wind_speed"] as? Double))
            #expect(isClose(hour.conditions.uvIndex, json["uvi"] as? Double))
            #expect(hour.conditions.condition != .unknown && hour.conditions.precipitation == 0)
        }
        let daily = try #require(json["daily"] as? [[String: Any]])
        #expect(report.days.map(\.date.description).first == "2023-12-31" && report.days.count == 8)
        for (day, json) in zip(report.days, daily) {
            let temperatures = try #require(json["temp"] as? [String: Double])
            #expect(isClose(day.temperatureMax, temperatures["max"].map { $0 - 273.15 }))
            #expect(isClose(day.temperatureMin, temperatures["min"].map { $0 - 273.15 }))
            #expect(isClose(day.windGustMax, json["wind_gust"] as? Double))
            #expect(isClose(day.precipitation, json["rain"] as? Double ?? 0))
        }
        #expect(report.precipitation.count == 60 && report.precipitation.allSatisfy { $0.amount == 0 })
        #expect(report.precipitation.first?.end == UnixTime(1_704_064_860))
        let alert = try #require(report.alerts?.first)
        #expect(report.alerts?.count == 1 && alert.event == "Air Quality Alert")
        #expect(alert.onset == UnixTime(1_703_871_060) && alert.ends == UnixTime(1_704_168_000))
        #expect(alert.text?.hasPrefix("...PM-2.5 HIGH POLLUTION ADVISORY") == true)
    }

    @Test func oneCall3WithoutHoursMatchesRecording() async throws {
        let answer = try Recordings.metric("onecall3_exclude_minutely_hourly", recordedIn: .standard)
        let report = try await oneCall(.three, ["/data/3.0/onecall": answer], at: 1_589_427_537)
        #expect(report.hours.isEmpty && report.precipitation.isEmpty && report.alerts == [])
        #expect(report.timeZone == "America/Chicago" && report.days.count == 8)
        #expect(report.days.map(\.precipitation) == [0, 1.52, 0.58, 16.78, 8.01, 0, 0, 0])
        #expect(report.days.first?.date == CalendarDate(year: 2020, month: 5, day: 13))
        // 301.62 K.
        #expect(report.days.dropFirst(3).first?.temperatureMax == 28.47)
    }

    @Test func oneCall4MatchesRecording() async throws {
        func recorded(_ name: String) throws -> String {
            String(decoding: try Recordings.data("onecall4_" + name), as: UTF8.self)
        }
        let root = "/data/4.0/onecall"
        let report = try await oneCall(
            .four,
            [
                "\(root)/current": recorded("current_tokyo"),
                "\(root)/timeline/1h": recorded("timeline_1h_tokyo_trimmed"),
                "\(root)/timeline/1day": recorded("timeline_1day_tokyo_trimmed"),
                "\(root)/timeline/1min": #"{"data":[]}"#,
            ], at: 1_789_780_076)
        #expect(report.timeZone == "Asia/Tokyo" && report.observedAt == UnixTime(1_789_780_076))
        let current = try #require(report.current)
        #expect(current.temperature == 23.47 && current.dewPoint == 17.91 && current.pressure == 1020)
        #expect(current.windDirection == 360 && current.condition == .overcast)
        #expect(report.hours.map(\.time.seconds) == [1_789_779_600, 1_789_826_400])
        #expect(report.hours.map(\.conditions.rain) == [0, 0.21])
        #expect(report.hours.map(\.precipitationProbability) == [0, 49])
        let day = try #require(report.days.first)
        #expect(day.date == CalendarDate(year: 2026, month: 9, day: 19))
        #expect(day.temperatureMax == 26.42 && day.temperatureMin == 21.69 && day.rain == 0.46)
        #expect(day.windSpeedMax == 6.38 && day.uvIndexMax == 6.27 && day.condition == .rainLight)
        #expect(report.alerts == [])
    }

    @Test func airQualityMatchesRecording() async throws {
        let body = String(decoding: try Recordings.data("air_pollution_lisbon"), as: UTF8.self)
        let provider = OpenWeatherMapAir(
            baseURL: "https://example.org", key: try #require(OpenWeatherMapAnswers.key),
            exchange: OpenWeatherMapAnswers.exchange(["/data/2.5/air_pollution": body]))
        let now = UnixTime(1_687_540_917)
        let london = try #require(Contract.london)
        let air = try #require(try await provider.report(for: london, at: now).air(at: now))
        #expect(air.openWeatherIndex == 3 && air.carbonMonoxide == 196.93 && air.nitrogenDioxide == 3.98)
        #expect(air.ozone == 107.29 && air.sulphurDioxide == 1.46 && air.ammonia == 2.03)
        #expect(air.fineParticles == 8.58 && air.particles == 13.5)
    }

    @Test(arguments: [
        ("error_401", 401, "Invalid API key; new keys take up to two hours to work"),
        (
            "error_401_onecall3_subscription", 401,
            "Please note that using One Call 3.0 requires a separate subscription to the One Call by Call plan; "
                + "subscribe at openweathermap.org/price"
        ),
        ("error_404_city", 404, "city not found"),
        (
            "error_429", 429,
            "Your account is temporary blocked due to exceeding of requests limitation of your subscription type"
        ),
    ])
    func errorsMatchRecording(name: String, status: Int, reason: String) throws {
        let body = Array(try Recordings.data(name))
        let failure = #expect(throws: FetchFailure.self) {
            try OpenWeatherMapService.content(
                of: HTTPAnswer(status: status, body: body), from: "example.org", at: UnixTime(1_795_273_800))
        }
        let expected: FetchFailure =
            switch status {
            case 401: .keyRefused(host: "OpenWeatherMap", reason: reason)
            case 429: .rateLimited(host: "example.org", reason: reason, retryAfter: nil)
            default: .refused(host: "example.org", status: status, reason: reason)
            }
        #expect(failure == expected)
    }
}
