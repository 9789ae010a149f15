import ClientProtocol
import Glibc
import Synchronization

/// The listening socket. Clients can connect as soon as it exists; connections wait to be accepted.
public final class ListeningSocket: Sendable {
    let descriptor: Int32
    private let file: SocketFile?
    private let identity: SocketFile.Identity?
    /// A copy of the descriptor for the next program in this process; nil for none.
    private let kept = Mutex<Int32?>(nil)

    /// A socket that the service manager created and removes.
    public init(handedOver descriptor: Int32) {
        self.descriptor = descriptor
        (file, identity) = (nil, nil)
    }

    /// A socket that this daemon created at the path.
    public init(path: String) throws(ServingError) {
        let file = SocketFile(path: path)
        descriptor = try file.listen(backlog: ServingLimits.backlog)
        self.file = file
        identity = file.identity
    }

    /// A socket that an earlier program in this process created.
    public init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        let file = SocketFile(boundTo: descriptor)
        self.file = file
        identity = file?.identity
    }

    /// Keeps the socket for the next program in this process: it remains open and at its path.
    ///
    /// - Parameter least: the lowest allowed descriptor number.
    public func keep(from least: Int32) {
        kept.withLock { if $0 == nil { $0 = fcntl(descriptor, F_DUPFD_CLOEXEC, least) } }
    }

    /// The descriptor that is kept; nil for none.
    public var keptDescriptor: Int32? {
        kept.withLock { $0.flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// Gives up a socket that was kept for a next program: removes the path, and refuses clients.
    public func forgo() {
        let copy = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        removeFile()
        if let copy, copy >= 0 { close(copy) }
    }

    /// Sends an error to the pending clients and disconnects them. With connections still pending, systemd would restart the
    /// daemon at once, until it hits the start rate limit.
    ///
    /// - Parameter sentence: the reason, in plain words on one line.
    public func turnAway(_ sentence: String) {
        let message = Array(Reply.error(.internal, sentence).text.utf8)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0 {
            let guest = accept(descriptor, nil, nil)
            guard guest >= 0 else {
                // The client has disconnected, or a signal interrupted the call.
                guard [ECONNABORTED, EINTR].contains(errno) else { return }
                continue
            }
            // Other users' clients get no message. A new connection has room for one sentence.
            if PeerCredentials(descriptor: guest)?.user == getuid() {
                send(guest, message, message.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            close(guest)
        }
    }

    /// Removes the path, unless another process has replaced the socket.
    public func removeFile() {
        guard keptDescriptor == nil else { return }
        if let file, let identity, file.identity == identity { unlink(file.path) }
    }
}
