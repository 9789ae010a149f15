import Synchronization
import Testing
import Weather

@testable import Refreshing
@testable import WorkerProtocol

/// Backoffs use the boot clock, and survive a restart.
final class KeptBackoffTests: Sendable {
    private static let wall = UnixTime(1_795_273_200)
    private static let refused = FetchFailure.refused(host: "x", status: 400, reason: nil)
    private static let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 3600)
    private static let failed = FetchFailure.serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil)

    private static func moment(_ passed: Int, step: Int = 0) -> Moment {
        Moment(wall: wall.advanced(by: passed + step), uptime: 1000 + passed, boot: "a")
    }

    /// The backoffs on disk, and the current moment.
    private let kept = Mutex<[ProviderBackoff]>([])
    private let now = Mutex(moment(0))
    private let settings = Mutex("a key")
    private let here = [Coordinate(latitude: 59.9, longitude: 10.7)].compactMap(\.self)

    /// A start of the daemon.
    private func start(_ body: (ProviderChain<Report>) async -> Void) async {
        await body(
            ProviderChain(
                chance: { 0.5 }, moment: { self.now.withLock { $0 } }, kept: kept.withLock { $0 },
                fingerprint: { _ in self.settings.withLock { $0 } },
                changed: { list in self.kept.withLock { $0 = list } }))
    }

    private func ask(_ chain: ProviderChain<Report>, _ providers: ScriptedProvider...) async {
        _ = await chain.reports(
            for: here, from: providers, renewing: [:], now: { self.now.withLock { $0.wall } })
    }

    @Test(arguments: [refused, limited, failed])
    func tenStartsMakeOneRequest(failure: FetchFailure) async {
        let only = ScriptedProvider("only", failure: failure)
        for start in 0..<10 {
            now.withLock { $0 = Self.moment(start * 40) }
            await self.start { await ask($0, only) }
        }
        #expect(only.asked.count == 1)
    }

    @Test(arguments: [(refused, 450), (failed, 450), (limited, 3780)])
    func waitIsKnownAfterRestart(failure: FetchFailure, end: Int) async {
        let only = ScriptedProvider("only", failure: failure)
        await start { await ask($0, only) }
        now.withLock { $0 = Self.moment(100) }
        await start { chain in
            let wait = chain.wait(for: here[0], from: [only], at: Self.wall.advanced(by: 100))
            #expect(wait?.seconds == end - 100)
            #expect(wait?.failure.code == failure.code)
            #expect(chain.backingOff(at: Self.wall).map(\.provider.id) == ["only"])
            now.withLock { $0 = Self.moment(end) }
            #expect(chain.wait(for: here[0], from: [only], at: Self.wall) == nil)
            only.failure = nil
            await ask(chain, only)
        }
        #expect(only.asked.count == 2)
        #expect(kept.withLock { $0 }.isEmpty, "a success ends it")
    }

    @Test func anotherKeyMayBeAcceptedAtOnce() async {
        let only = ScriptedProvider("only", failure: .keyRefused(host: "x", reason: nil))
        await start { await ask($0, only) }
        settings.withLock { $0 = "another key" }
        await start { await ask($0, only) }
        #expect(only.asked.count == 2)
    }

    @Test func reloadResetsChangedProvidersOnly() async {
        let only = ScriptedProvider("only", failure: Self.limited)
        await start { chain in
            await ask(chain, only)
            chain.resetBackoff()
            await ask(chain, only)
            #expect(only.asked.count == 1)
            settings.withLock { $0 = "another key" }
            chain.resetBackoff()
            await ask(chain, only)
            #expect(only.asked.count == 2)
        }
    }

    /// The next start may be in another network.
    @Test func failuresOfTheConnectionAreNotKept() async {
        let (first, second) = (
            ScriptedProvider("first", failure: .untrusted(host: "x", reason: "y")), ScriptedProvider("second")
        )
        await start { await ask($0, first, second) }
        await start { await ask($0, first, second) }
        #expect(first.asked.count == 2)
    }

    @Test(arguments: [-1_000_000, -120, 7200, 86_400])
    func setClockEndsNoBackoff(step: Int) {
        var breaker = CircuitBreaker()
        breaker.fail(Self.limited, at: Self.moment(0), jitter: 0)
        let later = Self.moment(10, step: step)
        #expect(breaker.state(at: later) == .rateLimited(until: later.wall.advanced(by: 3590)))
        #expect(breaker.state(at: Self.moment(3600, step: step)) == .ready)
    }

    /// After a boot, the wall clock decides, but a clock that is behind does not lengthen the delay.
    @Test(arguments: [(1000, 2600), (-1_000_000, 3580), (4000, 0)])
    func nextBootUsesTheWallClock(passed: Int, left: Int) {
        var breaker = CircuitBreaker()
        breaker.fail(Self.limited, at: Self.moment(0), jitter: 0)
        let now = Moment(wall: Self.wall.advanced(by: passed), uptime: 20, boot: "b")
        let expected: CircuitBreaker.State =
            left > 0 ? .rateLimited(until: now.wall.advanced(by: left)) : .ready
        #expect(breaker.state(at: now) == expected)
    }
}
