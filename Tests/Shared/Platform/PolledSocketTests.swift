import CLinux
import Glibc
import Platform
import Testing

/// Real sockets on the shared event loop.
@Suite(.timeLimit(.minutes(20)))
@EventLoopActor
struct PolledSocketTests {
    /// Collects the received bytes until the peer closes the connection.
    @EventLoopActor
    private final class Collector: ConnectionHandler {
        let connection: Connection
        private var bytes: [UInt8] = []
        private var ended: CheckedContinuation<[UInt8], Never>?

        init(_ descriptor: Int32) {
            connection = Connection(descriptor: descriptor)
            connection.open(self)
        }

        /// - Returns: all that was received until the end.
        func collect() async -> [UInt8] {
            connection.read()
            return await withCheckedContinuation { ended = $0 }
        }

        func received(_ bytes: ArraySlice<UInt8>) {
            self.bytes += bytes
            connection.read()
        }

        func inputEnded() { connection.close() }
        func flushed() {}

        func closed() {
            ended?.resume(returning: bytes)
            ended = nil
        }
    }

    private func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// More than the kernel buffers, so that the sender waits until the receiver has read.
    @Test func mebibyteIsTransferred() async {
        let (one, other) = pair()
        let (sender, receiver) = (Collector(one), Collector(other))
        let sent = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        sender.connection.write(sent)
        sender.connection.closeWhenSent()
        #expect(await receiver.collect() == sent)
    }

    @Test func hangupIsNoticedWithoutReading() async {
        let (one, other) = pair()
        let collector = Collector(one)
        close(other)
        // It requests no events.
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            @EventLoopActor func look() {
                if collector.connection.isOpen { EventLoop.shared.runLater(look) } else { done.resume() }
            }
            look()
        }
        #expect(!collector.connection.isOpen)
    }

    /// The event of a closed descriptor is not mistaken for one of the next descriptor with its number.
    @Test func descriptorNumberCanBeReused() async {
        for round in 0..<100 {
            let (one, other) = pair()
            let (sender, receiver) = (Collector(one), Collector(other))
            sender.connection.write([UInt8(round)])
            sender.connection.closeWhenSent()
            #expect(await receiver.collect() == [UInt8(round)])
        }
    }

    @Test func workFromOtherThreadsRunsInOrder() async {
        let numbers = await withCheckedContinuation { (done: CheckedContinuation<[Int], Never>) in
            let thread = SerialThread(name: "test")
            let numbers = Numbers()
            thread.run {
                for number in 0..<1000 {
                    EventLoopActor.execute {
                        numbers.all.append(number)
                        if number == 999 { done.resume(returning: numbers.all) }
                    }
                }
            }
            thread.end()
        }
        #expect(numbers == Array(0..<1000))
    }

    @EventLoopActor
    private final class Numbers {
        var all: [Int] = []
    }
}
