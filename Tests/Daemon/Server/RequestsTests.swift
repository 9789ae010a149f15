import ClientProtocol
import Platform
import Scratch
import Synchronization
import Testing
import Weather

@testable import Server

/// Requests that do not come from the socket.
@Suite(.timeLimit(.minutes(20)))
struct RequestsTests {
    /// Renderings run when the test runs them.
    private final class Renderings: Sendable {
        private let waiting = Mutex<[@Sendable () -> Void]>([])

        func add(_ work: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(work) } }

        /// Runs all of them, one after the other.
        func runAll() async {
            // Queues what was requested.
            await EventLoopActor.ping()
            while let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                work()
                await EventLoopActor.ping()
            }
        }
    }

    /// What callbacks have received.
    private final class Received<Value: Sendable>: Sendable {
        private let values = Mutex<[Value]>([])

        func add(_ value: Value) { values.withLock { $0.append(value) } }

        var all: [Value] { values.withLock { $0 } }
    }

    private static func sessions(
        _ fixture: ResponderFixture, _ renderings: Renderings
    ) async -> (Sessions, AsyncStream<@Sendable () async -> Void>) {
        let (jobs, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        let sessions = await Sessions(
            responder: fixture.responder, jobs: continuation, rendering: { renderings.add($0) })
        return (sessions, jobs)
    }

    @Test func clientOfTheSocketWaitsForOneRendering() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let renderings = Renderings()
        let (sessions, _) = await Self.sessions(fixture, renderings)
        let requests = await Requests(sessions)
        let order = Received<String>()
        for number in 1...3 {
            await requests.answer(.read(ViewRequest(.current)), converting: { $0 }) { _ in order.add("bus \(number)") }
        }
        _ = await sessions.renders.add({}) { order.add("socket") }
        await renderings.runAll()
        #expect(order.all == ["bus 1", "socket", "bus 2", "bus 3"])
    }

    @Test func repliesAreThoseOfTheSocket() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let renderings = Renderings()
        let (sessions, jobs) = await Self.sessions(fixture, renderings)
        let requests = await Requests(sessions)
        let replies = Received<(String, Reply)>()
        for line in ["current --output json", "short", "set-units wind=kn", "sun", "watch short"] {
            let request = try Request(line: Array(line.utf8))
            await requests.answer(request, converting: { $0 }) { replies.add((line, $0)) }
        }
        // Only the change of a setting needs asynchronous work.
        for await job in jobs {
            await job()
            break
        }
        await renderings.runAll()
        let received = Dictionary(replies.all) { first, _ in first }
        #expect(received.count == 5)
        for line in ["current --output json", "short", "sun"] {
            #expect(received[line] == (await fixture.reply(line)), "\(line)")
        }
        #expect(received["watch short"] == received["short"])
        #expect(received["set-units wind=kn"] == (await fixture.reply("set-units wind=kn")))
    }

    /// As requests of the socket do; but extensions read views by themselves.
    @Test func actionsCountAsPresence() async throws {
        let fixture = try ResponderFixture()
        let (sessions, _) = await Self.sessions(fixture, Renderings())
        let requests = await Requests(sessions)
        let view = ViewRequest(.short(format: nil))
        await requests.answer(.read(view), converting: { $0 }) { _ in }
        #expect(fixture.requests.withLock { $0 } == 0)
        await requests.answer(.step(.next, view), converting: { $0 }) { _ in }
        #expect(fixture.requests.withLock { $0 } == 1)
        // Announcing a change is not a client's doing.
        await requests.render({ $0.glance }) { _ in }
        #expect(fixture.requests.withLock { $0 } == 1)
    }

    @Test func glanceHasWhatNoReplyContainsAlone() async throws {
        let fixture = try ResponderFixture()
        let renderings = Renderings()
        let (sessions, _) = await Self.sessions(fixture, renderings)
        let requests = await Requests(sessions)
        let glances = Received<Glance>()
        func glance() async -> Glance? {
            await requests.render({ $0.glance }) { glances.add($0) }
            await renderings.runAll()
            return glances.all.last
        }
        #expect(await glance()?.temperature == nil)
        await fixture.storeReport(temperature: 15)
        let first = try #require(await glance())
        #expect(first.temperature == "15°C" && first.units.hasPrefix("temperature in °C"))
        // The values of the next hour, not the next minute of an age.
        let next = try #require(first.next)
        #expect(next > fixture.now.advanced(by: 60), "\(next.seconds - fixture.now.seconds) s")
    }
}
