import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// A wall clock that is wrong, and is corrected.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ClockTests {
    private static let day = 86_400

    private func withDaemon(
        at now: Int = Forecast.now, _ body: (Home, RunningDaemon, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: now)
            let daemon = try home.start()
            try home.awaitRefresh()
            try await body(home, daemon, provider)
        }
    }

    private func status(_ key: String, in home: Home) throws -> String? { try home.json("status")[key] as? String }

    /// The dates in the views: the header, the first hour, the day after today, the day of the sun.
    private func beginnings(of home: Home) throws -> [String] {
        let hourly = try home.ask("hourly").lines
        let daily = try home.ask("daily").lines
        return [
            hourly[0], String(hourly[3].prefix(5)), String(daily[4].prefix(10)),
            try #require(try home.json("sun")["date"] as? String),
        ]
    }

    @Test func dayPasses() async throws {
        try await withDaemon { home, daemon, provider in
            #expect(
                try beginnings(of: home)
                    == ["Montevideo, Saturday 21 November 2026", "Now  ", "Sun 22 Nov", "2026-11-21"])
            provider.respond { _ in .hang }
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
            #expect(try daemon.stop() == 0)
        }
    }

    /// The clock was ahead at the fetch, or behind, and the service fails after the correction.
    @Test(arguments: [-7200, -120, 10_800, -86_400])
    func weatherOfWrongClockIsNeverFresh(step: Int) async throws {
        try await withDaemon { home, daemon, provider in
            #expect(try status("freshness", in: home) == "fresh")
            provider.respond { _ in .json("{}", status: 500) }
            home.clock?.set(by: step)
            for minute in [0, 1, 30, 59, 61, 119, 121] {
                home.clock?.now = Forecast.now + step + minute * 60
                let status = try home.json("status")
                #expect(status["freshness"] as? String != "fresh", "after \(minute) min")
                #expect(status["ageSeconds"] as? Int == minute * 60)
            }
            #expect(try daemon.stop() == 0)
            let next = try home.start()
            #expect(try status("freshness", in: home) != "fresh", "after a restart")
            #expect(try home.json("status")["ageSeconds"] as? Int == 121 * 60)
            #expect(try next.stop() == 0)
        }
    }

    /// A boot with a wrong clock, and the correction by NTP.
    @Test(arguments: [-3 * 3600, 3 * 3600, -30 * day, 100 - Forecast.now])
    func weatherFollowsTheCorrection(error: Int) async throws {
        try await withDaemon(at: Forecast.now + error) { home, daemon, provider in
            #expect(provider.requests.count == 1)
            home.clock?.now += 20
            home.clock?.set(by: -error)
            // The first reading of the clock notices the step.
            try home.watch("status --output json") { lines in
                lines.joined().contains(#""freshness":"fresh""#)
            }
            #expect(provider.requests.count == 2)
            #expect(try home.json("status")["ageSeconds"] as? Int == 0)
            // The fetch may be about to end.
            let text = try home.ask("refresh").lines.joined()
            #expect(text.hasPrefix("the weather was updated just now") || text.hasPrefix("refreshing "), "\(text)")
            #expect(provider.requests.count == 2)
            #expect(daemon.log.contains("weatherd: the clock was set "), "\(daemon.log)")
            #expect(try daemon.stop() == 0)
        }
    }

    /// Backoffs that the service caused continue while the clock is set repeatedly.
    @Test(arguments: [429, 401, 400])
    func stepsEndNoBackoff(code: Int) async throws {
        try await LoopbackServer.running { _ in
            .json(#"{"error":true,"reason":"no"}"#, status: code)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            for number in 0..<80 {
                home.clock?.now += 3
                home.clock?.set(by: number.isMultiple(of: 2) ? -120 : 7200)
                let line = try home.ask("status").lines.first { $0.hasPrefix("resting-providers: ") }
                #expect(line?.hasPrefix("resting-providers: open-meteo until ") == true, "\(line ?? "")")
            }
            #expect(provider.requests.count == 1)
            #expect(try daemon.stop() == 0)
        }
    }

    /// Beyond 32 bits of seconds, and with a dead clock that was set to 2100.
    @Test(arguments: [2_208_988_800, 4_102_444_800])
    func farFutureCausesNoWakeUps(now: Int) async throws {
        try await withDaemon(at: now) { home, daemon, provider in
            for _ in 0..<200 { _ = try home.ask("status") }
            #expect(try status("freshness", in: home) == "fresh")
            #expect(home.clock?.waits == 1, "waits for a change of the clock")
            #expect(provider.requests.count == 1)
            #expect(try daemon.stop() == 0)
            let next = try home.start()
            #expect(try status("freshness", in: home) == "fresh", "the file holds the time")
            #expect(provider.requests.count == 1)
            #expect(try next.stop() == 0)
        }
    }

    @Test func jumpOfADayResetsNoBudget() async throws {
        try await withDaemon { home, daemon, provider in
            #expect(try home.json("status")["requestsToday"] as? Int == 1)
            provider.respond { _ in .json("{}", status: 500) }
            for step in [Self.day, -Self.day] {
                home.clock?.set(by: step)
                let requests = try #require(home.json("status")["requestsToday"] as? Int)
                #expect(requests >= 1)
            }
            #expect(try daemon.stop() == 0)
        }
    }
}
