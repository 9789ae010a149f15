import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather

/// The deadline of a refresher.
@Suite(.timeLimit(.minutes(20)))
struct AlarmTests {
    private let clock = ManualClock()

    /// A superseded deadline may be a year away.
    @Test func supersededDeadlineKeepsNoTask() async throws {
        let directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: ManualClock.start, logger: logger)
        let hours = Mutex(9000)
        let refresher = Refresher(
            store: store, part: \.forecast, scope: .all,
            policy: { RefreshPolicy(interval: .seconds(3600 * hours.withLock { $0 })) }, clock: clock,
            now: { [clock] in clock.time }, chance: { 0.5 },
            log: RefreshLog(logger: logger)
        ) { [clock] places, _ in places.map { .success(.example(at: $0, fetchedAt: clock.time)) } }
        try await withThrowingTaskGroup { group in
            group.addTask { await refresher.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            var cancellations = clock.cancellations.makeAsyncIterator()
            var last = try #require(await sleeps.next())
            for _ in 0..<20 {
                hours.withLock { $0 -= 100 }
                refresher.send(.changed)
                let next = try #require(await sleeps.next())
                #expect(next < last)
                #expect(await cancellations.next() == last)
                last = next
            }
            #expect(clock.sleepers == 1)
            group.cancelAll()
        }
    }
}
