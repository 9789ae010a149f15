import Dispatch
import Platform
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ServiceGroupTests {
    private struct TestFailure: Error, Equatable {
        var name: String
    }

    /// The events in order.
    private final class EventList: Sendable {
        private let entries = Mutex<[String]>([])

        var text: [String] { entries.withLock(\.self) }

        func write(_ entry: String) {
            entries.withLock { $0.append(entry) }
        }
    }

    /// Runs until it is cancelled, or until `end` returns or throws.
    private struct Example: BackgroundService {
        let name: String
        let events: EventList
        var end: @Sendable () async throws -> Void = untilCancelled
        /// Runs after the cancellation.
        var cleanUp: @Sendable () async throws -> Void = {}

        func run() async throws {
            events.write("\(name) starts")
            try await end()
            try await cleanUp()
            events.write("\(name) ends")
        }
    }

    private let events = EventList()

    private static func ended() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }

    /// A new stream for each group: the end of one iteration ends a stream for all.
    private static var never: AsyncStream<Void> { AsyncStream { _ in } }

    /// Each service is cancelled only when the one after it has ended, which the test controls.
    @Test func servicesEndInReverseOrder() async throws {
        let (entries, writing) = AsyncStream.makeStream(of: String.self)
        let gates = ["a", "b", "c"].map { (name: $0, stream: AsyncStream.makeStream(of: Void.self)) }
        let services = gates.map { name, gate in
            Example(
                name: name, events: events,
                end: {
                    writing.yield("\(name) runs")
                    await untilCancelled()
                    writing.yield("\(name) is cancelled")
                },
                // Not cancelled with this task, which is cancelled already.
                cleanUp: { await Task { for await _ in gate.stream { break } }.value })
        }
        let (shutdown, request) = AsyncStream.makeStream(of: Void.self)
        async let end: Void = ServiceGroup(services).run(until: shutdown)
        var seen = entries.makeAsyncIterator()
        var started: Set<String?> = []
        for _ in services { started.insert(await seen.next()) }
        #expect(started == ["a runs", "b runs", "c runs"])
        request.yield()
        for (name, gate) in gates.reversed() {
            #expect(await seen.next() == "\(name) is cancelled")
            gate.continuation.finish()
        }
        try await end
        #expect(events.text.suffix(3) == ["c ends", "b ends", "a ends"])
    }

    @Test func shutdownBeforeStartIsNotMissed() async throws {
        try await ServiceGroup([Example(name: "a", events: events)]).run(until: Self.ended())
        #expect(events.text == ["a starts", "a ends"])
    }

    @Test(arguments: 0..<3)
    func failureEndsOthersInOrder(failing: Int) async {
        let services = (0..<3).map { index in
            var service = Example(name: "\(index)", events: events)
            if index == failing { service.end = { throw TestFailure(name: "\(index)") } }
            return service
        }
        await #expect(throws: TestFailure(name: "\(failing)")) {
            try await ServiceGroup(services).run(until: Self.never)
        }
        #expect(events.text.filter { $0.hasSuffix("ends") } == [2, 1, 0].filter { $0 != failing }.map { "\($0) ends" })
    }

    @Test func returningServiceEndsOthers() async {
        let services = [
            Example(name: "a", events: events), Example(name: "b", events: events, end: {}),
            Example(name: "c", events: events),
        ]
        await #expect(throws: ServiceGroup.ServiceReturned.self) {
            try await ServiceGroup(services).run(until: Self.never)
        }
        #expect(events.text.filter { $0.hasSuffix("ends") } == ["b ends", "c ends", "a ends"])
    }

    /// The failure that made the others end is reported.
    @Test func firstFailureIsThrown() async {
        let services = [
            Example(name: "a", events: events, end: { throw TestFailure(name: "a") }),
            Example(name: "b", events: events, cleanUp: { throw TestFailure(name: "b") }),
        ]
        await #expect(throws: TestFailure(name: "a")) {
            try await ServiceGroup(services).run(until: Self.never)
        }
    }

    @Test func shutdownFailureIsThrownAfterAllHaveEnded() async {
        let services = [
            Example(name: "a", events: events),
            Example(name: "b", events: events, cleanUp: { throw TestFailure(name: "b") }),
        ]
        await #expect(throws: TestFailure(name: "b")) { try await ServiceGroup(services).run(until: Self.ended()) }
        #expect(events.text.last == "a ends")
    }

    @Test func thrownCancellationIsSuccess() async throws {
        let service = Example(name: "a", events: events, cleanUp: { try Task.checkCancellation() })
        try await ServiceGroup([service]).run(until: Self.ended())
    }

    @Test func taskCancellationEndsAll() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let services = ["a", "b"].map {
            Example(
                name: $0, events: events,
                end: {
                    started.yield()
                    await untilCancelled()
                })
        }
        let task = Task { try await ServiceGroup(services).run(until: Self.never) }
        var seen = starts.makeAsyncIterator()
        for _ in services { _ = await seen.next() }
        task.cancel()
        try await task.value
        #expect(Set(events.text.suffix(2)) == ["a ends", "b ends"])
    }

    /// Otherwise the daemon would use Swift's thread pool.
    @Test func servicesRunOnGroupExecutor() async throws {
        final class Counting: TaskExecutor {
            let queue = DispatchQueue(label: "services")
            let key = DispatchSpecificKey<Bool>()

            init() { queue.setSpecific(key: key, value: true) }

            func enqueue(_ job: consuming ExecutorJob) {
                let job = UnownedJob(job)
                queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
            }
        }
        let executor = Counting()
        let events = events
        let note: @Sendable () -> Void = {
            events.write(DispatchQueue.getSpecific(key: executor.key) == true ? "inside" : "outside")
        }
        let service = Example(
            name: "a", events: EventList(),
            end: {
                note()
                await untilCancelled()
                note()
            })
        try await Task(executorPreference: executor) {
            try await ServiceGroup([service, service]).run(until: Self.ended())
            note()
        }.value
        #expect(events.text == Array(repeating: "inside", count: 5))
    }
}
