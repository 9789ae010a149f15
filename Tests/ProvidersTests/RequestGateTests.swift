import Providers
import Synchronization
import Testing
import Weather

@Suite(.timeLimit(.minutes(20)))
struct RequestGateTests {
    /// Counts the requests inside, and releases them on demand.
    private final class ActiveRequests: Sendable {
        private struct State {
            var inside = 0
            var most = 0
            var entered = 0
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
    }

    @Test func concurrencyIsLimited() async {
        let gate = RequestGate(limit: 2, urgentLimit: 3)
        let active = ActiveRequests()
        await withTaskGroup { group in
            for number in 0..<6 { group.addTask { await gate.pass { await active.stay(number) } } }
            var entries = active.entries.makeAsyncIterator()
            _ = await entries.next()
            _ = await entries.next()
            // Urgent requests have one extra slot.
            group.addTask { await gate.pass(isUrgent: true) { await active.stay(100) } }
            #expect(await entries.next() == 100)
            for _ in 0..<7 { active.releaseOne() }
            await group.waitForAll()
        }
        #expect(active.most == 3)
    }

    @Test func requestsPerPlaceAreSerialized() async throws {
        let gate = RequestGate()
        let active = ActiveRequests()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        let paris = try #require(Coordinate(latitude: 48.85, longitude: 2.35))
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            group.addTask { await gate.pass(for: [oslo]) { await active.stay(2) } }
            group.addTask { await gate.pass(for: [paris]) { await active.stay(3) } }
            #expect(await entries.next() == 3, "another place does not wait")
            active.releaseOne()
            active.releaseOne()
            #expect(await entries.next() == 2)
            active.releaseOne()
            await group.waitForAll()
        }
        #expect(active.most == 2)
    }

    @Test func cancelledRequestStopsWaiting() async {
        let gate = RequestGate(limit: 1, urgentLimit: 1)
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            active.releaseOne()
            await group.waitForAll()
        }
        // The gate is unchanged.
        #expect(await gate.pass { true })
    }

    /// A cancelled request passes immediately, without releasing another one's slot.
    @Test func cancelledRequestReleasesNoSlot() async throws {
        let gate = RequestGate()
        let active = ActiveRequests()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            let next = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            group.addTask { await gate.pass { await active.stay(2) } }
            #expect(await entries.next() == 2)
            next.cancel()
            #expect(await next.value, "it waited until it was cancelled")
            active.releaseOne()
            active.releaseOne()
            await group.waitForAll()
        }
    }

    @Test func fourRequestsRunAtATimeAndSixIfUrgent() async {
        let gate = RequestGate()
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for number in 0..<5 { group.addTask { await gate.pass { await active.stay(number) } } }
            for _ in 0..<4 { _ = await entries.next() }
            for number in 100..<103 { group.addTask { await gate.pass(isUrgent: true) { await active.stay(number) } } }
            for _ in 0..<2 { #expect(await (entries.next() ?? 0) >= 100) }
            for _ in 0..<8 { active.releaseOne() }
            await group.waitForAll()
        }
        #expect(active.most == 6)
    }

    /// The urgent limit is never below the other.
    @Test func urgentLimitIsAtLeastTheNormalLimit() async {
        let gate = RequestGate(limit: 2, urgentLimit: 0)
        let active = ActiveRequests()
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            for number in 0..<2 { group.addTask { await gate.pass(isUrgent: true) { await active.stay(number) } } }
            for _ in 0..<2 { _ = await entries.next() }
            for _ in 0..<2 { active.releaseOne() }
            await group.waitForAll()
        }
        #expect(active.most == 2)
    }

    /// A finished request admits the next one for its place, but none for a place that is still being requested.
    @Test func endOfARequestAdmitsOnlyThoseWithRoom() async throws {
        let gate = RequestGate()
        let active = ActiveRequests()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        await withTaskGroup { group in
            var entries = active.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await active.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            for _ in 0..<1000 {
                await gate.pass {}
                await Task.yield()
            }
            waiting.cancel()
            #expect(await waiting.value, "it waited until it was cancelled")
            active.releaseOne()
            await group.waitForAll()
        }
    }
}
