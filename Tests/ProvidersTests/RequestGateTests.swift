import Providers
import Synchronization
import Testing
import Weather

@Suite(.timeLimit(.minutes(20)))
struct RequestGateTests {
    /// Counts the requests inside, and releases them on demand.
    private final class Room: Sendable {
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

        func letOneGo() { exit.yield() }
    }

    @Test func concurrencyIsLimited() async {
        let gate = RequestGate(limit: 2, urgentLimit: 3)
        let room = Room()
        await withTaskGroup { group in
            for number in 0..<6 { group.addTask { await gate.pass { await room.stay(number) } } }
            var entries = room.entries.makeAsyncIterator()
            _ = await entries.next()
            _ = await entries.next()
            // Urgent requests have one extra slot.
            group.addTask { await gate.pass(isUrgent: true) { await room.stay(100) } }
            #expect(await entries.next() == 100)
            for _ in 0..<7 { room.letOneGo() }
            await group.waitForAll()
        }
        #expect(room.most == 3)
    }

    @Test func requestsPerPlaceAreSerialized() async throws {
        let gate = RequestGate()
        let room = Room()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        let paris = try #require(Coordinate(latitude: 48.85, longitude: 2.35))
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await room.stay(1) } }
            #expect(await entries.next() == 1)
            group.addTask { await gate.pass(for: [oslo]) { await room.stay(2) } }
            group.addTask { await gate.pass(for: [paris]) { await room.stay(3) } }
            #expect(await entries.next() == 3, "another place need not wait")
            room.letOneGo()
            room.letOneGo()
            #expect(await entries.next() == 2)
            room.letOneGo()
            await group.waitForAll()
        }
        #expect(room.most == 2)
    }

    @Test func cancelledRequestStopsWaiting() async {
        let gate = RequestGate(limit: 1, urgentLimit: 1)
        let room = Room()
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            group.addTask { await gate.pass { await room.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            room.letOneGo()
            await group.waitForAll()
        }
        // And the gate is as it was.
        #expect(await gate.pass { true })
    }

    /// A cancelled request passes immediately, without releasing another one's slot.
    @Test func cancelledRequestReleasesNoSlot() async throws {
        let gate = RequestGate()
        let room = Room()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await room.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
            let next = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            group.addTask { await gate.pass { await room.stay(2) } }
            #expect(await entries.next() == 2)
            next.cancel()
            #expect(await next.value, "it waited until it was cancelled")
            room.letOneGo()
            room.letOneGo()
            await group.waitForAll()
        }
    }

    @Test func fourRequestsRunAtATimeAndSixIfUrgent() async {
        let gate = RequestGate()
        let room = Room()
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            for number in 0..<5 { group.addTask { await gate.pass { await room.stay(number) } } }
            for _ in 0..<4 { _ = await entries.next() }
            for number in 100..<103 { group.addTask { await gate.pass(isUrgent: true) { await room.stay(number) } } }
            for _ in 0..<2 { #expect(await (entries.next() ?? 0) >= 100) }
            for _ in 0..<8 { room.letOneGo() }
            await group.waitForAll()
        }
        #expect(room.most == 6)
    }

    /// The urgent limit is never below the other.
    @Test func anUrgentRequestHasAtLeastThePlacesOfOthers() async {
        let gate = RequestGate(limit: 2, urgentLimit: 0)
        let room = Room()
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            for number in 0..<2 { group.addTask { await gate.pass(isUrgent: true) { await room.stay(number) } } }
            for _ in 0..<2 { _ = await entries.next() }
            for _ in 0..<2 { room.letOneGo() }
            await group.waitForAll()
        }
        #expect(room.most == 2)
    }

    /// A request that ends lets in the next one for its place, and none for a place that is still requested.
    @Test func endOfARequestAdmitsOnlyThoseWithRoom() async throws {
        let gate = RequestGate()
        let room = Room()
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        await withTaskGroup { group in
            var entries = room.entries.makeAsyncIterator()
            group.addTask { await gate.pass(for: [oslo]) { await room.stay(1) } }
            #expect(await entries.next() == 1)
            let waiting = Task { await gate.pass(for: [oslo]) { Task.isCancelled } }
            for _ in 0..<1000 {
                await gate.pass {}
                await Task.yield()
            }
            waiting.cancel()
            #expect(await waiting.value, "it waited until it was cancelled")
            room.letOneGo()
            await group.waitForAll()
        }
    }
}
