import CLinux
import Glibc

/// A non-blocking stream socket. Tests use one in memory.
@EventLoopActor
public protocol StreamSocket: AnyObject {
    /// Starts to call the connection's `ready`, first for input.
    ///
    /// - Returns: false when the kernel is out of memory.
    func open(_ connection: Connection) -> Bool
    /// Reads the available input, at most one chunk.
    func read() -> ReadResult
    /// - Returns: the number of bytes that the kernel accepted; nil when the connection failed.
    func write(_ bytes: ArraySlice<UInt8>) -> Int?
    /// Replaces the events that the socket is watched for.
    func wait(for readiness: Readiness)
    func close()
}

public enum ReadResult {
    case bytes(ArraySlice<UInt8>)
    /// The peer has shut down its sending side.
    case end
    /// No input is available.
    case nothing
    /// The connection failed.
    case failed
}

/// A kernel socket on the shared event loop.
final class PolledSocket: StreamSocket {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func open(_ connection: Connection) -> Bool {
        Poller.shared.add(descriptor, for: .input, connection)
    }

    func read() -> ReadResult {
        Poller.shared.read(descriptor)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = SystemCall.send(descriptor, bytes)
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { return nil }
        }
    }

    func wait(for readiness: Readiness) {
        Poller.shared.change(descriptor, to: readiness)
    }

    func close() {
        Poller.shared.remove(descriptor)
        Glibc.close(descriptor)
    }
}
