import Keeping
import Logging
import Refreshing
import Scratch
import Synchronization
import Testing
import Weather

@testable import Connectivity

/// The notifications about route changes and sleep, on a manual clock.
@Suite(.timeLimit(.minutes(20)))
struct NetworkWatchTests {
    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private let hasRoute = Switch()
    private let told: AsyncStream<String>

    private final class Switch: Sendable {
        let isThere = Mutex(true)
    }

    private let watch: NetworkWatch<ManualClock>
    private let change: AsyncStream<Void>.Continuation
    private let sleep: AsyncStream<Bool>.Continuation

    init() throws {
        directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: ManualClock.start, logger: logger)
        let status = NetworkStatus(
            reportsChanges: true,
            urls: { [.forecasts, .location].contains($0) ? ["https://service.test"] : [] },
            destination: { _ in .internet },
            route: { [hasRoute] _ in hasRoute.isThere.withLock { $0 } ? Route.to(.loopback) : nil })
        let (told, tells) = AsyncStream.makeStream(of: String.self)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let (sleeps, sleep) = AsyncStream.makeStream(of: Bool.self)
        watch = NetworkWatch(
            status: status, changes: changes, sleep: { report in for await word in sleeps { report(word) } },
            clock: clock, store: store,
            notify: { consumer, trigger in
                guard consumer == .forecasts else { return }
                switch trigger {
                case .held(let reason): tells.yield(reason == nil ? "sleep" : "no network")
                case .released: tells.yield("go on")
                default: tells.yield("\(trigger)")
                }
            },
            locate: { tells.yield("location: \($0)") }, logger: logger)
        (self.told, self.change, self.sleep) = (told, change, sleep)
    }

    private func running(_ body: (inout AsyncStream<String>.Iterator) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await watch.run() }
            var iterator = told.makeAsyncIterator()
            try await body(&iterator)
            group.cancelAll()
        }
    }

    private func setRoute(_ isThere: Bool) {
        hasRoute.isThere.withLock { $0 = isThere }
        change.yield()
    }

    @Test func routes() async throws {
        try await running { told in
            setRoute(false)
            #expect(await told.next() == "no network")
            #expect(await told.next() == "location: cut")
            #expect(!store.snapshot.hasNetwork)
            setRoute(true)
            #expect(await told.next() == "go on")
            #expect(await told.next() == "location: back(isElsewhere: false)")
            #expect(store.snapshot.hasNetwork)
        }
    }

    @Test func sleepAndResume() async throws {
        try await running { told in
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            sleep.yield(false)
            #expect(await told.next() == "go on")
        }
    }

    /// The service that signals the resume may have exited.
    @Test func sleepWithoutResumeSignalEndsAfterAMinute() async throws {
        try await running { told in
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(60))
            clock.advance(by: .seconds(28_800))
            #expect(await told.next() == "go on")
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            sleep.finish()
            #expect(await told.next() == "go on", "the bus has ended")
        }
    }

    /// The end that the first would have had at the latest is not that of the second.
    @Test func secondSleepHasItsOwnTimeout() async throws {
        try await running { told in
            var sleeps = clock.sleeps.makeAsyncIterator()
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            #expect(await sleeps.next()?.offset == .seconds(60))
            sleep.yield(false)
            #expect(await told.next() == "go on")
            clock.advance(by: .seconds(40))
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            clock.advance(by: .seconds(20))
            #expect(await sleeps.next()?.offset == .seconds(100))
            setRoute(false)
            #expect(await told.next() == "no network", "it has not been told to go on")
        }
    }

    @Test func networkLostDuringSleepIsAwaited() async throws {
        try await running { told in
            sleep.yield(true)
            #expect(await told.next() == "sleep")
            setRoute(false)
            #expect(await told.next() == "no network")
            #expect(await told.next() == "location: cut")
            sleep.yield(false)
            setRoute(true)
            // In which order the two are heard is chance.
            let words = [await told.next(), await told.next()]
            #expect(Set(words).isSuperset(of: ["location: back(isElsewhere: false)"]))
        }
    }
}
