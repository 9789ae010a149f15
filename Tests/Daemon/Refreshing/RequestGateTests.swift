import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@Suite(.timeLimit(.minutes(20)))
struct RequestGateTests {
    /// Counts the requests inside, and releases them on demand.
    private final class ActiveRequests: Sendable {
        private struct State {
            var inside = 0
            var most = 0
        }

        private let state = Mutex(State())
        let entries: AsyncStream<Int>
        private let entry: AsyncStream<Int>.Continuation
        private let exits: AsyncStream<Void>
        private let exit: AsyncStream<Void>.Continuation

        init() {
            (entries, entry) = AsyncStream.makeStream()
            (exits, exit) = AsyncStream.makeStream()
        }

        var most: Int { state.withLock { $0.most } }

        func stay(_ number: Int) async {
            state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
            }
            entry.yield(number)
            for await _ in exits { break }
            state.withLock { $0.inside -= 1 }
        }

        func releaseOne() { exit.yield() }
        /// Lets all requests finish, including later ones.
        func releaseAll() { exit.finish() }
    }

    private static let kinds = ReportKind.allCases.filter { $0 != .forecast }.map { RequestGate.Purpose.reports($0) }
    private static let others = kinds + [.comparison, .places, .location, .probe]
    // swift-format-ignore: NeverForceUnwrap
    private let oslo = Coordinate(latitude: 59.91, longitude: 10.75)!
    // swift-format-ignore: NeverForceUnwrap
    private let paris = Coordinate(latitude: 48.85, longitude: 2.35)!

    /// With the daemon's limits.
    @Test func threeRequestsRunInTheBackground() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for number in 0..<4 {
                group.addTask { await gate.pass(.reports(.alerts)) { await active.stay(number) } }
                group.addTask { await gate.pass(.reports(.forecast)) { await active.stay(number) } }
            }
            for _ in 0..<3 { _ = await entries.next() }
            for _ in 0..<8 { active.releaseOne() }
            await group.waitForAll()
        }
        #expect(active.most == 3)
    }

    /// A scheduled forecast does not wait for other reports whose services stall, nor these for forecasts.
    @Test(arguments: [true, false])
    func oneSlotIsLeftToTheRest(forecastsStall: Bool) async {
        let gate = RequestGate()
        let active = ActiveRequests()
        let purposes: [RequestGate.Purpose] =
            forecastsStall ? Array(repeating: .reports(.forecast), count: 5) : Self.others
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for purpose in purposes { group.addTask { await gate.pass(purpose) { await active.stay(1) } } }
            for _ in 0..<2 { #expect(await entries.next() == 1) }
            group.addTask {
                await gate.pass(.reports(forecastsStall ? .alerts : .forecast)) { await active.stay(2) }
            }
            #expect(await entries.next() == 2)
            active.releaseAll()
            await group.waitForAll()
        }
    }

    /// What a client waits for starts while requests with every other purpose stall, awaited or not, for the same place.
    @Test(arguments: [true, false])
    func awaitedForecastWaitsForNothingElse(othersAreAwaited: Bool) async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for purpose in Self.others {
                for _ in 0..<8 {
                    group.addTask { [oslo] in
                        await gate.pass(purpose, for: [oslo], isUrgent: othersAreAwaited) { await active.stay(1) }
                    }
                }
            }
            for _ in 0..<(othersAreAwaited ? Self.others.count : 2) { #expect(await entries.next() == 1) }
            group.addTask { [oslo] in
                await gate.pass(.reports(.forecast), for: [oslo], isUrgent: true) { await active.stay(2) }
            }
            #expect(await entries.next() == 2)
            active.releaseAll()
            await group.waitForAll()
        }
    }

    @Test func fourAwaitedRequestsRunForEachPurpose() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for number in 0..<5 {
                group.addTask { await gate.pass(.places, isUrgent: true) { await active.stay(number) } }
            }
            for _ in 0..<4 { _ = await entries.next() }
            for _ in 0..<5 { active.releaseOne() }
            await group.waitForAll()
        }
        #expect(active.most == 4)
    }

    /// A fetch that began in the background and still queues starts at once when a client begins to wait for it.
    @Test func queuedRequestIsHurried() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for number in 0..<2 { group.addTask { await gate.pass(.reports(.air)) { await active.stay(number) } } }
            for _ in 0..<2 { _ = await entries.next() }
            let (oslo, paris) = (oslo, paris)
            group.addTask { await gate.pass(.reports(.alerts), for: [oslo]) { await active.stay(10) } }
            group.addTask { await gate.pass(.reports(.alerts), for: [paris]) { await active.stay(11) } }
            // Returns when the two have had their turn.
            for _ in 0..<1000 {
                await gate.pass(.probe, isUrgent: true) {}
                await Task.yield()
            }
            gate.hurry(.reports(.air), for: paris)
            gate.hurry(.reports(.alerts), for: paris)
            #expect(await entries.next() == 11)
            active.releaseAll()
            await group.waitForAll()
        }
    }

    /// A running request that a client begins to wait for leaves its slot to the background.
    @Test func hurriedRequestLeavesItsSlot() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            let (oslo, paris) = (oslo, paris)
            group.addTask { await gate.pass(.reports(.alerts), for: [oslo]) { await active.stay(1) } }
            group.addTask { await gate.pass(.reports(.air), for: [paris]) { await active.stay(1) } }
            for _ in 0..<2 { #expect(await entries.next() == 1) }
            gate.hurry(.reports(.alerts), for: oslo)
            group.addTask { await gate.pass(.reports(.normals)) { await active.stay(2) } }
            #expect(await entries.next() == 2)
            active.releaseAll()
            await group.waitForAll()
        }
    }

    @Test func requestsPerKindAndPlaceAreSerialized() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        let (oslo, paris) = (oslo, paris)
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(.reports(.air), for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            group.addTask { await gate.pass(.reports(.air), for: [oslo], isUrgent: true) { await active.stay(2) } }
            group.addTask { await gate.pass(.reports(.air), for: [paris]) { await active.stay(3) } }
            #expect(await entries.next() == 3, "another place does not wait")
            group.addTask { await gate.pass(.reports(.forecast), for: [oslo]) { await active.stay(4) } }
            #expect(await entries.next() == 4, "another kind does not wait")
            for _ in 0..<3 { active.releaseOne() }
            #expect(await entries.next() == 2)
            active.releaseOne()
            await group.waitForAll()
        }
        #expect(active.most == 3)
    }

    @Test func cancelledRequestStopsWaiting() async {
        let gate = RequestGate(limit: 0, urgentLimit: 0)
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(.probe, isUrgent: true) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(.probe, isUrgent: true) { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            active.releaseOne()
            await group.waitForAll()
        }
        // The gate is unchanged.
        #expect(await gate.pass(.probe) { true })
    }

    /// A cancelled request passes immediately, without releasing another one's slot.
    @Test func cancelledRequestReleasesNoSlot() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        let oslo = oslo
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(.probe, for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(.probe, for: [oslo]) { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            let next = Task { await gate.pass(.probe, for: [oslo]) { Task.isCancelled } }
            group.addTask { await gate.pass(.probe) { await active.stay(2) } }
            #expect(await entries.next() == 2)
            next.cancel()
            #expect(await next.value, "it waited until it was cancelled")
            active.releaseOne()
            active.releaseOne()
            await group.waitForAll()
        }
    }

    /// A finished request admits the next one for its place, but none for a place that is still being requested.
    @Test func endOfARequestAdmitsOnlyThoseWithRoom() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        let oslo = oslo
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(.probe, for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(.probe, for: [oslo]) { Task.isCancelled } }
            for _ in 0..<1000 {
                await gate.pass(.probe) {}
                await Task.yield()
            }
            waiting.cancel()
            #expect(await waiting.value, "it waited until it was cancelled")
            active.releaseOne()
            await group.waitForAll()
        }
    }
}
