import Logging
import Refreshing
import Scratch
import Store
import Testing
import Weather

/// A list of which some places had an answer when it was cancelled.
struct CancelledListTests {
    private static let start = UnixTime(1_763_740_000)

    @Test(.timeLimit(.minutes(20))) func answeredPlacesOfCancelledListAreDone() async throws {
        let directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.start, logger: logger)
        try await store.changeSettings(at: Self.start) { $0.favourites = [Place(name: "Oslo", coordinate: .oslo)] }
        let (lists, begun) = AsyncStream.makeStream(of: [Coordinate].self)
        let refresher = Refresher(
            store: store, part: \.forecast, scope: .all,
            policy: { RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(batch: 10)) },
            clock: ManualClock(), now: { Self.start }, chance: { 0.5 }, log: RefreshLog(logger: logger)
        ) { coordinates, _ in
            begun.yield(coordinates)
            let (never, continuation) = AsyncStream.makeStream(of: Never.self)
            // Until the fetch is cancelled.
            for await _ in never {}
            continuation.finish()
            return coordinates.map { coordinate in
                coordinate == .montevideo
                    ? .success(Report.example(at: coordinate, fetchedAt: Self.start))
                    : .failure(.unreachable(host: "x", reason: "cancelled"))
            }
        }
        await withTaskGroup { group in
            group.addTask { await refresher.run() }
            var iterator = lists.makeAsyncIterator()
            #expect(await iterator.next() == [.montevideo, .oslo])
            let answered = Task.immediate { await refresher.refresh(.montevideo, wait: true) }
            let cancelled = Task.immediate { await refresher.refresh(.oslo, wait: true) }
            refresher.send(.held(reason: .noNetwork))
            #expect(await answered.value == .done)
            #expect(await cancelled.value == .failed(.noNetwork))
            #expect(store.snapshot.weather[.montevideo]?.report != nil)
            group.cancelAll()
        }
    }
}
