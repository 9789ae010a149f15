import Dialects
import Foundation
import LoopbackHTTP
import Refreshing
import Testing
import Weather

/// A service with one of the dialects, and its configuration.
struct Speaker: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var dialect: any Dialect
    var setting: [String: String] = [:]
    /// The attribution that its licence requires; nil for a host that is not the service's own.
    var attribution: String?

    static let all = ProviderName.allCases.flatMap(speaking)

    /// Those whose provider has an API key.
    static let withKey = ProviderName.withKey.flatMap(speaking)

    private static func speaking(for name: ProviderName) -> [Speaker] {
        switch name {
        case .openMeteo:
            [
                Speaker(
                    testDescription: "open-meteo", dialect: OpenMeteoDialect(),
                    attribution: "Weather data by Open-Meteo.com")
            ]
        case .metNorway:
            [
                Speaker(
                    testDescription: "met-norway", dialect: METNorwayDialect(),
                    attribution: "Weather data by MET Norway (met.no), CC BY 4.0")
            ]
        case .nws:
            [
                Speaker(
                    testDescription: "nws", dialect: NWSDialect(),
                    attribution: "Weather data by the US National Weather Service")
            ]
        case .openWeatherMap:
            [
                Speaker(testDescription: "openweathermap", dialect: OpenWeatherMapDialect(), attribution: openWeather),
                Speaker(
                    testDescription: "openweathermap, One Call 3.0", dialect: OneCallDialect(version: 3),
                    setting: ["WEATHERD_OPENWEATHERMAP_ONE_CALL": "3.0"], attribution: openWeather),
                Speaker(
                    testDescription: "openweathermap, One Call 4.0", dialect: OneCallDialect(version: 4),
                    setting: ["WEATHERD_OPENWEATHERMAP_ONE_CALL": "4.0"], attribution: openWeather),
            ]
        case .pirateWeather:
            [
                Speaker(testDescription: "pirate-weather", dialect: DarkSkyDialect()),
                Speaker(testDescription: "pirate-weather in US units", dialect: DarkSkyDialect(units: "us")),
            ]
        // Sample weather has no service; the others have no forecasts.
        case .sample, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts, .aviationWeather: []
        }
    }

    private static let openWeather = "Weather data provided by OpenWeather (openweathermap.org)"
}

