import ClientProtocol
import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// Warnings of the authorities, with any forecast provider.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct AlertTests {
    private static let line = "Winter Storm Warning (severe), until 18:00"

    /// A daemon in New York with a forecast from Open-Meteo and a warning from NWS.
    private func withWarning(
        _ body: (Home, RunningDaemon, _ forecast: WeatherService, _ authority: WeatherService) async throws -> Void
    ) async throws {
        try await WeatherService.running([OpenMeteoDialect(), NWSDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.newYork.place)
            try home.setProviders([services[0]])
            try home.setAddress(of: services[1])
            services[0].report(.of(.newYork, at: Home.now))
            issue([IssuedWarning(id: "first")], by: services[1])
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.awaitFetch("alerts")
            try await body(home, daemon, services[0], services[1])
        }
    }

    private func issue(_ warnings: [IssuedWarning], by authority: WeatherService) {
        authority.report(.of(.newYork, at: Home.now), warnings: warnings.map(\.nws))
    }

    /// Restarts the daemon after this time, and returns when it has fetched warnings.
    private func restart(_ daemon: RunningDaemon, after seconds: Int, in home: Home) throws -> RunningDaemon {
        try daemon.stop()
        home.clock?.now += seconds
        let daemon = try home.start()
        try home.awaitRefresh()
        try home.awaitFetch("alerts")
        return daemon
    }

    private func events(in home: Home) throws -> [String] {
        let alerts = try home.json("alerts")["alerts"] as? [[String: Any]] ?? []
        return alerts.compactMap { $0["id"] as? String }
    }

    @Test func warningIsShownInAllViews() async throws {
        try await withWarning { home, daemon, forecast, authority in
            #expect(authority.requests.map(\.path) == ["/alerts/active"])
            #expect(authority.requests.first?.query["point"] == "40.71,-74.01")
            #expect(forecast.requests.allSatisfy { $0.path == "/v1/forecast" })
            let text = try home.weatherctl("alerts")
            #expect(
                text.output == """
                    Manhattan, Saturday 21 November 2026

                    ⚠️  \(Self.line)
                       snow or ice
                       New York (Manhattan)
                       Winter Storm Warning issued by NWS New York NY

                       Heavy snow.

                       Travel could be difficult.

                       Stay at home.

                       NWS New York NY, issued at 07:00

                    updated at 10:00
                    Warnings by the US National Weather Service

                    """)
            let alerts = try home.json("alerts")
            #expect(alerts["provider"] as? String == "nws")
            let alert = try #require((alerts["alerts"] as? [[String: Any]])?.first)
            #expect(alert["event"] as? String == "Winter Storm Warning")
            #expect(alert["severity"] as? String == "severe")
            #expect(alert["ends"] as? String == "2026-11-21T18:00:00-05:00")

            let short = try home.json("short")
            #expect((short["text"] as? String)?.hasSuffix(" ⚠️") == true, "\(short)")
            #expect(short["provider"] as? String == "open-meteo")
            #expect((short["class"] as? [String])?.suffix(2) == ["alert", "alert-severe"])
            let mark = try #require(short["alert"] as? [String: Any])
            #expect(mark["event"] as? String == "Winter Storm Warning")
            #expect(mark["provider"] as? String == "nws")
            let current = try home.ask("current").lines
            #expect(current.contains("⚠️  \(Self.line)"), "\(current)")
            #expect(current.contains("Weather data by Open-Meteo.com"))
            #expect(try home.ask("short --format {alert}") == .ok(["Winter Storm Warning"]))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func warningIsNotifiedOnce() async throws {
        try await withWarning { home, daemon, _, authority in
            try daemon.awaitLog("weatherd: warning: \(Self.line)\n", asking: home)
            #expect(daemon.log.components(separatedBy: "warning: ").count == 2, "\(daemon.log)")
            // Nor if only its wording changes, nor in the next run.
            var daemon = try restart(daemon, after: 1200, in: home)
            #expect(!daemon.log.contains("warning: "), "\(daemon.log)")
            issue(
                [IssuedWarning(id: "second", kind: "Update", references: ["first"], text: "More snow.")], by: authority)
            daemon = try restart(daemon, after: 1200, in: home)
            #expect(try events(in: home) == ["second"])
            #expect(try daemon.stop() == 0)
            #expect(!daemon.log.contains("warning: "), "\(daemon.log)")
            #expect(!daemon.log.contains("no longer"), "\(daemon.log)")
        }
    }

    @Test func escalatedWarningIsNotifiedAgain() async throws {
        try await withWarning { home, daemon, _, authority in
            issue(
                [IssuedWarning(id: "second", kind: "Update", severity: "Extreme", references: ["first"])], by: authority
            )
            let daemon = try restart(daemon, after: 1200, in: home)
            try daemon.awaitLog("warning: Winter Storm Warning (extreme), until 18:00\n", asking: home)
            #expect(try home.ask("alerts").lines.filter { $0.hasPrefix("⚠️") }.count == 1)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func cancellationEndsWarning() async throws {
        try await withWarning { home, daemon, _, authority in
            issue(
                [IssuedWarning(id: "first"), IssuedWarning(id: "end", kind: "Cancel", references: ["first"])],
                by: authority)
            let daemon = try restart(daemon, after: 1200, in: home)
            try daemon.awaitLog("weatherd: no longer in force: Winter Storm Warning\n", asking: home)
            try expectNone(in: home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// A withdrawn one, as by NWS, has its end ahead; one for Monday is notified once, and is the alert only then.
    @Test func onlyWarningInForceIsTheAlert() async throws {
        try await withWarning { home, daemon, _, authority in
            let later = Home.now + 2 * 86_400
            issue(
                [
                    IssuedWarning(id: "first", urgency: "Past", response: "AllClear"),
                    IssuedWarning(id: "later", event: "Wind Advisory", onset: later, ends: later + 8 * 3600),
                ], by: authority)
            let daemon = try restart(daemon, after: 1200, in: home)
            try daemon.awaitLog("Wind Advisory (severe), from Monday 10:00 until Monday 18:00\n", asking: home)
            try daemon.awaitLog("weatherd: no longer in force: Winter Storm Warning\n", asking: home)
            let short = try home.json("short")
            #expect(short["alert"] is NSNull && (short["text"] as? String)?.hasSuffix(" ⚠️  from Monday") == true)
            #expect((short["announced"] as? [String: Any])?["onset"] as? String == "2026-11-23T10:00:00-05:00")
            #expect((short["class"] as? [String])?.suffix(2) == ["announced", "announced-severe"])
            #expect(try daemon.stop() == 0)
        }
    }

    /// After a move, warnings of the previous place are not reported as ended.
    @Test func changedLocationDoesNotEndWarning() async throws {
        try await withWarning { home, daemon, _, authority in
            issue([], by: authority)
            #expect(try home.ask("set-location 41.85 -87.65 Chicago").code == nil)
            try home.awaitFetch("alerts")
            #expect(try events(in: home) == [])
            #expect(try daemon.stop() == 0)
            #expect(!daemon.log.contains("no longer"), "\(daemon.log)")
        }
    }

    /// A warning is stored and notified once, even without a forecast.
    @Test func warningIsShownWithoutForecast() async throws {
        try await WeatherService.running([NWSDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.newYork.place)
            try home.setAddress(of: services[0])
            issue([IssuedWarning(id: "first")], by: services[0])
            var daemon = try home.start()
            try home.awaitFetch("alerts")
            try daemon.awaitLog("warning: Winter Storm Warning (severe), until", asking: home)
            daemon = try restart(daemon, after: 1200, in: home)
            #expect(try events(in: home) == ["first"])
            #expect(try daemon.stop() == 0)
            #expect(!daemon.log.contains("warning: "), "\(daemon.log)")
        }
    }

    /// Even if the authority cannot be reached.
    @Test func warningExpiresByClock() async throws {
        try await withWarning { home, daemon, forecast, authority in
            await authority.stop()
            home.clock?.now = Home.now + 8 * 3600 - 1
            #expect(try events(in: home) == ["first"])
            home.clock?.now += 1
            try expectNone(in: home, isFresh: false)
            #expect(try daemon.stop() == 0)
        }
    }

    private func expectNone(in home: Home, isFresh: Bool = true) throws {
        #expect(try events(in: home) == [])
        let short = try home.json("short")
        #expect(short["alert"] is NSNull)
        #expect((short["class"] as? [String])?.contains("alert") == false)
        let lines = try home.ask("alerts").lines
        #expect(
            lines.contains(isFresh ? "no warnings in force" : "no warnings were in force when they were last fetched"),
            "\(lines)")
    }

    @Test func warningIsKeptDuringOutage() async throws {
        try await withWarning { home, daemon, _, authority in
            try daemon.stop()
            home.clock?.now += 1200
            authority.respond { _ in .answer(status: 503, body: []) }
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("alerts --output json") { $0.joined().contains("returned HTTP 503") }
            // The last known warning stays, and the forecast is not affected.
            #expect(try events(in: home) == ["first"])
            #expect(try home.json("status")["lastError"] is NSNull)
            #expect(try home.json("short")["freshness"] as? String == "fresh")
            #expect(try home.backingOff == ["nws"])
            #expect(try daemon.stop() == 0)
        }
    }

    /// If nothing in the answer can be read, the next source is used; otherwise readable warnings are shown and the others
    /// counted.
    @Test func unreadableWarningsAreNotNone() async throws {
        let change: @Sendable (String) -> String = {
            $0.replacing(#""event":"#, with: #""x":"#).replacing(#""headline":"#, with: #""y":"#)
        }
        try await withWarning { home, daemon, _, authority in
            let unread = change(IssuedWarning(id: "second").nws)
            authority.report(.of(.newYork, at: Home.now), warnings: [IssuedWarning(id: "first").nws, unread])
            var daemon = try restart(daemon, after: 1200, in: home)
            #expect(try events(in: home) == ["first"])
            #expect(try home.ask("alerts").lines.contains("1 warning could not be read and may be in force"))
            #expect(try home.ask("status").lines.contains("warnings: nws, 1 could not be read"))
            authority.report(.of(.newYork, at: Home.now), warnings: [unread])
            try daemon.stop()
            home.clock?.now += 1200
            daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("alerts --output json") { $0.joined().contains("its only warning could not be read") }
            // The last known one stays.
            #expect(try events(in: home) == ["first"])
            #expect(try home.backingOff == ["nws"])
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func norwayByMETAlerts() async throws {
        try await WeatherService.running([OpenMeteoDialect(), METNorwayDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders([services[0]])
            try home.setAddress(of: services[1])
            services[0].report(.of(.oslo, at: Home.now))
            let snow = IssuedWarning(id: "2.49.0.1.578.0.1", event: "Snow")
            services[1].report(.of(.oslo, at: Home.now), warnings: [snow.metNorway])
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.awaitFetch("alerts")
            #expect(services[1].requests.map(\.path) == ["/weatherapi/metalerts/2.0/current.json"])
            let lines = try home.ask("alerts").lines
            #expect(lines.contains("⚠️  Snow (severe), until Sunday 00:00"), "\(lines)")
            #expect(lines.last?.contains("MET Norway") == true)
            #expect(try home.json("short")["provider"] as? String == "open-meteo")
            #expect(try daemon.stop() == 0)
        }
    }

    /// "No authority for this place" is distinct from "no warnings".
    @Test func uncoveredPlaceHasNoWarnings() async throws {
        try await WeatherService.running([OpenMeteoDialect(), NWSDialect(), METNorwayDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.montevideo.place)
            try home.setProviders([services[0]])
            for service in services.dropFirst() { try home.setAddress(of: service) }
            services[0].report(.of(.montevideo, at: Home.now))
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.await("alerts") { "\($0)".contains("no source of warnings covers") }
            let end = try home.weatherctl("alerts")
            #expect(end.status == 75)
            #expect(
                end.errors.hasPrefix("weatherctl: no source of warnings covers this place"),
                "\(end.errors)"
            )
            let short = try home.json("short")
            #expect(short["alert"] is NSNull)
            #expect((short["class"] as? [String])?.contains("alert") == false)
            #expect(services[1].requests.isEmpty && services[2].requests.isEmpty)
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
            #expect(daemon.log == "weatherd: fetched weather from Open-Meteo\n")
        }
    }
}
