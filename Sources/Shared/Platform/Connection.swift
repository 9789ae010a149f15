/// Receives the events of a connection.
@EventLoopActor
public protocol ConnectionHandler: AnyObject {
    /// The requested chunk of input. A slice of it keeps the whole chunk in memory.
    func received(_ bytes: ArraySlice<UInt8>)
    /// The client has shut down its sending side, and may still read.
    func inputEnded()
    /// Output was passed to the kernel, which accepted all, some or none of it.
    func flushed()
    /// The connection is closed. Called once, in a separate iteration; no other method is called after it.
    func closed()
}

/// A stream socket that reads on request, and buffers output that the kernel does not accept yet.
@EventLoopActor
public final class Connection {
    /// The most bytes per read.
    public static let chunk = 4096
    /// Unsent bytes: writing pauses above the high-water mark and resumes at or below the low-water mark.
    static let room = (low: 16 << 10, high: 64 << 10)

    /// nil before the connection is opened and after it is closed.
    private var handler: (any ConnectionHandler)?
    private var isRegistered = false
    private let socket: any StreamSocket
    private let loop: EventLoop
    private var output = OutputQueue()
    private var waitsFor: Readiness = .input
    private var isReading = false
    private var hasInputEnded = false
    private var isFull = false
    private var isFlushScheduled = false
    private var closesWhenSent = false

    public init(_ socket: any StreamSocket, loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    /// - Parameter descriptor: a non-blocking socket, which the connection closes.
    public convenience init(descriptor: Int32) {
        self.init(PolledSocket(descriptor), loop: .shared)
    }

    public var isOpen: Bool { isRegistered }

    /// Starts to deliver events to the handler, which the connection retains while it is open.
    ///
    /// - Parameter handler: nil for a connection that is only written to and closed.
    /// - Returns: false when the kernel is out of memory for watching the socket.
    @discardableResult
    public func open(_ handler: (any ConnectionHandler)?) -> Bool {
        isRegistered = socket.open(self)
        if isRegistered { self.handler = handler } else { socket.close() }
        return isRegistered
    }

    // MARK: - Input

    /// Requests the next chunk or the end of input; repeated requests count as one.
    public func read() {
        guard isOpen, !hasInputEnded else { return }
        isReading = true
        wait(for: waitsFor.union(.input))
    }

    private func readChunk() {
        switch socket.read() {
        case .bytes(let bytes):
            isReading = false
            handler?.received(bytes)
        case .end:
            isReading = false
            hasInputEnded = true
            wait(for: waitsFor.subtracting(.input))
            handler?.inputEnded()
        case .nothing: break
        case .failed: close()
        }
    }

    // MARK: - Output

    /// Bytes that the kernel has not accepted.
    public var unsentBytes: Int { output.count }

    /// Whether unsent output is low enough for more to be written.
    public var hasRoom: Bool { isOpen && !isFull }

    /// Sends bytes at the end of the iteration.
    public func write(_ bytes: [UInt8]) {
        guard isOpen else { return }
        output.append(bytes)
        if output.count > Self.room.high { isFull = true }
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.flushLater(self)
    }

    /// Passes written output to the kernel before the iteration ends.
    public func flush() {
        isFlushScheduled = false
        guard isOpen, !output.isEmpty else { return }
        // Output that waits for room is sent first.
        if waitsFor.contains(.output) { handler?.flushed() } else { send() }
    }

    private func send() {
        while let bytes = output.first {
            guard let count = socket.write(bytes) else { return close() }
            output.removeFirst(count)
            guard count == bytes.count else { break }
        }
        if output.count <= Self.room.low { isFull = false }
        wait(for: output.isEmpty ? waitsFor.subtracting(.output) : waitsFor.union(.output))
        if output.isEmpty, closesWhenSent { return close() }
        handler?.flushed()
    }

    // MARK: - Closing

    /// Closes the connection once the kernel has accepted all output.
    public func closeWhenSent() {
        closesWhenSent = true
        if output.isEmpty { close() }
    }

    /// Closes the connection and discards unsent output.
    public func close() {
        guard isRegistered else { return }
        isRegistered = false
        socket.close()
        output = OutputQueue()
        guard let handler else { return }
        self.handler = nil
        // The handler may be the caller.
        loop.runLater { handler.closed() }
    }

    private func wait(for readiness: Readiness) {
        guard readiness != waitsFor else { return }
        waitsFor = readiness
        socket.wait(for: readiness)
    }
}

extension Connection: EventSource {
    /// Handles readiness of the socket.
    public func ready(_ readiness: Readiness) {
        if readiness.contains(.output), waitsFor.contains(.output) { send() }
        guard isOpen else { return }
        if isReading, !readiness.isDisjoint(with: [.input, .hangup]) {
            readChunk()
        } else if readiness.contains(.hangup) {
            // Replies to further input could not be sent.
            close()
        } else if readiness.contains(.input) {
            wait(for: waitsFor.subtracting(.input))
        }
    }
}

/// Bytes that wait to be sent. Large chunks share their memory; small ones are joined, so that one system call sends
/// them.
struct OutputQueue {
    private static let smallBytes = 16 << 10

    private var pieces: [[UInt8]] = []
    /// Bytes of the first chunk that have been sent.
    private var sent = 0
    /// Bytes of all chunks.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The next bytes to send; nil when the queue is empty.
    var first: ArraySlice<UInt8>? { pieces.first?[sent...] }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        let last = pieces.count - 1
        if last >= 0, pieces[last].count + bytes.count <= Self.smallBytes {
            pieces[last] += bytes
        } else {
            pieces.append(bytes)
        }
    }

    /// - Parameter sentCount: at most the length of `first`.
    mutating func removeFirst(_ sentCount: Int) {
        count -= sentCount
        sent += sentCount
        if let piece = pieces.first, sent == piece.count {
            pieces.removeFirst()
            sent = 0
        }
    }
}
