import Glibc
import Testing
import WorkerProtocol

/// Frames on a stream socket, with well-behaved and other peers.
@Suite(.timeLimit(.minutes(20)))
struct FrameSocketTests {
    /// Both ends of a connection, closed with the test.
    private final class Pair {
        let ours: FrameSocket
        private var peer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            ours = FrameSocket(descriptor: ends[0])
            peer = ends[1]
        }

        func write(_ bytes: [UInt8]) {
            #expect(Glibc.write(peer, bytes, bytes.count) == bytes.count)
        }

        func hangUp() {
            if peer >= 0 { close(peer) }
            peer = -1
        }

        deinit {
            close(ours.descriptor)
            hangUp()
        }
    }

    @Test func frameRoundTrips() throws {
        let pair = try Pair()
        let bytes = Frame.bytes(of: Answer.done(requests: 3))
        pair.write(bytes)
        let read = try pair.ours.receive(upTo: 100, until: .never)
        #expect(try Answer(packed: read) == .done(requests: 3))
    }

    @Test func overlongFrameIsRejected() throws {
        let pair = try Pair()
        pair.write([101, 0, 0, 0])
        #expect(throws: FrameSocket.Problem.tooLong) { try pair.ours.receive(upTo: 100, until: .never) }
    }

    @Test func missingFrameTimesOut() throws {
        let pair = try Pair()
        #expect(throws: FrameSocket.Problem.late) { try pair.ours.receive(upTo: 100, until: Deadline(seconds: 0)) }
        pair.write([3, 0, 0, 0, 1])
        #expect(throws: FrameSocket.Problem.late) { try pair.ours.receive(upTo: 100, until: Deadline(seconds: 0)) }
    }

    @Test func closedPeerIsReported() throws {
        let pair = try Pair()
        pair.write([3, 0, 0, 0, 1])
        pair.hangUp()
        #expect(throws: FrameSocket.Problem.closed) { try pair.ours.receive(upTo: 100, until: .never) }
        #expect(throws: FrameSocket.Problem.closed) { try pair.ours.send([1], until: .never) }
    }

    /// The peer does not read, so the buffer fills up.
    @Test func unreadFrameTimesOut() throws {
        let pair = try Pair()
        let bytes = [UInt8](repeating: 0, count: 8 << 20)
        #expect(throws: FrameSocket.Problem.late) { try pair.ours.send(bytes, until: Deadline(seconds: 0)) }
    }
}
