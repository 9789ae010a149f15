import Glibc
import Keeping
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Scratch
import Synchronization
import Testing
import Weather
import Wire

@testable import Serving

/// The server at a real socket.
struct ServerTests {
    private let kitchen: Kitchen
    private let path: String

    init() throws {
        kitchen = try Kitchen()
        path = kitchen.directory.file("s")
    }

    /// Runs the server while `body` lasts, and ends it as the daemon would.
    private func serving(_ body: @Sendable (String) async throws -> Void) async throws {
        let socket = try ListeningSocket(path: path)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let server = Server(
            socket: socket, eventLoop: MultiThreadedEventLoopGroup.singleton.next(), responder: kitchen.responder,
            changes: kitchen.store.changes(), started: { start.finish() })
        let group = ServiceGroup(
            services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            for await _ in started {}
            try await body(path)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Sends `text`, and gives all that comes until the server closes or `enough` says so.
    private func exchange(
        _ text: String, halfClose: Bool = true, until enough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if halfClose { outbound.finish() }
            // A letter of several bytes may come in two parts.
            var received = ByteBuffer()
            for try await part in inbound {
                received.writeImmutableBuffer(part)
                if enough(String(buffer: received)) { break }
            }
            return String(buffer: received)
        }
    }

    @Test func answersAndRemovesItsSocketAtTheEnd() async throws {
        try await serving { _ async throws in
            #expect(try await exchange("version\n") == "OK 1\nweatherd \(Release.version)\n")
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func tenThousandRequestsInOneGoAreAllAnsweredInOrder() async throws {
        await kitchen.cook()
        try await serving { _ async throws in
            let requests = String(repeating: "short\nversion\n", count: 5000)
            let expected = String(repeating: "OK 1\n⛅ 15°C\nOK 1\nweatherd \(Release.version)\n", count: 5000)
            #expect(try await exchange(requests) == expected)
        }
    }

    /// More than the kernel's buffer holds, so that the replies have to wait for the reader after its input has ended.
    @Test func aClientThatHasSaidAllGetsLargeRepliesAndTheEnd() async throws {
        await kitchen.cook()
        try await serving { _ async throws in
            let replies = try await exchange(String(repeating: "hourly --output json\n", count: 200))
            #expect(replies.utf8.count > 1 << 20)
            #expect(replies.split(separator: "\n").count == 400)
        }
    }

    @Test func aChangeOfSettingsReachesWhoWatches() async throws {
        await kitchen.cook()
        try await serving { _ async throws in
            async let watched = exchange("watch short\n", halfClose: false) { $0.contains("°F") }
            #expect(try await exchange("set-units imperial\n").hasPrefix("OK"))
            #expect(try await watched.hasSuffix("OK 1\n⛅ 59°F\n"))
        }
    }

    @Test func theEndOfTheServerEndsItsClients() async throws {
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
