import Logging
import Refreshing
import Scratch
import Store
import Testing
import Weather

/// The loop without a network, and after its return.
struct NetworkHoldTests {
    private struct Fetch {
        var outcome: AsyncStream<Result<Report, FetchFailure>>.Continuation
    }

    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private let fetches: AsyncStream<Fetch>
    private let begun: AsyncStream<Fetch>.Continuation
    private static let start = UnixTime(1_763_740_000)

    init() throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.start,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        (fetches, begun) = AsyncStream.makeStream()
    }

    private func running(
        pauseReason: FetchFailure? = nil, _ body: (Refresher<ManualClock, Report>) async throws -> Void
    ) async throws {
        let refresher = Refresher(
            store: store, part: \.forecast, scope: .all, policy: { RefreshPolicy(interval: .seconds(900)) },
            clock: clock, now: { [clock] in Self.time(of: clock) }, chance: { 0.5 }, pauseReason: pauseReason,
            log: RefreshLog(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        ) { [begun] _, _ in
            // Like the network: an answer, or a failure after the task is cancelled.
            let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Report, FetchFailure>.self)
            begun.yield(Fetch(outcome: outcome))
            for await result in outcomes { return [result] }
            return [.failure(.unreachable(host: "x", reason: "the request was cancelled"))]
        }
        try await withThrowingTaskGroup { group in
            group.addTask { await refresher.run() }
            try await body(refresher)
            group.cancelAll()
        }
    }

    private static func time(of clock: ManualClock) -> UnixTime {
        start.advanced(by: Int(clock.now.offset.components.seconds))
    }

    private func report() -> Result<Report, FetchFailure> {
        .success(.example(at: .montevideo, fetchedAt: Self.time(of: clock)))
    }

    private var weather: PlaceWeather? { store.snapshot.weather[.montevideo] }

    @Test func startWithoutNetworkFetchesOnceConnected() async throws {
        try await running(pauseReason: .noNetwork) { refresher in
            #expect(await refresher.refresh(.montevideo, wait: true) == .failed(.noNetwork))
            #expect(weather?.failure == .noNetwork)
            #expect(weather?.forecast.nextRefresh == nil)
            #expect(clock.sleepers == 0, "no timer is armed")
            clock.advance(by: .seconds(3600))
            refresher.send(.released)
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(3601.5))
            clock.advance(by: .seconds(1.5))
            var fetches = fetches.makeAsyncIterator()
            await fetches.next()?.outcome.yield(report())
            _ = await sleeps.next()
            #expect(weather?.failure == nil)
            #expect(weather?.report != nil)
        }
    }

    @Test func heldFetchIsCancelledAndRestarted() async throws {
        try await running { refresher in
            var fetches = fetches.makeAsyncIterator()
            let first = try #require(await fetches.next())
            async let waited = refresher.refresh(.montevideo, wait: true)
            await refresher.ping()
            refresher.send(.held(reason: .noNetwork))
            let answer = await waited
            #expect(answer == .failed(.noNetwork))
            first.outcome.finish()
            await refresher.ping()
            clock.advance(by: .seconds(60))
            refresher.send(.released)
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(61.5))
            clock.advance(by: .seconds(2))
            let second = try #require(await fetches.next())
            // Over another route: its answer would never arrive over the old one.
            refresher.send(.released)
            #expect(await sleeps.next()?.offset == .seconds(63.5))
            clock.advance(by: .seconds(5))
            let third = try #require(await fetches.next())
            third.outcome.yield(report())
            _ = await sleeps.next()
            second.outcome.finish()
            #expect(weather?.failure == nil)
            #expect(weather?.report?.fetchedAt == Self.start.advanced(by: 67))
        }
    }

    private func setFavourites(_ coordinates: [Coordinate]) async throws {
        try await store.changeSettings(at: Self.start) { settings in
            settings.favourites = coordinates.map { Place(coordinate: $0) }
        }
    }

    /// Four fetches are running, so the fifth is still queued.
    @Test(.timeLimit(.minutes(20))) func requestAwaitingQueuedFetchIsAnswered() async throws {
        let favourites = (1...5).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        try await setFavourites(favourites)
        try await running { refresher in
            var fetches = fetches.makeAsyncIterator()
            for _ in 1...2 { _ = try #require(await fetches.next()) }
            for favourite in favourites[1...2] { #expect(await refresher.refresh(favourite, wait: false) == .begun) }
            for _ in 1...2 { _ = try #require(await fetches.next()) }
            let waiting = Task.immediate { await refresher.refresh(favourites[4], wait: true) }
            refresher.send(.held(reason: .noNetwork))
            #expect(await waiting.value == .failed(.noNetwork))
        }
    }

    /// The fetch is restarted over the other route, although only the waiting request needs it.
    @Test(.timeLimit(.minutes(20))) func requestAwaitingRemovedPlaceIsAnswered() async throws {
        try await setFavourites([.oslo])
        try await running { refresher in
            var fetches = fetches.makeAsyncIterator()
            let underWay = [try #require(await fetches.next()), try #require(await fetches.next())]
            let waiting = Task.immediate { await refresher.refresh(.oslo, wait: true) }
            refresher.send(.released)
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(1.5))
            try await setFavourites([])
            refresher.send(.changed)
            await refresher.ping()
            clock.advance(by: .seconds(2))
            for _ in underWay { await fetches.next()?.outcome.yield(report()) }
            #expect(await waiting.value == .done)
        }
    }

    /// A machine that goes to sleep causes no failures, and missed deadlines run within seconds.
    @Test func sleep() async throws {
        try await running { refresher in
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            await fetches.next()?.outcome.yield(report())
            #expect(await sleeps.next()?.offset == .seconds(990))
            refresher.send(.held(reason: nil))
            await refresher.ping()
            clock.advance(by: .seconds(28_800))
            await refresher.ping()
            #expect(weather?.failure == nil)
            refresher.send(.released)
            #expect(await sleeps.next()?.offset == .seconds(28_801.5))
            clock.advance(by: .seconds(2))
            await fetches.next()?.outcome.yield(report())
            _ = await sleeps.next()
            #expect(weather?.report?.fetchedAt == Self.start.advanced(by: 28_802))
        }
    }

    /// Without sleep signals, a deadline that is hours late indicates sleep.
    @Test func deadlineMissedDuringSleepRunsWithinSeconds() async throws {
        try await running { _ in
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            await fetches.next()?.outcome.yield(report())
            #expect(await sleeps.next()?.offset == .seconds(990))
            clock.advance(by: .seconds(28_800))
            #expect(await sleeps.next()?.offset == .seconds(28_801.5))
            clock.advance(by: .seconds(2))
            await fetches.next()?.outcome.yield(report())
            #expect(await sleeps.next() != nil)
        }
    }
}
