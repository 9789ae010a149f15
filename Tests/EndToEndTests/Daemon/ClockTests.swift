import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Wire

/// A wall clock that is wrong by a day, and is corrected.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ClockTests {
    private static let day = 86_400

    private func views(of home: Home) throws -> [Reply] {
        try ["short", "current", "hourly", "daily", "sun", "status"].map { try home.ask($0) }
    }

    private func withDaemon(_ body: (Home, RunningDaemon, LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            try await body(home, daemon, provider)
        }
    }

    /// The dates in the views: the header, the first hour, the day after today, the day of the sun.
    private func beginnings(of home: Home) throws -> [String] {
        let hourly = try home.ask("hourly").lines
        let daily = try home.ask("daily").lines
        return [
            hourly[0], String(hourly[3].prefix(5)), String(daily[4].prefix(10)),
            try #require(try home.json("sun")["date"] as? String),
        ]
    }

    @Test func forwardADayAndBack() async throws {
        try await withDaemon { home, daemon, provider in
            let before = try views(of: home)
            #expect(
                try beginnings(of: home)
                    == ["Montevideo, Saturday 21 November 2026", "Now  ", "Sun 22 Nov", "2026-11-21"])
            home.clock?.now += Self.day
            #expect(
                try beginnings(of: home)
                    == ["Montevideo, Sunday 22 November 2026", "Now  ", "Mon 23 Nov", "2026-11-22"])
            let current = try home.json("current")
            #expect(current["freshness"] as? String == "stale")
            #expect(current["ageSeconds"] as? Int == Self.day)
            // 24.0 at 11:00 on the second day: from the forecast, not the measurement of the day before.
            #expect(try home.ask("short") == .ok(["☁️ 24°C (forecast)"]))
            #expect(try home.json("status")["requestsToday"] as? Int == 0)
            home.clock?.now -= Self.day
            #expect(try views(of: home) == before)
            #expect(provider.requests.count == 1)
            #expect(try daemon.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }

    /// With a report from tomorrow.
    @Test func backADay() async throws {
        try await withDaemon { home, daemon, provider in
            let settings = home.bytes(home.settingsPath)
            home.clock?.now -= Self.day
            // The forecast begins with the next midnight, so there is no current weather, and none is invented.
            for view in ["short", "current", "hourly", "daily"] {
                #expect(
                    try home.ask(view)
                        == .error(
                            .noData,
                            "the forecast begins on Saturday 21 November 2026 at 00:00, which is in the future; check the clock"
                        ), "\(view)")
            }
            #expect(try home.json("sun")["date"] as? String == "2026-11-20")
            #expect(try daemon.stop() == 0)
            // A daemon that starts then treats the report, whose age is unknown, as old, and fetches.
            let next = try home.start()
            try home.awaitRefresh()
            #expect(provider.requests.count == 2)
            #expect(try home.json("daily")["fetchedAt"] as? String == "2026-11-20T11:30:00-03:00")
            #expect(home.bytes(home.settingsPath) == settings)
            #expect(try next.stop() == 0)
            // When the clock is right again, there is current weather.
            home.clock?.now += Self.day
            let last = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(try last.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }
}
