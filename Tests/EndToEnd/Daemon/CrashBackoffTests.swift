import ClientProtocol
import LoopbackHTTP
import Scratch
import Testing

/// A daemon that crashes during a request, for example because of the answer, and is restarted immediately, as systemd
/// does.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CrashBackoffTests {
    @Test func restartAfterCrashKeepsTheMinimumInterval() async throws {
        try await LoopbackServer.running { _ in
            .hang
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let first = try home.start()
            #expect(await provider.requests(atLeast: 1).count == 1)
            try first.kill()

            provider.respond { _ in .json(Forecast().json) }
            for second in 1...3 {
                home.clock?.now += 1
                let daemon = try home.start()
                try home.awaitRefresh()
                let error = try home.json("status")["lastError"] as? String ?? ""
                #expect(error.hasPrefix("weatherd crashed or was killed during its last request to "), "\(error)")
                #expect(try home.ask("short").code != nil)
                #expect(try daemon.stop() == 0, "start \(second)")
            }
            #expect(provider.requests.count == 1)

            home.clock?.now += 600
            let last = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try last.stop() == 0)
            #expect(provider.requests.count == 2)
        }
    }

    /// A daemon that is stopped has finished its requests.
    @Test func regularStopIsNotCountedAsCrash() async throws {
        try await LoopbackServer.running { _ in
            .hang
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let first = try home.start()
            #expect(await provider.requests(atLeast: 1).count == 1)
            #expect(try first.stop() == 0)

            provider.respond { _ in .json(Forecast().json) }
            let second = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try second.stop() == 0)
        }
    }
}
