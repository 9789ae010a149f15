import Logging
import Refreshing
import Scratch
import Store
import Testing
import Weather

/// How long a client waits for the first weather of a place.
@Suite(.timeLimit(.minutes(20)))
struct FirstFetchTests {
    private static let start = UnixTime(1_763_740_000)

    private let directory: TemporaryDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store(_ defaults: Defaults = Defaults(location: Place(coordinate: .montevideo))) -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: defaults, now: Self.start,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func keepReport(in store: Store) async {
        await store.keep(
            [Report.example(at: .montevideo, fetchedAt: Self.start)], as: \.forecast, at: Self.start)
    }

    @Test func cachedWeatherIsReturnedImmediately() async {
        let store = store()
        await keepReport(in: store)
        let first = FirstFetch(store: store, clock: clock)
        await first.wait(for: .montevideo, [.forecast])
        await first.wait(for: nil, [.forecast])
        #expect(clock.now.offset == .zero)
    }

    @Test func withoutPlaceThereIsNoWait() async {
        await FirstFetch(store: store(Defaults(locationSources: [])), clock: clock).wait(for: nil, [.forecast])
        #expect(clock.now.offset == .zero)
    }

    @Test func waitEndsWithTheReport() async {
        let store = store()
        let first = FirstFetch(store: store, clock: clock)
        async let wait: Void = first.wait(for: .montevideo, [.forecast])
        var sleeps = clock.sleeps.makeAsyncIterator()
        #expect(await sleeps.next()?.offset == .milliseconds(1700))
        await keepReport(in: store)
        await wait
        #expect(clock.now.offset == .zero)
    }

    @Test func waitEndsWithAFailure() async {
        let store = store()
        let first = FirstFetch(store: store, clock: clock)
        async let wait: Void = first.wait(for: .montevideo, [.forecast])
        var sleeps = clock.sleeps.makeAsyncIterator()
        _ = await sleeps.next()
        store.note([.montevideo: .noNetwork], of: \.forecast, at: Self.start)
        await wait
        #expect(clock.now.offset == .zero)
    }

    /// A waiting client uses a descriptor, so their number is limited, and others get an immediate reply.
    @Test func waitingClientsAndTheirWaitAreLimited() async {
        let first = FirstFetch(store: store(), clock: clock)
        var sleeps = clock.sleeps.makeAsyncIterator()
        for _ in 0..<2 {
            await withTaskGroup { group in
                for _ in 0..<32 { group.addTask { await first.wait(for: .montevideo, [.forecast]) } }
                for _ in 0..<32 { _ = await sleeps.next() }
                await first.wait(for: .montevideo, [.forecast])
                clock.advance(by: .milliseconds(1699))
                #expect(clock.sleepers == 32)
                clock.advance(by: .milliseconds(1))
                await group.waitForAll()
            }
        }
    }

    @Test func placeOutsideStoreIsAwaited() async {
        let first = FirstFetch(store: store(), clock: clock)
        async let wait: Void = first.wait(for: .oslo, [.forecast])
        var sleeps = clock.sleeps.makeAsyncIterator()
        _ = await sleeps.next()
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(1700))
        await wait
    }
}
