import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather

/// Waits until a service is reachable again, on a manual clock.
@Suite(.timeLimit(.minutes(20)))
struct ReachabilityProbeTests {
    /// A service that accepts or refuses connections, and counts the probes.
    private final class FakeService: Sendable {
        let takesConnections = Mutex(true)
        let answers = Mutex(0)
    }

    private let clock = ManualClock()
    private let service = FakeService()

    /// Runs `body` while the current place has no weather because of this failure.
    private func probing(
        _ failure: FetchFailure, isConnectionSuspect: Bool = true, hasNetwork: Bool = true,
        _ body: (Store, inout AsyncStream<ManualClock.Instant>.Iterator) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: ManualClock.start,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        store.note([.oslo: failure], of: \.forecast, at: ManualClock.start)
        store.suspectConnection(for: isConnectionSuspect ? [.oslo] : [], of: \.forecast)
        store.setNetwork(hasNetwork)
        let probe = ReachabilityProbe(
            store: store, clock: clock, url: { "http://service.test" },
            connects: { [service] _ in service.takesConnections.withLock { $0 } },
            reached: { [service] in service.answers.withLock { $0 += 1 } })
        try await withThrowingTaskGroup { group in
            group.addTask { await probe.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            try await body(store, &sleeps)
            group.cancelAll()
        }
    }

    /// A hotel's network accepts connections but forwards nothing; the user soon moves to another network.
    @Test(arguments: [FetchFailure.unreachable(host: "x", reason: "no answer"), .timedOut(host: "x", seconds: 5)])
    func acceptingButFailingServiceIsProbedWithBackoff(failure: FetchFailure) async throws {
        try await probing(failure) { _, sleeps in
            #expect(await sleeps.next()?.offset == .seconds(50))
            clock.advance(by: .seconds(50))
            #expect(await sleeps.next()?.offset == .seconds(150))
            #expect(service.answers.withLock { $0 } == 1)
            service.takesConnections.withLock { $0 = false }
            clock.advance(by: .seconds(100))
            #expect(await sleeps.next()?.offset == .seconds(200))
            #expect(service.answers.withLock { $0 } == 1)
        }
    }

    /// A service that is down accepts no connections, and all its users probe it.
    @Test func refusingServiceIsProbedWithBackoff() async throws {
        service.takesConnections.withLock { $0 = false }
        try await probing(.unreachable(host: "x", reason: "connection refused")) { _, sleeps in
            for second in [50, 150, 350, 750] {
                #expect(await sleeps.next()?.offset == .seconds(second))
                clock.advance(by: .seconds(second) - clock.now.offset)
            }
            #expect(service.answers.withLock { $0 } == 0)
        }
    }

    /// Without a name or a route, only this machine's network is missing.
    @Test(arguments: [
        FetchFailure.hostNotFound(host: "x"), .noRoute(host: "x", reason: "host"),
        .noRoute(host: "x", reason: "network"),
    ])
    func missingRouteIsProbedEveryFiftySeconds(failure: FetchFailure) async throws {
        service.takesConnections.withLock { $0 = false }
        try await probing(failure) { _, sleeps in
            for second in stride(from: 50, through: 1000, by: 50) {
                #expect(await sleeps.next()?.offset == .seconds(second))
                clock.advance(by: .seconds(50))
            }
        }
    }

    /// Users sign in soon after connecting, and should not wait for the weather; otherwise the probes cost little.
    @Test(arguments: [
        FetchFailure.webPage(host: "x"), .untrusted(host: "x", reason: "another name"),
        .serviceFailed(host: "x", status: 511, reason: nil, retryAfter: nil),
    ])
    func captivePortalIsProbedEveryMinuteForHalfAnHour(failure: FetchFailure) async throws {
        try await probing(failure) { _, sleeps in
            for second in stride(from: 50, through: 1850, by: 50) {
                #expect(await sleeps.next()?.offset == .seconds(second))
                clock.advance(by: .seconds(50))
            }
            #expect(await sleeps.next()?.offset == .seconds(1950), "then less and less often")
            #expect(service.answers.withLock { $0 } == 37)
        }
    }

    /// The service responded over this route, so it is the service that is down, and a connection would change nothing.
    @Test(arguments: [FetchFailure.unreachable(host: "x", reason: "no answer"), .timedOut(host: "x", seconds: 5)])
    func reachableServiceIsNotProbed(failure: FetchFailure) async throws {
        try await probing(failure, isConnectionSuspect: false) { store, sleeps in
            clock.advance(by: .seconds(1000))
            store.suspectConnection(for: [.oslo], of: \.forecast)
            #expect(await sleeps.next()?.offset == .seconds(1050), "it is the first probe")
        }
    }

    /// The kernel reports when there is a network again.
    @Test func withoutNetworkNoTimerIsArmed() async throws {
        try await probing(.unreachable(host: "x", reason: "no answer"), hasNetwork: false) { store, sleeps in
            clock.advance(by: .seconds(1000))
            store.setNetwork(true)
            #expect(await sleeps.next()?.offset == .seconds(1050), "it is the first probe")
        }
    }
}
