import CLinux
import Foundation
import Glibc
import Testing

@testable import Platform

/// Descriptors that are closed while epoll still watches them.
@Suite(.timeLimit(.minutes(20)))
@EventLoopActor
struct PollerTests {
    /// Counts its events.
    @EventLoopActor
    private final class Recorder: EventSource {
        private(set) var count = 0
        var first: () -> Void = {}

        func ready(_ readiness: Readiness) {
            count += 1
            if count == 1 { first() }
        }
    }

    private func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// Returns at the end of the iteration that reports what is ready now.
    private func iteration() async {
        await withCheckedContinuation { done in
            EventLoop.shared.runLater { EventLoop.shared.runLater { done.resume() } }
        }
    }

    /// Two descriptors are ready in one iteration. The first one that is reported closes the other, and a new socket gets its
    /// number: the event that is still queued must not reach the new socket.
    @Test func staleEventIsNotDeliveredToReusedDescriptor() async {
        let poller = Poller.shared
        let (pairs, quiet) = ([pair(), pair()], pair())
        let (recorders, newcomer) = ([Recorder(), Recorder()], Recorder())
        var reused: Int32 = -1
        for (index, recorder) in recorders.enumerated() {
            let other = pairs[1 - index].0
            recorder.first = {
                poller.remove(other)
                close(other)
                reused = fcntl(quiet.0, F_DUPFD_CLOEXEC, other)
                #expect(reused == other)
                #expect(poller.add(reused, for: .input, newcomer))
            }
            #expect(poller.add(pairs[index].0, for: .input, recorder))
        }
        for (_, end) in pairs { eventfd_write(end, 1) }
        await iteration()
        #expect(recorders.filter { $0.count == 0 }.count == 1)
        #expect(newcomer.count == 0)
        for descriptor in pairs.map(\.0) { poller.remove(descriptor) }
        for descriptor in pairs.flatMap({ [$0.0, $0.1] }) + [quiet.0, quiet.1] { close(descriptor) }
    }

    /// systemd keeps the socket of a socket unit open, so closing our descriptor does not remove it from epoll.
    @Test func closedListenerIsNotPolled() async throws {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The kernel chooses an abstract name for an address without one.
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sa_family_t>.size)) == 0
            }
        }
        #expect(isBound)
        let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        var status = stat()
        #expect(fstat(socket, &status) == 0)
        let listener = try Listener(descriptor: socket, backlog: 1, pause: .seconds(1)) { _ in }
        #expect(try watchedInodes().contains(UInt64(status.st_ino)))
        listener.close()
        #expect(try !watchedInodes().contains(UInt64(status.st_ino)))
        close(duplicate)
    }

    /// The inodes of the files that this process watches with epoll, from proc_pid_fdinfo(5).
    private func watchedInodes() throws -> Set<UInt64> {
        let directory = URL(fileURLWithPath: "/proc/self/fdinfo")
        var inodes: Set<UInt64> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            // Other tests close their files meanwhile.
            guard let text = try? String(contentsOf: directory.appending(path: name), encoding: .utf8) else { continue }
            for line in text.split(separator: "\n") where line.hasPrefix("tfd:") {
                guard let inode = line.split(separator: " ").first(where: { $0.hasPrefix("ino:") }) else { continue }
                if let number = UInt64(inode.dropFirst(4), radix: 16) { inodes.insert(number) }
            }
        }
        return inodes
    }

    @Test func listenFailureIsError() {
        let (one, other) = pair()
        defer { close(other) }
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(throws: SystemError("listen", code: ENOTSOCK)) {
            try Listener(descriptor: ends[0], backlog: 1, pause: .seconds(1)) { _ in }
        }
        close(one)
    }
}
