import Glibc
import Keeping
import NIOCore
import NIOEmbedded
import Scratch
import Testing
import Weather
import Wire

@testable import Serving

struct SessionTests {
    @Test func linesAreAnsweredInOrderHoweverTheyAreCut() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.send("version\nnons")
        try await line.send("ense\r\nversi")
        #expect(try await line.received().hasPrefix("OK 1\nweatherd \(Release.version)\nERR unknown-command "))
        try await line.send("on\n")
        #expect(try await line.received() == "OK 1\nweatherd \(Release.version)\n")
    }

    @Test func manyRequestsAtOnceDoNotKeepOthersWaiting() async throws {
        let kitchen = try Kitchen()
        let many = try await SessionLine(kitchen)
        let other = try await SessionLine(kitchen, beside: many)
        try await many.begin(String(repeating: "version\n", count: 512))
        try await other.begin("version\n")
        let reply = "OK 1\nweatherd \(Release.version)\n"
        #expect(try await many.received() == reply)
        #expect(try await other.received() == reply)
        await many.advance(by: .seconds(1))
        #expect(try await many.received() == String(repeating: reply, count: 511))
    }

    @Test func whoEndsBeforeAllIsAnsweredIsAnsweredToTheLast() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.begin(String(repeating: "version\n", count: 100) + "short")
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await line.advance(by: .seconds(1))
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.count == 201)
        #expect(replies.last == "ERR bad-request the last line has no line end")
        #expect(!line.channel.isActive)
    }

    @Test func aLineOf1024BytesIsReadAndALongerOneEndsTheConnection() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.send("version" + String(repeating: " ", count: 1016) + "\n")
        #expect(try await line.received() == "OK 1\nweatherd \(Release.version)\n")
        try await line.send("version" + String(repeating: " ", count: 1017) + "\nversion\n")
        let reply = try await line.received()
        #expect(reply.hasPrefix("ERR too-long ") && reply.split(separator: "\n").count == 1)
        try await line.send("version\n")
        #expect(try await line.received() == "", "what comes after is thrown away")
        #expect(line.channel.isActive, "for a moment, so that the client can read why")
        await line.advance(by: .milliseconds(ServingLimits.farewell.upperBound))
        await line.advance(by: .milliseconds(1))
        #expect(!line.channel.isActive)
    }

    @Test func aMebibyteWithoutALineEndIsNotKept() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        for _ in 0..<64 { try await line.send(String(repeating: "x", count: 16_384)) }
        #expect(try await line.received().split(separator: "\n").count == 1)
    }

    @Test func requestsAfterASlowOneWaitForIt() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let line = try await SessionLine(kitchen)
        try await line.send("set-units imperial\nshort\n")
        #expect(try await line.received() == "")
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        await line.channel.testingEventLoop.run()
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.first == "OK 1" && replies.suffix(2) == ["OK 1", "⛅ 59°F"])
    }

    /// Who has said all and still reads is answered, however long that takes, and then let go.
    @Test func whoEndsWhileAnAnswerIsMadeIsAnsweredAndThenLetGo() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let line = try await SessionLine(kitchen)
        try await line.send("set-units imperial\nshort\nsho")
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await line.advance(by: .seconds(1))
        #expect(try await line.received() == "")
        #expect(line.channel.isActive)
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        await line.advance(by: .seconds(1))
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.suffix(3) == ["OK 1", "⛅ 59°F", "ERR bad-request the last line has no line end"])
        #expect(!line.channel.isActive)
    }

    /// What it asked for is done, and the answer goes nowhere; what it asked for after that is not looked at.
    @Test func whoIsGoneWhileAnAnswerIsMadeIsForgotten() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.send("set-units wind=kn\nset-units wind=bft\n")
        try await line.channel.close()
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        await line.advance(by: .seconds(120))
        #expect(try await line.received() == "")
        #expect(kitchen.store.snapshot.units.wind == .knots)
        try await line.storeChanged()
        #expect(!line.channel.isActive)
    }

    /// A client that is killed while it is sent what it asked for.
    @Test func aWriteThatFailsEndsTheConnection() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.channel.testingEventLoop.submit {
            try line.channel.pipeline.syncOperations.addHandler(BrokenPipe(after: 1), position: .first)
        }.get()
        try await line.send(String(repeating: "version\n", count: 100) + "watch short\n")
        #expect(try await line.received() == "OK 1\nweatherd \(Release.version)\n")
        #expect(!line.channel.isActive)
        await kitchen.cook()
        try await line.storeChanged()
        await line.advance(by: .seconds(120))
        #expect(try await line.received() == "")
    }

    @Test func silenceForAMinuteEndsAConnection() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        await line.advance(by: .seconds(59))
        try await line.send("version\n")
        await line.advance(by: .seconds(59))
        #expect(line.channel.isActive)
        await line.advance(by: .seconds(1))
        #expect(!line.channel.isActive)
    }

    @Test func aWatchSendsAtOnceAndThenOnlyChanges() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
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
        let line = try await SessionLine(kitchen)
        try await line.send("watch short\n")
        #expect(try await line.received() == "OK 1\n⛅ 15°C\n")
        kitchen.now = Kitchen.start.advanced(by: 3600)
        await line.advance(by: .seconds(3600))
        #expect(try await line.received() == "OK 1\n☀️ 32°C (forecast)\n")
    }

    @Test(arguments: ["watch short", "watch daily", "hourly"])
    func aClientThatHasLeftLeavesNothingInMemory(request: String) throws {
        let kitchen = try Kitchen()
        let (_, jobs) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        weak var left: Session?
        do {
            let channel = EmbeddedChannel()
            let services = SessionServices(
                responder: kitchen.responder, jobs: jobs, rendering: { _ in }, eventLoop: channel.eventLoop)
            let session = Session(services, process: 1, eventLoop: channel.eventLoop)
            left = session
            try channel.pipeline.syncOperations.addHandler(session)
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
            try channel.writeInbound(ByteBuffer(string: "\(request)\n"))
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
        #expect(left == nil)
    }

    @Test func aWatchingConnectionTakesNoOtherRequest() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.send("watch short\nversion\n")
        #expect(try await line.received().contains("ERR bad-request this connection watches"))
    }

    @Test func theLastLineNeedsItsEnd() async throws {
        let kitchen = try Kitchen()
        let line = try await SessionLine(kitchen)
        try await line.send("version\nshort")
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await line.channel.testingEventLoop.run()
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.last == "ERR bad-request the last line has no line end")
        #expect(!line.channel.isActive)
    }
}

/// Takes so many replies, and then fails and closes, as a socket does whose other end is gone.
private final class BrokenPipe: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var left: Int

    init(after count: Int) {
        left = count
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard left > 0 else {
            promise?.fail(IOError(errnoCode: EPIPE, reason: "write"))
            return context.close(promise: nil)
        }
        left -= 1
        context.write(data, promise: promise)
    }
}