/// The same weather, in every service's format.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct DialectTests {
    private let weather = InventedWeather.of(.chicago, at: Home.now)

    @Test(arguments: Speaker.all)
    func allProvidersYieldTheSameWeather(speaker: Speaker) async throws {
        try await WeatherService.running([speaker.dialect]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.chicago.place)
            try home.setProviders(services)
            services[0].report(weather)
            let daemon = try home.start(setting: speaker.setting)
            try home.awaitRefresh()
            try expectPresent(speaker, try shown("current", in: home))
            try expectHours(speaker, try shown("hourly", in: home))
            try expectDays(speaker, try shown("daily", "5", in: home))
            let current = try home.weatherctl("current")
            let footer = speaker.attribution ?? "Weather data by Dark Sky format at \(services[0].host)"
            #expect(current.output.hasSuffix("\n\(footer)\n"), "\(current.output)")
            #expect(try daemon.stop() == 0)
        }
    }

    private func expectPresent(_ speaker: Speaker, _ current: [String: Any]) throws {
        expect(current, TruthTable.ofConditions(weather.current), speaker.dialect.current, "now")
        #expect(code(current) == weather.current.condition.rawValue)
        #expect(current["isDay"] as? Bool == true)
        #expect(current["origin"] as? String == speaker.dialect.origin.rawValue)
        expectName(speaker, current)
        let place = try #require(current["place"] as? [String: Any])
        #expect(place["timezone"] as? String == weather.timeZone)
    }

    private func expectHours(_ speaker: Speaker, _ hourly: [String: Any]) throws {
        expectName(speaker, hourly)
        let hours = try #require(hourly["hours"] as? [[String: Any]])
        // From 9 o'clock to the end of tomorrow.
        #expect(hours.count == 39)
        let truth = Dictionary(uniqueKeysWithValues: weather.hours.map { ($0.time.seconds, $0) })
        let carried = speaker.dialect.hours
        for hour in hours {
            let time = try #require(UnixTime.parsing(hour["time"]))
            guard time.isMultiple(of: speaker.dialect.hourStep * 3600) else { continue }
            let expected = try #require(truth[time])
            expect(
                hour, precipitation(hour, TruthTable.ofHour(expected), at: time, by: speaker.dialect),
                carried, "\(hour["time"] ?? "")")
            #expect(code(hour) == expected.conditions.condition.rawValue)
        }
    }

    /// A provider's amounts and probabilities for several hours are in the first of these hours. The following hours
    /// have none.
    private func precipitation(
        _ shown: [String: Any], _ truth: [String: Double?], at time: Int, by dialect: any Dialect
    ) -> [String: Double?] {
        guard dialect.hourPeriod > 3600 else { return truth }
        let amounts = ["precipitationMM", "rainMM", "snowfallMM"]
        let probability = "precipitationProbabilityPercent"
        guard let period = shown["precipitationPeriodSeconds"] as? Int else {
            return truth.filter { !amounts.contains($0.key) && $0.key != probability }
        }
        let own = weather.hours(from: Weather.UnixTime(time), for: period).map { TruthTable.ofHour($0) }
        var truth = truth
        for key in amounts { truth[key] = own.compactMap { $0[key] ?? nil }.reduce(0, +) }
        truth[probability] = own.compactMap { $0[probability] ?? nil }.max()
        // For a period that has begun, the amount so far is unknown: the rest only has a probability.
        return period < dialect.hourPeriod ? truth.filter { !amounts.contains($0.key) } : truth
    }

    /// For today a service may only report the remaining hours.
    private func expectDays(_ speaker: Speaker, _ daily: [String: Any]) throws {
        expectName(speaker, daily)
        let days = try #require(daily["days"] as? [[String: Any]])
        #expect(
            days.map { $0["date"] as? String } == [
                "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25",
            ])
        #expect(days.first?["weekday"] as? String == "Saturday")
        for (day, expected) in zip(days, weather.days).dropFirst().prefix(speaker.dialect.wholeDays) {
            expect(day, TruthTable.ofDay(expected), speaker.dialect.days, "\(day["date"] ?? "")")
            #expect(code(day) == expected.condition.rawValue)
        }
    }

    /// Each reported number matches the weather, and missing numbers are null.
    private func expect(
        _ shown: [String: Any], _ truth: [String: Double?], _ carried: [String: Double], _ when: String
    ) {
        for (key, expected) in truth {
            let value = (shown[key] as? NSNumber)?.doubleValue
            guard let tolerance = carried[key] else {
                #expect(
                    shown[key] is NSNull,
                    "\(when): \(key) is \(String(describing: shown[key])), but no value was reported")
                continue
            }
            guard let value, let expected else {
                Issue.record("\(when): \(key) is missing")
                continue
            }
            #expect(abs(value - expected) <= tolerance + 0.001, "\(when): \(key) is \(value), not \(expected)")
        }
    }

    private func expectName(_ speaker: Speaker, _ object: [String: Any]) {
        #expect(object["provider"] as? String == speaker.dialect.id)
        #expect(object["attribution"] as? String == speaker.attribution)
    }

    private func code(_ object: [String: Any]) -> String? {
        (object["condition"] as? [String: Any])?["code"] as? String
    }

    private func shown(_ words: String..., in home: Home) throws -> [String: Any] {
        let arguments = words + ["--output", "json"]
        let end = try Finished.running(Programs.weatherctl, arguments, environment: home.environment)
        #expect(end.status == 0, "\(end.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    }
}
