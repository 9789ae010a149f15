import NIOCore
import NIOEmbedded
import Scratch
import Testing
import Weather
import Wire

@testable import Serving

/// Sessions on a channel whose bytes and clock the test has in its hands.
struct SessionTests {
    private final class Line: Sendable {
        let channel = NIOAsyncTestingChannel()
        let jobs: AsyncStream<@Sendable () async -> Void>

        private let session: NIOLoopBound<Session>

        init(_ kitchen: Kitchen) async throws {
            let (jobs, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
            self.jobs = jobs
            session = try await channel.testingEventLoop.submit { [channel] in
                let replies = WatchedReplies()
                let session = Session(
                    responder: kitchen.responder, jobs: continuation, replies: replies,
                    eventLoop: channel.testingEventLoop)
                try channel.pipeline.syncOperations.addHandler(session)
                return NIOLoopBound(session, eventLoop: channel.testingEventLoop)
            }.get()
            try await channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"))
        }

        func send(_ text: String) async throws {
            try await channel.writeInbound(ByteBuffer(string: text))
        }

        /// Everything sent to the client since the last call.
        func received() async throws -> String {
            var text = ""
            while let part = try await channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
            return text
        }

        func storeChanged() async throws {
            try await channel.testingEventLoop.submit { [session] in
                session.value.replies.forget()
                session.value.storeChanged()
            }.get()
        }

        func advance(by time: TimeAmount) async {
            await channel.testingEventLoop.advanceTime(by: time)
        }
    }

    @Test func linesAreAnsweredInOrderHoweverTheyAreCut() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        try await line.send("version\nnons")
        try await line.send("ense\r\nversi")
        #expect(try await line.received().hasPrefix("OK 1\nweatherd \(Release.version)\nERR unknown-command "))
        try await line.send("on\n")
        #expect(try await line.received() == "OK 1\nweatherd \(Release.version)\n")
    }

    @Test func aLineOf1024BytesIsReadAndALongerOneEndsTheConnection() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        try await line.send("version" + String(repeating: " ", count: 1016) + "\n")
        #expect(try await line.received() == "OK 1\nweatherd \(Release.version)\n")
        try await line.send("version" + String(repeating: " ", count: 1017) + "\nversion\n")
        let reply = try await line.received()
        #expect(reply.hasPrefix("ERR too-long ") && reply.split(separator: "\n").count == 1)
        try await line.send("version\n")
        #expect(try await line.received() == "", "what comes after is thrown away")
        #expect(line.channel.isActive, "for a moment, so that the client can read why")
        await line.advance(by: ServingLimits.farewell)
        #expect(!line.channel.isActive)
    }

    @Test func aMebibyteWithoutALineEndIsNotKept() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        for _ in 0..<64 { try await line.send(String(repeating: "x", count: 16_384)) }
        #expect(try await line.received().split(separator: "\n").count == 1)
    }

    @Test func requestsAfterASlowOneWaitForIt() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let line = try await Line(kitchen)
        try await line.send("set-units imperial\nshort\n")
        #expect(try await line.received() == "")
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        await line.channel.testingEventLoop.run()
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.first == "OK 1" && replies.suffix(2) == ["OK 1", "⛅ 59°F"])
    }

    @Test func silenceForAMinuteEndsAConnection() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        await line.advance(by: .seconds(59))
        try await line.send("version\n")
        await line.advance(by: .seconds(59))
        #expect(line.channel.isActive)
        await line.advance(by: .seconds(1))
        #expect(!line.channel.isActive)
    }

    @Test func aWatchSendsAtOnceAndThenOnlyChanges() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        try await line.send("watch short\n")
        #expect(try await line.received().hasPrefix("ERR no-data "))
        await kitchen.cook()
        try await line.storeChanged()
        #expect(try await line.received() == "OK 1\n⛅ 15°C\n")
        try await line.storeChanged()
        #expect(try await line.received() == "")
        await line.advance(by: .seconds(120))
        #expect(line.channel.isActive, "a watching client may be silent")
    }

    @Test func aWatchedReplyTurnsWithTheClock() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let line = try await Line(kitchen)
        try await line.send("watch short\n")
        #expect(try await line.received() == "OK 1\n⛅ 15°C\n")
        kitchen.now = Kitchen.start.advanced(by: 3600)
        await line.advance(by: .seconds(3600))
        #expect(try await line.received() == "OK 1\n☀️ 32°C (forecast)\n")
    }

    @Test func aWatchThatHasEndedLeavesNothingInMemory() throws {
        let kitchen = try Kitchen()
        let (_, jobs) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        weak var left: Session?
        do {
            let channel = EmbeddedChannel()
            let session = Session(
                responder: kitchen.responder, jobs: jobs, replies: WatchedReplies(), eventLoop: channel.eventLoop)
            left = session
            try channel.pipeline.syncOperations.addHandler(session)
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
            try channel.writeInbound(ByteBuffer(string: "watch short\n"))
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
        #expect(left == nil)
    }

    @Test func aWatchingConnectionTakesNoOtherRequest() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        try await line.send("watch short\nversion\n")
        #expect(try await line.received().contains("ERR bad-request this connection watches"))
    }

    @Test func theLastLineNeedsItsEnd() async throws {
        let kitchen = try Kitchen()
        let line = try await Line(kitchen)
        try await line.send("version\nshort")
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await line.channel.testingEventLoop.run()
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.last == "ERR bad-request the last line has no line end")
        #expect(!line.channel.isActive)
    }
}
