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

/// System calls that take a buffer. They are not isolated, since an isolated closure checks its thread each time that the
/// standard library calls it.
enum SystemCall {
    /// - Returns: the result of recv(2).
    static func receive(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// - Returns: the result of send(2).
    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}

/// Accepts connections on a listening socket.
@EventLoopActor
public final class Listener: EventSource {
    /// The most connections accepted before other descriptors are served.
    private static let turn = 64

    private let descriptor: Int32
    private let pause: Duration
    private let accepted: (Int32) -> Void
    private var timer: Timer?
    private var isOpen: Bool

    /// - Parameters:
    ///   - descriptor: a bound socket, which `close` closes.
    ///   - backlog: the most connections that wait to be accepted.
    ///   - pause: how long to stop accepting after a failure, such as too many open files. The kernel keeps reporting
    ///     the pending connection as ready, so the loop would otherwise spin.
    ///   - accepted: receives the non-blocking descriptor of each connection, and must close it.
    /// - Throws: if the descriptor is not a socket that can listen, or the kernel is out of memory.
    public init(
        descriptor: Int32, backlog: Int32, pause: Duration, accepted: @escaping (Int32) -> Void
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.pause = pause
        self.accepted = accepted
        isOpen = true
        // Needed even if the socket was listening: clients see the credentials of the process that called listen(2) last.
        guard listen(descriptor, backlog) == 0 else { throw SystemError("listen") }
        // Non-blocking: a client may disconnect before accept(2), which would then wait for the next client.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else { throw SystemError("fcntl") }
        guard Poller.shared.add(descriptor, for: .input, self) else { throw SystemError("epoll_ctl") }
    }

    func ready(_ readiness: Readiness) {
        for _ in 0..<Self.turn where isOpen {
            let socket = accept4(
                descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue))
            if socket >= 0 {
                accepted(socket)
                continue
            }
            switch errno {
            case ECONNABORTED, EINTR: continue
            case EAGAIN: return
            default: return pauseAccepting()
            }
        }
    }

    private func pauseAccepting() {
        Poller.shared.change(descriptor, to: [])
        timer = EventLoop.shared.schedule(in: pause) { [self] in
            timer = nil
            if isOpen { Poller.shared.change(descriptor, to: .input) }
        }
    }

    /// Stops accepting, and closes the socket.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        if let timer { EventLoop.shared.cancel(timer) }
        Poller.shared.remove(descriptor)
        Glibc.close(descriptor)
    }
}
