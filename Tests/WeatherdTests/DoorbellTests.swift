import Keeping
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import weatherd

/// The wait for a service to be reached again, on a clock that the test moves.
struct DoorbellTests {
    /// A service that takes connections, or none, and counts how often it was found to.
    private final class Door: Sendable {
        let takesConnections = Mutex(true)
        let answers = Mutex(0)
    }

    /// A hotel's network takes connections and lets nothing through; when it is left, the next network is met soon.
    @Test func aServiceThatTakesConnectionsAndFailsIsTriedLessOftenUntilItTakesNone() async throws {
        let directory = try TemporaryDirectory()
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: SimulatedDaemon.start,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        store.note(
            [.oslo: .unreachable(host: "x", reason: "no answer")], of: \.forecast, at: SimulatedDaemon.start)
        let clock = ManualClock()
        let door = Door()
        let doorbell = Doorbell(
            store: store, clock: clock, address: { "http://service.test" },
            knock: { _ in door.takesConnections.withLock { $0 } }, answered: { door.answers.withLock { $0 += 1 } })
        await withTaskGroup { group in
            group.addTask { await doorbell.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(50))
            clock.advance(by: .seconds(50))
            #expect(await sleeps.next()?.offset == .seconds(150))
            #expect(door.answers.withLock { $0 } == 1)
            door.takesConnections.withLock { $0 = false }
            clock.advance(by: .seconds(100))
            #expect(await sleeps.next()?.offset == .seconds(200))
            #expect(door.answers.withLock { $0 } == 1)
            group.cancelAll()
        }
    }
}
