import Keeping
import Logging
import Scratch
import Synchronization
import Testing
import Weather

import Connectivity

/// The wait for a service to be reached again, on a clock that the test moves.
@Suite(.timeLimit(.minutes(20)))
struct ReachabilityProbeTests {
    /// A service that takes connections, or none, and counts how often it was found to.
    private final class ConnectionAdmission: Sendable {
        let takesConnections = Mutex(true)
        let answers = Mutex(0)
    }

    private let clock = ManualClock()
    private let door = ConnectionAdmission()

    /// Runs `body` while the current place has no weather for that reason.
    private func ringing(
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
            connects: { [door] _ in door.takesConnections.withLock { $0 } },
            reached: { [door] in door.answers.withLock { $0 += 1 } })
        try await withThrowingTaskGroup { group in
            group.addTask { await probe.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            try await body(store, &sleeps)
            group.cancelAll()
        }
    }

    /// A hotel's network takes connections and lets nothing through; when it is left, the next network is met soon.
    @Test(arguments: [FetchFailure.unreachable(host: "x", reason: "no answer"), .timedOut(host: "x", seconds: 5)])
    func acceptingButFailingServiceIsProbedWithBackoff(failure: FetchFailure) async throws {
        try await ringing(failure) { _, sleeps in
            #expect(await sleeps.next()?.offset == .seconds(50))
            clock.advance(by: .seconds(50))
            #expect(await sleeps.next()?.offset == .seconds(150))
            #expect(door.answers.withLock { $0 } == 1)
            door.takesConnections.withLock { $0 = false }
            clock.advance(by: .seconds(100))
            #expect(await sleeps.next()?.offset == .seconds(200))
            #expect(door.answers.withLock { $0 } == 1)
        }
    }

    /// A service that is down accepts no connections, and all its users probe it.
    @Test func refusingServiceIsProbedWithBackoff() async throws {
        door.takesConnections.withLock { $0 = false }
        try await ringing(.unreachable(host: "x", reason: "connection refused")) { _, sleeps in
            for second in [50, 150, 350, 750] {
                #expect(await sleeps.next()?.offset == .seconds(second))
                clock.advance(by: .seconds(second) - clock.now.offset)
            }
            #expect(door.answers.withLock { $0 } == 0)
        }
    }

    /// Without a name, or a route, it is the network of this machine alone that is waited for.
    @Test(arguments: [
        FetchFailure.hostNotFound(host: "x"), .noRoute(host: "x", reason: "host"),
        .noRoute(host: "x", reason: "network"),
    ])
    func missingRouteIsProbedEveryFiftySeconds(failure: FetchFailure) async throws {
        door.takesConnections.withLock { $0 = false }
        try await ringing(failure) { _, sleeps in
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
        try await ringing(failure) { _, sleeps in
            for second in stride(from: 50, through: 1850, by: 50) {
                #expect(await sleeps.next()?.offset == .seconds(second))
                clock.advance(by: .seconds(50))
            }
            #expect(await sleeps.next()?.offset == .seconds(1950), "then less and less often")
            #expect(door.answers.withLock { $0 } == 37)
        }
    }

    /// It has answered by this way, so that it is the service that is away, and a connection would change nothing.
    @Test(arguments: [FetchFailure.unreachable(host: "x", reason: "no answer"), .timedOut(host: "x", seconds: 5)])
    func reachableServiceIsNotProbed(failure: FetchFailure) async throws {
        try await ringing(failure, isConnectionSuspect: false) { store, sleeps in
            clock.advance(by: .seconds(1000))
            store.suspectConnection(for: [.oslo], of: \.forecast)
            #expect(await sleeps.next()?.offset == .seconds(1050), "it is the first")
        }
    }

    /// The kernel reports when there is a network again.
    @Test func withoutNetworkNoTimerIsArmed() async throws {
        try await ringing(.unreachable(host: "x", reason: "no answer"), hasNetwork: false) { store, sleeps in
            clock.advance(by: .seconds(1000))
            store.setNetwork(true)
            #expect(await sleeps.next()?.offset == .seconds(1050), "it is the first")
        }
    }
}
