import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Location

/// The loop with scripted sources and a manual clock.
struct LocatorTests {
    /// A running search.
    private struct Search {
        var source: LocationSource
        var report: @Sendable (LocationFinding) -> Void
        /// Ends it.
        var end: @Sendable () -> Void
    }

    private let clock = ManualClock()
    private let searches: AsyncStream<Search>
    private let begun: AsyncStream<Search>.Continuation
    private let ended: AsyncStream<LocationSource>
    private let ends: AsyncStream<LocationSource>.Continuation
    private let found: AsyncStream<LocationFix>
    private let finds: AsyncStream<LocationFix>.Continuation
    private let failed: AsyncStream<[LocationSource: LocationFailure]>
    private let fails: AsyncStream<[LocationSource: LocationFailure]>.Continuation
    private static let start = UnixTime(1_763_740_000)

    init() {
        (searches, begun) = AsyncStream.makeStream()
        (ended, ends) = AsyncStream.makeStream()
        (found, finds) = AsyncStream.makeStream()
        (failed, fails) = AsyncStream.makeStream()
    }

    private func locator(
        _ sources: [LocationSource], initial: [LocationSource: LocationFix] = [:], current: LocationFix? = nil,
        isActive: Bool = true
    ) -> Locator<ManualClock> {
        let pairs = LocationSource.allCases.map { source -> (LocationSource, Locator<ManualClock>.Search) in
            (
                source,
                { [begun, ends] report in
                    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
                    begun.yield(Search(source: source, report: report) { continuation.finish() })
                    for await _ in end {}
                    ends.yield(source)
                }
            )
        }
        return Locator(
            sources: sources, initial: initial, current: current, isActive: isActive,
            searches: Dictionary(uniqueKeysWithValues: pairs), clock: clock,
            now: { [clock] in Self.start.advanced(by: Int(clock.now.offset.components.seconds)) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, sentence: { "\($1)" },
            found: { [finds] fix, _ in finds.yield(fix) }, failed: { [fails] in fails.yield($0) })
    }

    private static func fix(_ source: LocationSource, _ coordinate: Coordinate = .oslo) -> LocationFix {
        LocationFix(coordinate: coordinate, time: start, source: source)
    }

    /// Runs a locator during `body`.
    private func running(_ locator: Locator<ManualClock>, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await locator.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(20))) func fixAndMoveAreReported() async throws {
        try await running(locator([.geoClue, .timeZone])) {
            var searches = searches.makeAsyncIterator()
            var found = found.makeAsyncIterator()
            let search = try #require(await searches.next())
            #expect(search.source == .geoClue)
            search.report(.fix(Self.fix(.geoClue)))
            #expect(await found.next() == Self.fix(.geoClue))
            search.report(.fix(Self.fix(.geoClue, .montevideo)))
            #expect(await found.next() == Self.fix(.geoClue, .montevideo))
        }
    }

    @Test(.timeLimit(.minutes(20))) func silentSourceDelaysByOneSecond() async throws {
        try await running(locator([.geoClue, .timeZone])) {
            var searches = searches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            var failed = failed.makeAsyncIterator()
            var found = found.makeAsyncIterator()
            let silent = try #require(await searches.next())
            #expect(await sleeps.next()?.offset == .seconds(1))
            clock.advance(by: .seconds(1))
            let zone = try #require(await searches.next())
            #expect(zone.source == .timeZone)
            zone.report(.fix(Self.fix(.timeZone, .montevideo)))
            zone.end()
            #expect(await found.next()?.source == .timeZone)
            while await sleeps.next()?.offset != .seconds(10) {}
            clock.advance(by: .seconds(9))
            #expect(await failed.next() == [.geoClue: .timedOut(seconds: 10)])
            silent.report(.fix(Self.fix(.geoClue)))
            #expect(await found.next()?.source == .geoClue)
            #expect(await failed.next()?.isEmpty == true)
        }
    }

