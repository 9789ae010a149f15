import ClientProtocol
import ManualLoop
import Platform
import Scratch
import Testing

@testable import Server

@EventLoopActor
struct UnreadRepliesTests {
    /// All read more slowly than they are answered, and one has more unread than the others.
    @Test func slowestReaderIsDisconnected() async throws {
        let fixture = try ResponderFixture()
        let reply = "OK 1\nweatherd \(Release.version)\n"
        let slow = SessionLine(fixture, unreadLimit: 25 * reply.utf8.count)
        let slowest = SessionLine(fixture, beside: slow)
        let other = SessionLine(fixture, beside: slow)
        for line in [slow, slowest] { line.socket.capacity = 0 }
        slow.begin(String(repeating: "version\n", count: 10))
        slow.advance(by: .seconds(1))
        slowest.begin(String(repeating: "version\n", count: 15))
        slow.advance(by: .seconds(1))
        #expect(slow.isOpen && slowest.isOpen, "the limit itself is allowed")
        slowest.begin("version\n")
        slow.advance(by: .seconds(1))
        #expect(slow.isOpen && !slowest.isOpen)
        other.send("version\n")
        #expect(other.received() == reply)
    }

    @Test func watchedReplyCounts() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let line = SessionLine(fixture, unreadLimit: 10)
        line.socket.capacity = 0
        line.send("watch short\n")
        line.advance(by: .seconds(1))
        #expect(!line.isOpen)
    }
}
