import ClientProtocol
import Glibc
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

/// The server on a real socket.
@Suite(.timeLimit(.minutes(20)))
struct ServerTests {
    private let fixture: ResponderFixture
    private let path: String

    init() throws {
        fixture = try ResponderFixture()
        path = fixture.directory.file("s")
    }

    /// Runs the server during `body`, and stops it as the daemon would.
    private func serving(_ body: @Sendable (String) async throws -> Void) async throws {
        let socket = try ListeningSocket(path: path)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let server = Server(
            socket: socket, responder: fixture.responder, changes: fixture.store.changes(),
            started: { _ in start.finish() })
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await server.run() }
            for await _ in started {}
            try await body(path)
            tasks.cancelAll()
            try await tasks.waitForAll()
        }
    }

    /// Sends `text`, and returns all that is received until the server closes the connection or `enough` is true.
    private func exchange(
        _ text: String, halfClose: Bool = true, until enough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> String {
        try await Exchange.run(text, at: path, halfClose: halfClose, until: enough)
    }

    @Test func serverRemovesItsSocket() async throws {
        try await serving { _ async throws in
            #expect(try await exchange("version\n") == "OK 1\nweatherd \(Release.version)\n")
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func listenFailureIsError() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let server = Server(
            socket: ListeningSocket(handedOver: ends[0]), responder: fixture.responder,
            changes: fixture.store.changes(),
            started: { _ in Issue.record("it reported that it had started") })
        await #expect(throws: SocketError.cannotAccept(reason: "listen: Socket operation on non-socket")) {
            try await server.run()
        }
    }

    @Test func tenThousandPipelinedRequestsAreAnsweredInOrder() async throws {
        await fixture.storeReport()
        try await serving { _ async throws in
            let requests = String(repeating: "short\nversion\n", count: 5000)
            let expected = String(repeating: "OK 1\n⛅ 15°C\nOK 1\nweatherd \(Release.version)\n", count: 5000)
            #expect(try await exchange(requests) == expected)
        }
    }

    /// More than the kernel's buffer holds, so that replies wait for the reader after its input has ended.
    @Test func halfClosedClientReceivesLargeReplies() async throws {
        await fixture.storeReport()
        try await serving { _ async throws in
            let replies = try await exchange(String(repeating: "hourly --output json\n", count: 200))
            #expect(replies.utf8.count > 1 << 20)
            #expect(replies.split(separator: "\n").count == 400)
        }
    }

    @Test func settingChangeReachesWatchers() async throws {
        await fixture.storeReport()
        try await serving { _ async throws in
            async let watched = exchange("watch short\n", halfClose: false) { $0.contains("°F") }
            #expect(try await exchange("set-units imperial\n").hasPrefix("OK"))
            #expect(try await watched.hasSuffix("OK 1\n⛅ 59°F\n"))
        }
    }

    /// Of a search that is cancelled, and the setting that is written after it.
    @Test func shutdownWaitsForReplies() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        fixture.naming.withLock { naming in
            naming = {
                begin.finish()
                let (never, end) = AsyncStream.makeStream(of: Void.self)
                // Ends with the task.
                for await _ in never {}
                end.finish()
            }
        }
        let client = Mutex<Task<String, any Error>?>(nil)
        try await serving { _ async throws in
            let task = Task { try await exchange("places add 40.3 9 Orosei\n", halfClose: false) }
            client.withLock { $0 = task }
            for await _ in begun {}
        }
        #expect(try await client.withLock { $0 }?.value.hasPrefix("OK 1\nOrosei") == true)
        #expect(fixture.store.snapshot.settings.favourites.map(\.name) == ["Orosei"])
    }

    @Test func shutdownDisconnectsClients() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let watcher = Mutex<Task<Void, any Error>?>(nil)
        try await serving { _ async throws in
            let task = Task {
                _ = try await exchange("watch short\n", halfClose: false) { _ in
                    begin.finish()
                    return false
                }
            }
            watcher.withLock { $0 = task }
            for await _ in begun {}
        }
        try await watcher.withLock { $0 }?.value
    }
}
