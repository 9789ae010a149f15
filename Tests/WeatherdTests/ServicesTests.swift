import Glibc
import HTTP
import Keeping
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import weatherd

/// What goes out to services, and on which thread their answers are read.
struct ServicesTests {
    private static let now = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func services(at now: UnixTime = now, network: @escaping HTTPExchange) -> Services {
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return Services(
            store: store, network: { _, _ in network }, timeZone: { _ in nil }, now: { now }, notice: { _ in })
    }

    /// As after an answer that ended the program: what the new one asks is nothing, for ten minutes.
    @Test func aServiceThatTheLastRunEndedAtIsNotAsked() async throws {
        let configuration = weatherd.Configuration()
        let query = HTTPQuery(url: "http://service.test/x")
        let first = services { _ async throws(FetchFailure) in HTTPAnswer(status: 200) }
        // Nobody reads the answer to its end.
        _ = try await first.exchange(for: .openMeteo, configuration)(query)

        for (seconds, rest) in [(0, 600), (1, 599), (599, 1)] {
            let next = services(at: Self.now.advanced(by: seconds)) { _ async throws(FetchFailure) in
                Issue.record("asked")
                return HTTPAnswer(status: 200)
            }
            await #expect(throws: FetchFailure.interrupted(host: "service.test", retryAfter: rest)) {
                try await next.exchange(for: .openMeteo, configuration)(query)
            }
        }
        let later = services(at: Self.now.advanced(by: 600)) { _ async throws(FetchFailure) in HTTPAnswer(status: 200) }
        _ = try await later.reading { () async throws(FetchFailure) in
            try await later.exchange(for: .openMeteo, configuration)(query)
        }
        let last = services(at: Self.now.advanced(by: 601)) { _ async throws(FetchFailure) in HTTPAnswer(status: 200) }
        _ = try await last.exchange(for: .openMeteo, configuration)(query)
    }

    @Test func answersAreReadOnAThreadOfTheirOwn() async throws {
        let services = services { _ async throws(FetchFailure) in HTTPAnswer(status: 200) }
        // One that is as busy as a long answer makes it does not hold up whoever is on another.
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let released = Mutex(false)
        async let busy: pthread_t = services.reading {
            enter.finish()
            while !released.withLock({ $0 }) { sched_yield() }
            return pthread_self()
        }
        for await _ in entered {}
        // Reached only since it is not the same thread.
        released.withLock { $0 = true }
        let thread = await busy
        #expect(await services.reading { pthread_self() } == thread)
        #expect(
            await services.reading { () async -> pthread_t in
                await Task.yield()
                return pthread_self()
            } == thread)
    }
}
