import ClientProtocol
import Glibc
import Scratch
import Testing

@testable import Client

@Suite("A daemon that sends endlessly", .timeLimit(.minutes(20)))
struct HostileDaemonTests {
    @Test(
        "An endless reply times out or is rejected",
        arguments: [
            ("", "OK 1\nx\n"), ("", "ERR no-data x\n"), ("OK 100000\n", "x\n"), ("OK 100000\n", "x"), ("", "x"),
            ("OK 999999999\n", "x\n"), ("", "\u{0}"), ("OK 1\n", "\u{0}"), ("OK 1 ", "\n"),
        ])
    func endless(head: String, flood: String) throws {
        let peer = try HostilePeer(head: head, flood: flood)
        defer { peer.stop() }
        let connection = try DaemonConnection(to: peer.path)
        let deadline = MonotonicDeadline(milliseconds: 200)
        do throws(ConnectionFailure) {
            while true { _ = try connection.reply(by: deadline) }
        } catch {
            switch error {
            case .timedOut(milliseconds: 200), .notWeatherd, .foreign: break
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("Descriptor exhaustion is not reported as a daemon failure")
    func descriptors() {
        let failure = ConnectionFailure.failed(call: "socket", errno: EMFILE)
        #expect(failure.status == .system && failure.sentence.contains("ulimit -n"))
        #expect(ConnectionFailure.closed.status == .noDaemon)
        #expect(ConnectionFailure.failed(call: "connect", errno: EIO).status == .noDaemon)
    }
}
