import Logging
import Scratch
import Store
import Testing
import Weather

@testable import Refreshing

/// Fetches that a client waits for, or begins to wait for, are urgent.
@Suite(.timeLimit(.minutes(20)))
struct UrgentFetchTests {
    private static let start = UnixTime(1_763_740_000)
    private let directory: TemporaryDirectory
    private let clock = ManualClock()
    private let refresher: Refresher<ManualClock, Report>
    private let store: Store
    /// Whether each fetch that begins is urgent.
    private let fetches: AsyncStream<Bool>
    /// One for each fetch that ends.
    private let end: AsyncStream<Void>.Continuation
    private let hurried: AsyncStream<Coordinate>

    init() throws {
        directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.start, logger: logger)
        let (fetches, begun) = AsyncStream.makeStream(of: Bool.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (hurried, hurry) = AsyncStream.makeStream(of: Coordinate.self)
        (self.fetches, self.end, self.hurried) = (fetches, end, hurried)
        let now: @Sendable () -> UnixTime = { [clock] in
            Self.start.advanced(by: Int(clock.now.offset.components.seconds))
        }
        refresher = Refresher(
            store: store, part: \.forecast, scope: .all, policy: { RefreshPolicy(interval: .seconds(900)) },
            clock: clock, now: now, chance: { 0.5 }, log: RefreshLog(logger: logger), hurry: { hurry.yield($0) }
        ) { coordinates, isUrgent in
            begun.yield(isUrgent)
            for await _ in ends { break }
            return coordinates.map { .success(.example(at: $0, fetchedAt: now())) }
        }
    }

    private func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await refresher.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func scheduledFetchIsHurriedWhenAClientWaits() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var hurried = hurried.makeAsyncIterator()
            #expect(await fetches.next() == false)
            async let waited = refresher.refresh(.montevideo, wait: true)
            #expect(await hurried.next() == .montevideo)
            end.yield()
            #expect(await waited == .done)
            clock.advance(by: .seconds(700))
            async let again = refresher.refresh(.montevideo, wait: true)
            #expect(await fetches.next() == true)
            end.yield()
            #expect(await again == .done)
        }
    }

    @Test func firstReportOfAPlaceIsUrgent() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            #expect(await fetches.next() == false)
            end.yield()
            await refresher.ping()
            #expect(store.admit(.oslo, at: Self.start))
            refresher.send(.requested(.oslo))
            #expect(await fetches.next() == true)
            end.yield()
        }
    }

    /// As for the warnings and stations of a refresh.
    @Test func refreshWithoutAWaitIsUrgent() async throws {
        try await running {
            var fetches = fetches.makeAsyncIterator()
            var hurried = hurried.makeAsyncIterator()
            #expect(await fetches.next() == false)
            refresher.send(.refreshed(.montevideo))
            #expect(await hurried.next() == .montevideo)
            end.yield()
        }
    }
}
