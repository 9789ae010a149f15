import Gazetteer
import Glibc
import Session
import Testing
import Weather
import WorkerProtocol

/// The worker's side of the connection, over a real socket pair.
@Suite(.timeLimit(.minutes(20))) struct WorkerSessionTests {
    @Test func unreadableJobIsRejectedWithReason() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let daemon = FrameSocket(descriptor: ends[0])
        var writer = MessageWriter()
        writer.byte(6)
        writer.byteString(Array(repeating: UInt8(ascii: "x"), count: 40_000))
        let head = stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: writer.bytes.count >> $0) }
        try daemon.send(head + writer.bytes, until: Deadline(seconds: 30))
        let performer = JobPerformer(
            gazetteer: Gazetteer(GazetteerFiles(installed: "/nowhere")),
            network: { _ in
                JobPerformer.Network(
                    exchange: { _, _ in { _ async throws(FetchFailure) in throw .noNetwork } }, connect: { _, _, _ in })
            })
        // It exits by itself.
        await WorkerSession(descriptor: ends[1]).serve(performer)
        let bytes = try daemon.receive(upTo: Frame.longestAnswer, until: Deadline(seconds: 30))
        #expect(
            try Answer(packed: bytes) == .rejected(reason: "a text of 40000 bytes; the limit is 32768"))
    }
}
