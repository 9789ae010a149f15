import Dialects
import Foundation
import LoopbackHTTP
import Refreshing
import Testing
import Weather

/// Two users at one place send the same requests, so that a cache answers both with one answer.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CanonicalRequestTests {
    private static let settings = """
        language = "de"
        units = "imperial"
        icons = "ascii"
        clock = "12h"
        refresh-interval = "30m"
        stale-after = "2h"
        theme = "dark"
        [short]
        format = "{temperature:.1}"
        [air]
        scale = "us"
        """

    @Test(arguments: Speaker.all)
    func settingsDoNotChangeTheRequests(speaker: Speaker) async throws {
        let plain = try await requests(
            speaker, at: "41.881 -87.632 Chicago", now: Home.now, settings: "", locale: "C.UTF-8")
        // A street further on, and seven minutes later.
        let other = try await requests(
            speaker, at: "41.8834 -87.6265 Work", now: Home.now + 420, settings: Self.settings, locale: "de_DE.UTF-8")
        #expect(!plain.isEmpty && plain == other)
        let named = try await requests(
            speaker, at: "41.881 -87.632 Chicago", now: Home.now, settings: "contact = \"me@example.org\"",
            locale: "C.UTF-8")
        #expect(named != plain)
        #expect(named.map(Self.withoutAgent) == plain.map(Self.withoutAgent))
    }

    /// The bytes of the requests, except for the port.
    private func requests(
        _ speaker: Speaker, at place: String, now: Int, settings: String, locale: String
    ) async throws -> [String] {
        var heads: [String] = []
        try await WeatherService.running([speaker.dialect]) { services in
            let home = try Home(provider: nil, now: now, place: place)
            try home.setProviders(services)
            home.environment["LANG"] = locale
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            home.environment["WEATHERD_AIR_PROVIDERS"] = ""
            home.environment["WEATHERD_NOWCAST"] = "off"
            home.environment["WEATHERD_NORMALS_SOURCE"] = "off"
            home.environment["WEATHERD_ENSEMBLE_SOURCE"] = "off"
            try home.configure(settings)
            services[0].report(.of(.chicago, at: Home.now))
            let daemon = try home.start(setting: speaker.setting)
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try daemon.stop() == 0)
            heads = services[0].requests.map { $0.head.replacing(services[0].host, with: "HOST") }
        }
        return heads
    }

    private static func withoutAgent(_ head: String) -> [Substring] {
        head.split(separator: "\r\n").filter { !$0.hasPrefix("User-Agent: ") }
    }
}

/// Answers of a cache.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CachedAnswerTests {
    /// The time in the cache counts.
    @Test(arguments: [(nil, 0, "fresh"), ("600", 600, "fresh"), ("4000", 4000, "stale"), ("nonsense", 0, "fresh")])
    func ageOfTheAnswerCounts(age: String?, seconds: Int, freshness: String) async throws {
        try await LoopbackServer.running { _ in
            .answer(
                status: 200, headers: age.map { ["Content-Type": "application/json", "Age": $0] } ?? [:],
                body: Array(Forecast().json.utf8))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            let status = try home.json("status")
            #expect(status["ageSeconds"] as? Int == seconds)
            #expect(status["freshness"] as? String == freshness)
            #expect(status["lastError"] is NSNull)
            let next = try #require(UnixTime.parsing(status["nextRefresh"]))
            #expect(next >= Forecast.now + 600)
            #expect(try daemon.stop() == 0)
        }
    }
}
