import Glibc
import Testing

@testable import SystemBus

/// Socket activation: systemd passes descriptors from number 3, so each test is a separate process.
@Suite(.timeLimit(.minutes(20)), .enabled(if: ExitTests.areEnabled, "\(ExitTests.absence)"))
struct HandedSocketTests {
    /// Passes copies of a descriptor as systemd does.
    private static func pass(_ descriptor: Int32, count: Int32 = 1) {
        for target in 3..<3 + count { dup2(descriptor, target) }
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv("LISTEN_FDS", "\(count)", 1)
    }

    @Test func withoutActivationThereIsNoSocket() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LISTEN_PID")
            unsetenv("LISTEN_FDS")
            try #require(try HandedSocket.descriptor() == nil)
        }
    }

    @Test func listeningSocketIsUsed() async {
        await #expect(processExitsWith: .success) {
            let socket = try ServiceManagerSocket(SOCK_STREAM)
            try #require(listen(socket.descriptor, 1) == 0)
            HandedSocketTests.pass(socket.descriptor)
            try #require(try HandedSocket.descriptor() == 3)
        }
    }

    @Test func activationOfAnotherProcessIsIgnored() async {
        await #expect(processExitsWith: .success) {
            let socket = try ServiceManagerSocket(SOCK_STREAM)
            try #require(listen(socket.descriptor, 1) == 0)
            HandedSocketTests.pass(socket.descriptor)
            setenv("LISTEN_PID", "\(getppid())", 1)
            try #require(try HandedSocket.descriptor() == nil)
        }
    }

    @Test func severalSocketsAreAnError() async {
        await #expect(processExitsWith: .success) {
            let socket = try ServiceManagerSocket(SOCK_STREAM)
            try #require(listen(socket.descriptor, 1) == 0)
            HandedSocketTests.pass(socket.descriptor, count: 2)
            try #require(throws: HandedSocket.Failure.tooMany(2)) { try HandedSocket.descriptor() }
        }
    }

    @Test func otherDescriptorsAreAnError() async {
        await #expect(processExitsWith: .success) {
            // Not listening, and not a stream.
            HandedSocketTests.pass(try ServiceManagerSocket(SOCK_STREAM).descriptor)
            try #require(throws: HandedSocket.Failure.wrongKind) { try HandedSocket.descriptor() }
            HandedSocketTests.pass(try ServiceManagerSocket(SOCK_DGRAM).descriptor)
            try #require(throws: HandedSocket.Failure.wrongKind) { try HandedSocket.descriptor() }
        }
    }
}