    @Test(.timeLimit(.minutes(20))) func restartIsNotAMove() async throws {
        let nearby = try #require(Coordinate(latitude: 59.94, longitude: 10.75))
        let cached = LocationFix(coordinate: nearby, time: Self.start, source: .geoClue)
        try await running(locator([.geoClue], initial: [.geoClue: cached], current: Self.fix(.geoClue))) {
            var searches = searches.makeAsyncIterator()
            var found = found.makeAsyncIterator()
            let search = try #require(await searches.next())
            let later = Self.start.advanced(by: 3600)
            search.report(.fix(LocationFix(coordinate: nearby, time: later, source: .geoClue)))
            #expect(await found.next() == LocationFix(coordinate: .oslo, time: later, source: .geoClue))
        }
    }

    @Test(.timeLimit(.minutes(20))) func failedSourceIsRetried() async throws {
        let locator = locator([.geoClue])
        try await running(locator) {
            var searches = searches.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            var failed = failed.makeAsyncIterator()
            var search = try #require(await searches.next())
            search.report(.failure(.refused(reason: "no agent")))
            search.end()
            #expect(await failed.next() == [.geoClue: .refused(reason: "no agent")])
            while await sleeps.next()?.offset != .seconds(60) {}
            clock.advance(by: .seconds(60))
            search = try #require(await searches.next())
            search.report(.failure(.refused(reason: "no agent")))
            search.end()
            while await sleeps.next()?.offset != .seconds(180) {}
            clock.advance(by: .seconds(60))
            locator.ask()
            search = try #require(await searches.next())
            search.report(.fix(Self.fix(.geoClue)))
            #expect(await failed.next()?.isEmpty == true)
        }
    }

    @Test(.timeLimit(.minutes(20))) func manualLocationStopsSources() async throws {
        let locator = locator([.geoClue, .timeZone])
        try await running(locator) {
            var searches = searches.makeAsyncIterator()
            var ended = ended.makeAsyncIterator()
            var found = found.makeAsyncIterator()
            let search = try #require(await searches.next())
            search.report(.fix(Self.fix(.geoClue)))
            _ = await found.next()
            locator.setActive(false)
            #expect(await ended.next() == .geoClue)
            let bergen = try #require(Coordinate(latitude: 60.39, longitude: 5.32))
            search.report(.fix(Self.fix(.geoClue, bergen)))
            locator.setActive(true)
            let another = try #require(await searches.next())
            #expect(another.source == .geoClue)
            another.report(.fix(Self.fix(.geoClue, .montevideo)))
            #expect(await found.next()?.coordinate == .montevideo, "results of a stopped search are ignored")
        }
        #expect(clock.sleepers == 0)
    }

    @Test(.timeLimit(.minutes(20))) func idleLocatorHasNoTimer() async throws {
        let locator = locator([.geoClue, .timeZone])
        try await running(locator) {
            var searches = searches.makeAsyncIterator()
            var found = found.makeAsyncIterator()
            var sleeps = clock.sleeps.makeAsyncIterator()
            let search = try #require(await searches.next())
            _ = await sleeps.next()
            search.report(.fix(Self.fix(.geoClue)))
            _ = await found.next()
            // The second fix is handled after the alarm was cancelled.
            search.report(.fix(Self.fix(.geoClue, .montevideo)))
            _ = await found.next()
            for await _ in clock.cancellations where clock.sleepers == 0 { break }
        }
    }

    @Test(.timeLimit(.minutes(20))) func changedSourceOrderTakesEffect() async throws {
        let locator = locator([.geoClue])
        try await running(locator) {
            var searches = searches.makeAsyncIterator()
            var ended = ended.makeAsyncIterator()
            #expect(await searches.next()?.source == .geoClue)
            locator.reconfigure([.timeZone])
            #expect(await searches.next()?.source == .timeZone)
            #expect(await ended.next() == .geoClue)
        }
    }

    @Test(.timeLimit(.minutes(20))) func missingSourceIsReportedNotInstalled() async throws {
        let locator = Locator(
            sources: [.ip], searches: [:], clock: clock, now: { Self.start },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, sentence: { "\($1)" },
            found: { _, _ in }, failed: { [fails] in fails.yield($0) })
        try await running(locator) {
            var failed = failed.makeAsyncIterator()
            #expect(await failed.next() == [.ip: .notInstalled])
        }
    }
}
