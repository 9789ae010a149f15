import Foundation
import Glibc
import Testing
import Wire

@testable import weatherctl

@Suite("A peer that never stops", .timeLimit(.minutes(1)))
struct HostilePeerTests {
    @Test(
        "The deadline holds while bytes keep coming, or the reply is refused",
        arguments: [
            ("", "OK 1\nx\n"), ("", "ERR no-data x\n"), ("OK 100000\n", "x\n"), ("OK 100000\n", "x"), ("", "x"),
        ])
    func endless(head: String, flood: String) throws {
        let peer = try HostilePeer(head: head, flood: flood)
        defer { peer.stop() }
        let connection = try Connection(to: peer.path)
        let deadline = Deadline(milliseconds: 200)
        do throws(ConnectionFailure) {
            while true { _ = try connection.reply(by: deadline) }
        } catch {
            switch error {
            case .timedOut(milliseconds: 200), .notWeatherd, .foreign: break
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("Names of places that never end are not waited for")
    func completion() throws {
        let peer = try HostilePeer(head: "OK 1\n", flood: #"{"place":{"name":"x"},"position":1"#)
        defer { peer.stop() }
        #expect(CompletedPlace.all(at: peer.path).isEmpty)
    }

    @Test("Of a long list of places, no more are offered than there can be")
    func manyPlaces() {
        let place = (0..<10_000).map { #"{"place":{"name":"\#($0)"},"position":null}"# }.joined(separator: ",")
        #expect(CompletedPlace.all(in: place).count == 1000)
        #expect(CompletedPlace.all(in: String(repeating: place, count: 10)).isEmpty)
    }

    @Test("Too few descriptors are the system's fault, and not the daemon's")
    func descriptors() {
        let failure = ConnectionFailure.failed(call: "socket", errno: EMFILE)
        #expect(failure.status == .system && failure.sentence.contains("ulimit -n"))
        #expect(ConnectionFailure.closed.status == .noDaemon)
        #expect(ConnectionFailure.failed(call: "connect", errno: EIO).status == .noDaemon)
    }
}

/// Sends the same again and again to whoever connects.
private final class HostilePeer: Sendable {
    let path: String
    private let listener: Int32

    init(head: String, flood: String) throws {
        let path = NSTemporaryDirectory() + "hostile-\(UUID().uuidString.prefix(8))"
        self.path = path
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        let bytes = Array(String(repeating: flood, count: 65_536 / flood.utf8.count).utf8)
        Thread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                send(client, head, head.utf8.count, Int32(MSG_NOSIGNAL))
                while send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
                close(client)
            }
        }.start()
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
    }
}
