import ClientProtocol
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// More watchers than any desktop has.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ManyWatchersTests {
    private static let limit = 1000

    /// Each receives every change, while some other clients never read.
    @Test(.enabled(if: Descriptor.allows(limit + 512), "the hard limit of open files is below 1,512; see ulimit -Hn"))
    func thousandWatchersReceiveEveryChangeDespiteHostileClients() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            let silent = try (0..<10).map { _ in
                let client = try home.client()
                try client.send("watch hourly 384\n")
                return client
            }
            let watchers = try (0..<Self.limit).map { _ in try home.client() }
            for watcher in watchers { #expect(try watcher.ask("watch short") == .ok(["⛅ 22°C"])) }
            let other = try home.client()
            for (unit, line) in [("f", "⛅ 72°F"), ("k", "⛅ 295 K"), ("c", "⛅ 22°C")] {
                #expect(try other.ask("set-units temperature=\(unit)").code == nil)
                for watcher in watchers { #expect(try watcher.reply() == .ok([line])) }
            }
            // Far more than the kernel buffers for clients that do not read.
            for index in 0..<200 {
                #expect(try other.ask("set-units wind=\(index.isMultiple(of: 2) ? "kn" : "ms")").code == nil)
            }
            #expect(try other.ask("set-units temperature=k").code == nil)
            for watcher in watchers { #expect(try watcher.reply() == .ok(["⛅ 295 K"])) }
            withExtendedLifetime(silent) {}
            #expect(try daemon.stop() == 0)
        }
    }
}
