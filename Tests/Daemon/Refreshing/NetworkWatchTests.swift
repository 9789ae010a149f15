import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Refreshing

/// The notifications about route changes and sleep, on a manual clock.
@Suite(.timeLimit(.minutes(20)))
struct NetworkWatchTests {
    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private let hasRoute = Switch()
    private let events: AsyncStream<String>

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
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let (sleeps, sleep) = AsyncStream.makeStream(of: Bool.self)
        watch = NetworkWatch(
            status: status, changes: changes, sleep: { report in for await word in sleeps { report(word) } },
            clock: clock, store: store,
            notify: { consumer, trigger in
                guard consumer == .forecasts else { return }
                switch trigger {
                case .held(let reason): continuation.yield(reason == nil ? "sleep" : "no network")
                case .released: continuation.yield("go on")
                default: continuation.yield("\(trigger)")
                }
            },
            locate: { continuation.yield("location: \($0)") }, logger: logger)
        (self.events, self.change, self.sleep) = (events, change, sleep)
    }

    private func running(_ body: (inout AsyncStream<String>.Iterator) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await watch.run() }
            var iterator = events.makeAsyncIterator()
            try await body(&iterator)
            group.cancelAll()
        }
    }

    private func setRoute(_ isThere: Bool) {
        hasRoute.isThere.withLock { $0 = isThere }
        change.yield()
    }

    @Test func routes() async throws {
        try await running { events in
            setRoute(false)
            #expect(await events.next() == "no network")
            #expect(await events.next() == "location: cut")
            #expect(!store.snapshot.hasNetwork)
            setRoute(true)
            #expect(await events.next() == "go on")
            #expect(await events.next() == "location: back(isElsewhere: false)")
            #expect(store.snapshot.hasNetwork)
        }
    }

    @Test func sleepAndResume() async throws {
        try await running { events in
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            sleep.yield(false)
            #expect(await events.next() == "go on")
        }
    }

    /// The service that signals the resume may have exited.
    @Test func sleepWithoutResumeSignalEndsAfterAMinute() async throws {
        try await running { events in
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(60))
            clock.advance(by: .seconds(28_800))
            #expect(await events.next() == "go on")
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            sleep.finish()
            #expect(await events.next() == "go on", "the bus has ended")
        }
    }

    /// The timeout of the first sleep does not end the second.
    @Test func secondSleepHasItsOwnTimeout() async throws {
        try await running { events in
            var sleeps = clock.sleeps.makeAsyncIterator()
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            #expect(await sleeps.next()?.offset == .seconds(60))
            sleep.yield(false)
            #expect(await events.next() == "go on")
            clock.advance(by: .seconds(40))
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            clock.advance(by: .seconds(20))
            #expect(await sleeps.next()?.offset == .seconds(100))
            setRoute(false)
            #expect(await events.next() == "no network", "it has not resumed")
        }
    }

    @Test func networkLostDuringSleepIsAwaited() async throws {
        try await running { events in
            sleep.yield(true)
            #expect(await events.next() == "sleep")
            setRoute(false)
            #expect(await events.next() == "no network")
            #expect(await events.next() == "location: cut")
            sleep.yield(false)
            setRoute(true)
            // The order of the two notifications is random.
            let words = [await events.next(), await events.next()]
            #expect(Set(words).isSuperset(of: ["location: back(isElsewhere: false)"]))
        }
    }
}
