public import Platform

/// A socket whose peer is the test; level-triggered, like the kernel's.
@EventLoopActor
public final class MemorySocket: StreamSocket {
    /// Bytes that the client has sent and the connection has not read.
    public var input: [UInt8] = []
    public var hasInputEnded = false
    /// Bytes that the client has received.
    public var output: [UInt8] = []
    /// How many more bytes the client accepts.
    public var capacity = Int.max
    /// Whether every write fails because the connection is broken.
    public var failsWrites = false
    /// Whether the client is connected.
    public var isConnected = true
    public private(set) var isOpen = false
    private weak var connection: Connection?
    private var waitsFor: Readiness = .input

    public init() {}

    public func open(_ connection: Connection) -> Bool {
        self.connection = connection
        isOpen = true
        return true
    }

    public func read() -> ReadResult {
        if !input.isEmpty {
            let chunk = input.prefix(Connection.chunk)
            input.removeFirst(chunk.count)
            return .bytes(chunk)
        }
        return hasInputEnded || !isConnected ? .end : .nothing
    }

    public func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard isConnected, !failsWrites else { return nil }
        let count = min(bytes.count, capacity)
        output += bytes.prefix(count)
        capacity -= count
        return count
    }

    public func wait(for readiness: Readiness) {
        waitsFor = readiness
    }

    public func close() {
        isOpen = false
    }

    /// The readiness to report to the connection.
    var readiness: Readiness {
        guard isOpen else { return [] }
        var readiness: Readiness = []
        if !input.isEmpty || hasInputEnded || !isConnected { readiness.insert(.input) }
        if capacity > 0 || !isConnected { readiness.insert(.output) }
        readiness.formIntersection(waitsFor)
        if !isConnected { readiness.insert(.hangup) }
        return readiness
    }

    /// Reports the socket's readiness to the connection.
    func poll() {
        let readiness = readiness
        if !readiness.isEmpty { connection?.ready(readiness) }
    }
}
