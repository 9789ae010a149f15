import ClientProtocol
import ManualLoop
import Platform
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

@EventLoopActor
@Suite(.timeLimit(.minutes(20)))
struct SessionTests {
    @Test func fragmentedLinesAreAnsweredInOrder() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("version\nnons")
        line.send("ense\r\nversi")
        #expect(line.received().hasPrefix("OK 1\nweatherd \(Release.version)\nERR unknown-command "))
        line.send("on\n")
        #expect(line.received() == "OK 1\nweatherd \(Release.version)\n")
    }

    @Test func pipelinedRequestsDoNotBlockOthers() async throws {
        let fixture = try ResponderFixture()
        let many = SessionLine(fixture)
        let other = SessionLine(fixture, beside: many)
        many.begin(String(repeating: "version\n", count: 512))
        other.begin("version\n")
        let reply = "OK 1\nweatherd \(Release.version)\n"
        #expect(many.received() == reply)
        #expect(other.received() == reply)
        many.advance(by: .seconds(1))
        #expect(many.received() == String(repeating: reply, count: 511))
    }

    @Test func halfClosedClientReceivesAllReplies() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.begin(String(repeating: "version\n", count: 100) + "short")
        line.endInput()
        line.advance(by: .seconds(1))
        let replies = line.received().split(separator: "\n")
        #expect(replies.count == 201)
        #expect(replies.last == "ERR bad-request the last line has no newline")
        #expect(!line.isOpen)
    }

    @Test func lineIsLimitedTo1024Bytes() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("version" + String(repeating: " ", count: 1016) + "\n")
        #expect(line.received() == "OK 1\nweatherd \(Release.version)\n")
        line.send("version" + String(repeating: " ", count: 1017) + "\nversion\n")
        let reply = line.received()
        #expect(reply.hasPrefix("ERR too-long ") && reply.split(separator: "\n").count == 1)
        line.send("version\n")
        #expect(line.received() == "", "later input is discarded")
        #expect(line.isOpen, "for a moment, so that the client can read the error")
        line.advance(by: .milliseconds(ServerLimits.closeDelay.upperBound))
        line.advance(by: .milliseconds(1))
        #expect(!line.isOpen)
    }

    @Test func unterminatedMebibyteIsNotBuffered() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        for _ in 0..<64 { line.send(String(repeating: "x", count: 16_384)) }
        #expect(line.received().split(separator: "\n").count == 1)
    }

    @Test func requestsAfterSlowOneWait() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let line = SessionLine(fixture)
        line.send("set-units imperial\nshort\n")
        #expect(line.received() == "")
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        line.advance(by: .zero)
        let replies = line.received().split(separator: "\n")
        #expect(replies.first == "OK 1" && replies.suffix(2) == ["OK 1", "⛅ 59°F"])
    }

    /// A half-closed client is answered, however long that takes, and then disconnected.
    @Test func halfCloseDuringRenderingStillReceivesReply() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let line = SessionLine(fixture)
        line.send("set-units imperial\nshort\nsho")
        line.endInput()
        line.advance(by: .seconds(1))
        #expect(line.received() == "")
        #expect(line.isOpen)
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        line.advance(by: .seconds(1))
        let replies = line.received().split(separator: "\n")
        #expect(replies.suffix(3) == ["OK 1", "⛅ 59°F", "ERR bad-request the last line has no newline"])
        #expect(!line.isOpen)
    }

    /// Its current request is executed, but the reply is dropped; later requests are ignored.
    @Test func disconnectDuringRenderingIsHandled() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("set-units wind=kn\nset-units wind=bft\n")
        line.disconnect()
        var jobs = line.jobs.makeAsyncIterator()
        await jobs.next()?()
        line.advance(by: .seconds(120))
        #expect(line.received() == "")
        #expect(fixture.store.snapshot.units.wind == .knots)
        line.storeChanged()
        #expect(!line.isOpen)
    }

    /// A client that is killed while it receives a reply.
    @Test func failedWriteClosesConnection() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("version\n")
        line.socket.failsWrites = true
        line.send(String(repeating: "version\n", count: 100) + "watch short\n")
        #expect(line.received() == "OK 1\nweatherd \(Release.version)\n")
        #expect(!line.isOpen)
        await fixture.storeReport()
        line.storeChanged()
        line.advance(by: .seconds(120))
        #expect(line.received() == "")
    }

    @Test func idleMinuteClosesConnection() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.advance(by: .seconds(59))
        line.send("version\n")
        line.advance(by: .seconds(59))
        #expect(line.isOpen)
        line.advance(by: .seconds(1))
        #expect(!line.isOpen)
    }

    @Test func watchSendsImmediatelyAndThenOnlyChanges() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("watch short\n")
        #expect(line.received().hasPrefix("ERR no-data "))
        await fixture.storeReport()
        line.storeChanged()
        #expect(line.received() == "OK 1\n⛅ 15°C\n")
        line.storeChanged()
        #expect(line.received() == "")
        line.advance(by: .seconds(120))
        #expect(line.isOpen, "a watching client may be silent")
    }

    /// The daemon fetches less while no client uses the weather.
    @Test func requestsAndWatchersAreReported() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let line = SessionLine(fixture)
        line.send("short\nshort\nversion\n")
        #expect(fixture.requests.withLock { $0 } == 3)
        line.send("watch short\n")
        let other = SessionLine(fixture, beside: line)
        other.send("watch short\n")
        #expect(fixture.watchers.withLock { $0 } == [1, 2])
        line.disconnect()
        other.send("version\n")
        #expect(fixture.watchers.withLock { $0 } == [1, 2, 1, 0])
        #expect(fixture.requests.withLock { $0 } == 5)
    }

    @Test func watchedReplyFollowsClock() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let line = SessionLine(fixture)
        line.send("watch short\n")
        #expect(line.received() == "OK 1\n⛅ 15°C\n")
        fixture.now = ResponderFixture.start.advanced(by: 3600)
        line.advance(by: .seconds(3600))
        #expect(line.received() == "OK 1\n☀️ 32°C (forecast)\n")
    }

    @Test(arguments: ["watch short", "watch daily", "hourly"])
    func disconnectedClientIsReleased(request: String) throws {
        let line = SessionLine(try ResponderFixture(), rendering: { _ in })
        line.send("\(request)\n")
        #expect(line.hasSession)
        line.disconnect()
        #expect(!line.hasSession)
    }

    @Test func watchingConnectionRejectsRequests() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("watch short\nversion\n")
        #expect(line.received().contains("ERR bad-request this connection is watching"))
    }

    @Test func unterminatedLastLineIsIgnored() async throws {
        let fixture = try ResponderFixture()
        let line = SessionLine(fixture)
        line.send("version\nshort")
        line.endInput()
        line.advance(by: .zero)
        let replies = line.received().split(separator: "\n")
        #expect(replies.last == "ERR bad-request the last line has no newline")
        #expect(!line.isOpen)
    }
}
