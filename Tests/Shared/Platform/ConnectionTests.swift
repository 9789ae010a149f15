import ManualLoop
import Platform
import Testing

@EventLoopActor
struct ConnectionTests {
    private let clock = LoopClock()
    private let socket = MemorySocket()
    private let events = Events()
    private let connection: Connection

    @EventLoopActor
    private final class Events: ConnectionHandler {
        var received: [ArraySlice<UInt8>] = []
        var hasInputEnded = false
        var isClosed = false
        var roomWhenSent: [Bool] = []
        var hasRoom: () -> Bool = { true }

        func received(_ bytes: ArraySlice<UInt8>) { received.append(bytes) }
        func inputEnded() { hasInputEnded = true }
        func flushed() { roomWhenSent.append(hasRoom()) }
        func closed() { isClosed = true }
    }

    init() {
        connection = Connection(socket, loop: clock.loop)
        connection.open(events)
        let connection = connection
        events.hasRoom = { [weak connection] in connection?.hasRoom ?? false }
        clock.sockets = [socket]
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

    @Test func oneChunkIsReadPerRequest() {
        socket.input = bytes(10_000)
        clock.advance(by: .seconds(1))
        #expect(events.received.isEmpty)
        connection.read()
        clock.advance(by: .seconds(1))
        #expect(events.received.map(\.count) == [4096])
        for _ in 0..<3 {
            connection.read()
            clock.advance(by: .seconds(1))
        }
        #expect(events.received.flatMap { $0 } == bytes(10_000))
    }

    @Test func outputIsFlushedAtEndOfIteration() {
        connection.write([1])
        connection.write([2])
        #expect(socket.output == [])
        clock.poll()
        #expect(socket.output == [1, 2])
        #expect(events.roomWhenSent == [true], "with one call")
    }

    /// A slow reader receives everything, and there is room again when most was sent.
    @Test func partialWriteIsQueued() {
        socket.capacity = 0
        connection.write(bytes(100_000))
        #expect(!connection.hasRoom)
        clock.poll()
        #expect(connection.unsentBytes == 100_000)
        socket.capacity = 80_000
        clock.advance(by: .seconds(1))
        #expect(connection.unsentBytes == 20_000 && !connection.hasRoom)
        socket.capacity = 10_000
        clock.advance(by: .seconds(1))
        #expect(connection.unsentBytes == 10_000 && connection.hasRoom)
        socket.capacity = .max
        clock.advance(by: .seconds(1))
        #expect(socket.output == bytes(100_000))
        #expect(events.roomWhenSent.last == true)
    }

    @Test func outputContinuesAfterEndOfInput() {
        connection.read()
        socket.hasInputEnded = true
        clock.advance(by: .seconds(1))
        #expect(events.hasInputEnded)
        connection.read()
        connection.write([1])
        clock.advance(by: .seconds(1))
        #expect(socket.output == [1] && connection.isOpen)
    }

    @Test func connectionClosesWhenOutputIsSent() {
        socket.capacity = 1
        connection.write([1, 2])
        connection.closeWhenSent()
        clock.advance(by: .seconds(1))
        #expect(connection.isOpen && socket.output == [1])
        socket.capacity = 1
        clock.advance(by: .seconds(1))
        #expect(!connection.isOpen && events.isClosed && socket.output == [1, 2])
    }

    /// Even if nothing is read or written.
    @Test func peerHangupClosesConnection() {
        socket.isConnected = false
        clock.advance(by: .seconds(1))
        #expect(!connection.isOpen && events.isClosed && !socket.isOpen)
    }

    @Test func inputBeforeHangupIsRead() {
        connection.read()
        socket.input = [1, 2, 3]
        socket.isConnected = false
        clock.advance(by: .seconds(1))
        #expect(events.received == [[1, 2, 3]])
        #expect(events.isClosed)
    }

    @Test func failedWriteClosesConnection() {
        socket.failsWrites = true
        connection.write([1])
        clock.advance(by: .seconds(1))
        #expect(!connection.isOpen && events.isClosed)
        connection.write([2])
        clock.advance(by: .seconds(1))
        #expect(connection.unsentBytes == 0)
    }

    /// The caller may still use the connection.
    @Test func closeIsReportedAsynchronously() {
        connection.close()
        #expect(!connection.isOpen && !events.isClosed)
        clock.advance(by: .zero)
        #expect(events.isClosed)
    }
}
