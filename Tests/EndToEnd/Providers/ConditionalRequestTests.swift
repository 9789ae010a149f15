import ClientProtocol
import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// MET Norway's terms of service, checked in the requests.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ConditionalRequestTests {
    private static let lastModified = "Sat, 21 Nov 2026 14:58:00 GMT"

    @Test func freshForecastIsRevalidatedConditionally() async throws {
        try await WeatherService.running([METNorwayDialect()]) { services in
            let service = services[0]
            let home = try Home(provider: nil, now: Home.now, place: "59.913868 10.752245 Oslo")
            try home.setProviders(services)
            home.environment["WEATHERD_CONTACT"] = "someone@example.org"
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            // It expires at 15:31.
            service.report(.of(.oslo, at: Home.now))
            var daemon = try home.start()
            try home.awaitRefresh()
            let first = try #require(service.requests.first)
            #expect(first.path == "/weatherapi/locationforecast/2.0/complete")
            #expect(first.query == ["lat": "59.91", "lon": "10.75"])
            let agent = try #require(first[header: "User-Agent"])
            #expect(agent.hasPrefix("weatherd/") && agent.hasSuffix("; contact: someone@example.org)"), "\(agent)")
            #expect(first[header: "If-Modified-Since"] == nil)
            let weather = try home.json("hourly")["hours"] as? [[String: Any]]

            // Older than the interval, but there is no newer forecast.
            for _ in 1...2 {
                try daemon.stop()
                home.clock?.now += 840
                daemon = try home.start()
                #expect(try home.ask("refresh --wait").code == .busy)
                #expect(try home.ask("refresh").code == nil)
                #expect(try home.ask("short").code == nil)
                #expect(service.requests.count == 1)
            }

            // 15:32.
            try daemon.stop()
            home.clock?.now = Home.now + 1920
            service.respond { _ in
                .answer(
                    status: 304,
                    headers: ["Date": "Sat, 21 Nov 2026 15:32:00 GMT", "Expires": "Sat, 21 Nov 2026 16:03:00 GMT"],
                    body: [])
            }
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(service.requests.count == 2)
            let second = try #require(service.requests.last)
            #expect(second[header: "If-Modified-Since"] == Self.lastModified)
            let status = try home.json("status")
            #expect(status["ageSeconds"] as? Int == 0)
            #expect(status["lastError"] is NSNull)
            let confirmed = try home.json("hourly")["hours"] as? [[String: Any]]
            #expect(confirmed.map { NSArray(array: $0) } == weather.map { NSArray(array: $0) })

            // The 304 answer has its own Expires header, and the forecast's date is still known.
            try daemon.stop()
            home.clock?.now += 1200
            daemon = try home.start()
            _ = try home.ask("refresh --wait")
            #expect(service.requests.count == 2)
            try daemon.stop()
            home.clock?.now += 1200
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(service.requests.count == 3)
            #expect(service.requests.last?[header: "If-Modified-Since"] == Self.lastModified)
            #expect(try daemon.stop() == 0)
        }
    }

    /// MET Norway's terms require it, so the log mentions it.
    @Test func missingContactIsLogged() async throws {
        try await WeatherService.running([METNorwayDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            services[0].report(.of(.oslo, at: Home.now))
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(services[0].requests.first?[header: "User-Agent"]?.hasPrefix("weatherd/") == true)
            #expect(daemon.log.contains("MET Norway requires contact details: set contact in config.toml"))
            #expect(try daemon.stop() == 0)
        }
    }
}
