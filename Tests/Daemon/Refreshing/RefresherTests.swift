import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather

/// The loop with a real store, a manual clock, and a provider that answers when the test decides.
@Suite(.timeLimit(.minutes(20)))
struct RefresherTests {
    /// A fetch that waits for its result.
    private struct Fetch {
        var coordinate: Coordinate
        var outcome: CheckedContinuation<Result<Report, FetchFailure>, Never>
    }

    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private let fetches: AsyncStream<Fetch>
    private let refresher: Refresher<ManualClock, Report>
    private static let start = UnixTime(1_763_740_000)

    init() throws {
        directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.start, logger: logger)
        let (fetches, continuation) = AsyncStream.makeStream(of: Fetch.self)
        self.fetches = fetches
        refresher = Refresher(
            store: store, part: \.forecast, scope: .all, policy: { RefreshPolicy(interval: .seconds(900)) },
            clock: clock,
            now: { [clock] in Self.time(of: clock) }, chance: { 0.5 }, log: RefreshLog(logger: logger)
        ) { coordinates, _ in
            var results: [Result<Report, FetchFailure>] = []
            for coordinate in coordinates {
                results.append(
                    await withCheckedContinuation { outcome in
                        continuation.yield(Fetch(coordinate: coordinate, outcome: outcome))
                    })
            }
            return results
        }
    }

    private static func time(of clock: ManualClock) -> UnixTime {
        start.advanced(by: Int(clock.now.offset.components.seconds))
    }

    private func report(_ coordinate: Coordinate = .montevideo) -> Result<Report, FetchFailure> {
        .success(.example(at: coordinate, fetchedAt: Self.time(of: clock)))
    }

    private func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await refresher.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func fetchesImmediatelyAndAfterEachInterval() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            let first = try #require(await fetches.next())
            #expect(first.coordinate == .montevideo)
            first.outcome.resume(returning: report())
            let deadline = try #require(await sleeps.next())
            #expect(deadline.offset == .seconds(990), "the two minutes around the hour are in between")
            #expect(store.snapshot.weather[.montevideo]?.report?.fetchedAt == Self.start)
            #expect(store.snapshot.weather[.montevideo]?.forecast.nextRefresh == Self.start.advanced(by: 990))
            clock.advance(by: .seconds(990))
            let second = try #require(await fetches.next())
            second.outcome.resume(returning: report())
            #expect(await sleeps.next()?.offset == .seconds(1860))
        }
    }

    @Test func freshnessAppliesToNextFetch() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            var promising = try report().get()
            promising.httpFreshness = HTTPFreshness(expires: Self.start.advanced(by: 1800))
            await fetches.next()?.outcome.resume(returning: .success(promising))
            #expect(await sleeps.next()?.offset == .seconds(1830))
        }
    }

    @Test func failureKeepsOldReportAndRetrySucceeds() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            let failure = FetchFailure.timedOut(host: "x", seconds: 20)
            await fetches.next()?.outcome.resume(returning: report())
            _ = await sleeps.next()
            clock.advance(by: .seconds(990))
            await fetches.next()?.outcome.resume(returning: .failure(failure))
            let retry = try #require(await sleeps.next())
            #expect(retry.offset > .seconds(994) && retry.offset <= .seconds(995))
            let weather = try #require(store.snapshot.weather[.montevideo])
            #expect(weather.failure == failure)
            #expect(weather.report?.fetchedAt == Self.start)
            clock.advance(by: .seconds(5))
            await fetches.next()?.outcome.resume(returning: report())
            _ = await sleeps.next()
            #expect(store.snapshot.weather[.montevideo]?.failure == nil)
            #expect(store.snapshot.weather[.montevideo]?.report?.fetchedAt == Self.start.advanced(by: 995))
        }
    }

    @Test func awaitedRefreshReportsItsOutcome() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            let fetch = try #require(await fetches.next())
            async let waited = refresher.refresh(.montevideo, wait: true)
            #expect(await refresher.refresh(.montevideo, wait: false) == .begun)
            fetch.outcome.resume(returning: report())
            let answer = await waited
            #expect(answer == .done || answer == .tooSoon(Self.start.advanced(by: 601)))
            #expect(await refresher.refresh(.montevideo, wait: true) == .tooSoon(Self.start.advanced(by: 601)))
            #expect(await refresher.refresh(.oslo, wait: true) == .full, "the store did not admit it")
        }
    }

    @Test func awaitedRefreshReportsItsFailure() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            let fetch = try #require(await fetches.next())
            let waiting = Task.immediate { await refresher.refresh(.montevideo, wait: true) }
            let failure = FetchFailure.timedOut(host: "x", seconds: 20)
            fetch.outcome.resume(returning: .failure(failure))
            #expect(await waiting.value == .failed(failure))
        }
    }

    @Test func reloadEndsRequestedDelay() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 1000)
            await fetches.next()?.outcome.resume(returning: .failure(limited))
            #expect(await sleeps.next()?.offset ?? .zero >= .seconds(1000))
            refresher.send(.reloaded)
            await fetches.next()?.outcome.resume(returning: report())
            #expect(clock.now.offset == .zero)
        }
    }

    @Test func shutdownAnswersAwaitedRefreshes() async throws {
        var fetches = fetches.makeAsyncIterator()
        let answer = try await withThrowingTaskGroup(of: RefreshAnswer?.self) { group in
            group.addTask {
                await refresher.run()
                return nil
            }
            let fetch = try #require(await fetches.next())
            group.addTask { await refresher.refresh(.montevideo, wait: true) }
            await refresher.ping()
            group.cancelAll()
            fetch.outcome.resume(returning: .failure(.unreachable(host: "x", reason: "cancelled")))
            return try await group.compactMap(\.self).first { _ in true }
        }
        #expect(answer == .stopping)
        #expect(store.snapshot.weather[.montevideo]?.failure == nil, "a shutdown is not a failure")
    }

    @Test func newPlaceIsFetchedImmediately() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            await fetches.next()?.outcome.resume(returning: report())
            try await store.changeSettings(at: Self.start) {
                $0.location = .place(Place(name: "Oslo", coordinate: .oslo))
            }
            refresher.send(.changed)
            let fetch = try #require(await fetches.next())
            #expect(fetch.coordinate == .oslo)
            fetch.outcome.resume(returning: report(.oslo))
        }
    }

    @Test func timersDoNotAccumulate() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            await fetches.next()?.outcome.resume(returning: report())
            #expect(await sleeps.next()?.offset == .seconds(990))
            #expect(store.admit(.oslo, at: Self.start))
            refresher.send(.requested(.oslo))
            let fetch = try #require(await fetches.next())
            fetch.outcome.resume(returning: report(.oslo))
            for _ in 1...50 {
                refresher.send(.requested(.oslo))
                await refresher.ping()
            }
            #expect(clock.sleepers <= 2)
        }
    }

    @Test func placeIsRefreshedAsSoonAsTheStoreHasIt() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            await fetches.next()?.outcome.resume(returning: report())
            #expect(store.admit(.oslo, at: Self.start))
            #expect(await refresher.refresh(.oslo, wait: false) == .begun)
            await fetches.next()?.outcome.resume(returning: report(.oslo))
        }
    }

    @Test func otherPlaceIsFetchedOnRequest() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            await fetches.next()?.outcome.resume(returning: report())
            #expect(store.admit(.oslo, at: Self.start))
            refresher.send(.requested(.oslo))
            let fetch = try #require(await fetches.next())
            #expect(fetch.coordinate == .oslo)
            fetch.outcome.resume(returning: report(.oslo))
        }
    }
}
