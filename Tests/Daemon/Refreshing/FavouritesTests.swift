import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather

/// The loop with favourites, and a provider that accepts lists.
@Suite(.timeLimit(.minutes(20)))
struct FavouritesTests {
    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private static let start = UnixTime(1_763_740_000)
    private static let limits = ProviderLimits(batch: 60, placesAMinute: 100, placesADay: 1785)

    init() throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.start,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func time(of clock: ManualClock) -> UnixTime {
        start.advanced(by: Int(clock.now.offset.components.seconds))
    }

    /// Runs a refresher during `body`; its provider has no weather for `gap`.
    private func running(
        without gap: Coordinate? = nil, scope: @escaping @Sendable () -> RefreshScope = { .all },
        _ body: (Refresher<ManualClock, Report>, inout AsyncStream<[Coordinate]>.Iterator) async throws -> Void
    ) async throws {
        let (batches, continuation) = AsyncStream.makeStream(of: [Coordinate].self)
        let refresher = Refresher(
            store: store, part: \.forecast, scope: scope(),
            policy: { RefreshPolicy(interval: .seconds(900), limits: Self.limits) }, clock: clock,
            now: { [clock] in Self.time(of: clock) }, chance: { 0.5 },
            log: RefreshLog(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        ) { [clock] coordinates, _ in
            continuation.yield(coordinates)
            return coordinates.map { coordinate in
                if coordinate == gap { return .failure(.malformed(host: "x", reason: "y")) }
                return .success(.example(at: coordinate, fetchedAt: Self.time(of: clock)))
            }
        }
        try await withThrowingTaskGroup { group in
            group.addTask { await refresher.run() }
            var iterator = batches.makeAsyncIterator()
            try await body(refresher, &iterator)
            group.cancelAll()
        }
    }

    private func addFavourites(_ count: Int) async throws -> [Coordinate] {
        let coordinates = (0..<count).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 0) }
        try await store.changeSettings(at: Self.start) { settings in
            settings.favourites = coordinates.enumerated().map { Place(name: "\($0)", coordinate: $1) }
        }
        return coordinates
    }

    @Test func favouritesAreRefreshedInFewestRequests() async throws {
        let favourites = try await addFavourites(200)
        try await running { refresher, batches in
            var sleeps = clock.sleeps.makeAsyncIterator()
            var changes = store.changes().makeAsyncIterator()
            var sizes: [Int] = []
            for _ in 0..<2 {
                try sizes.append(#require(await batches.next()).count)
                #expect(await sleeps.next() != nil)
                clock.advance(by: .seconds(60))
            }
            for _ in 0..<2 { try sizes.append(#require(await batches.next()).count) }
            #expect(sizes == [60, 60, 60, 21])
            while !favourites.allSatisfy({ store.snapshot.weather[$0]?.forecast.nextRefresh != nil }) {
                await changes.next()
            }
            let weather = store.snapshot.weather
            #expect(favourites.allSatisfy { weather[$0]?.report != nil })
            #expect(weather[favourites[0]]?.forecast.nextRefresh == Self.start.advanced(by: 21_691))
            #expect(weather[.montevideo]?.forecast.nextRefresh == Self.start.advanced(by: 990))
        }
    }

    /// As when a reloaded configuration includes warnings for favourites.
    @Test func reloadedScopeIncludesFavourites() async throws {
        let favourites = try await addFavourites(2)
        let isAll = Mutex(false)
        try await running(scope: { isAll.withLock { $0 } ? .all : .current }) { refresher, batches in
            #expect(await batches.next() == [.montevideo])
            isAll.withLock { $0 = true }
            refresher.send(.reloaded)
            #expect(await batches.next() == favourites)
        }
    }

    @Test func failingPlaceDoesNotAffectOthers() async throws {
        let favourites = try await addFavourites(3)
        try await running(without: favourites[1]) { refresher, batches in
            var sleeps = clock.sleeps.makeAsyncIterator()
            #expect(await batches.next() == [.montevideo] + favourites)
            let retry = try #require(await sleeps.next())
            #expect(retry.offset > .seconds(4) && retry.offset <= .seconds(5))
            let weather = store.snapshot.weather
            #expect(weather[favourites[1]]?.failure == .malformed(host: "x", reason: "y"))
            #expect(weather[favourites[0]]?.report != nil && weather[favourites[2]]?.report != nil)
            clock.advance(by: .seconds(5))
            #expect(await batches.next() == [favourites[1]])
        }
    }

    @Test func awaitedFavouriteIsReported() async throws {
        let favourites = try await addFavourites(3)
        try await running(without: favourites[1]) { refresher, batches in
            _ = await batches.next()
            let good = await refresher.refresh(favourites[0], wait: true)
            #expect(good == .done || good == .tooSoon(Self.start.advanced(by: 601)))
        }
    }

    @Test func newFavouriteIsFetchedImmediately() async throws {
        try await running { refresher, batches in
            #expect(await batches.next() == [.montevideo])
            let favourites = try await addFavourites(1)
            refresher.send(.changed)
            #expect(await batches.next() == favourites)
        }
    }
}
