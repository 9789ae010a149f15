import CLinux
import ClientProtocol
import Glibc
import Platform
import Synchronization

/// The listening socket. Clients can connect as soon as it exists; connections wait to be accepted.
public final class ListeningSocket: Sendable {
    let descriptor: Int32
    private let file: SocketFile?
    private let identity: SocketFile.Identity?
    /// A copy of the descriptor for the next program in this process; nil for none.
    private let kept = Mutex<Int32?>(nil)

    /// Takes a socket that the service manager created and removes.
    public init(handedOver descriptor: Int32) {
        self.descriptor = descriptor
        (file, identity) = (nil, nil)
    }

    /// Creates a socket at the path.
    public init(path: String) throws(SocketError) {
        let file = SocketFile(path: path)
        descriptor = try file.listen(backlog: ServerLimits.backlog)
        self.file = file
        identity = file.identity
    }

    /// Takes a socket that an earlier program in this process created.
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

    /// Gives up a socket kept for the next program: removes the path, and refuses clients.
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

/// The path of the daemon's own listening socket.
struct SocketFile: Sendable {
    let path: String

    init(path: String) {
        self.path = path
    }

    /// The path of a socket; nil when it has none.
    init?(boundTo descriptor: Int32) {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let failure = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard failure == 0, address.sun_family == AF_UNIX else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { Array($0.prefix { $0 != 0 }) }
        guard !bytes.isEmpty else { return nil }
        path = String(decoding: bytes, as: UTF8.self)
    }

    /// Binds and listens with access for the user only. Removes a stale socket after a probe has shown that no process
    /// listens on it; other files are not removed.
    ///
    /// - Returns: the listening descriptor.
    func listen(backlog: Int32) throws(SocketError) -> Int32 {
        // Prevents a race between two daemons, each of which probes and then binds.
        let lock = try takeLock()
        defer { close(lock) }
        try removeStale()
        let (descriptor, address) = try makeSocket()
        do throws(SocketError) {
            // Linux gives the path the mode of the socket's descriptor, so other users never have access. A chmod of the path
            // would come too late; a umask would affect all threads of the process.
            fchmod(descriptor, 0o600)
            guard address.pass(to: { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, backlog) == 0 else {
                throw failure()
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    struct Identity: Sendable, Hashable {
        var device: UInt
        var inode: UInt
    }

    /// The file at the path; nil when there is none.
    var identity: Identity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    private func removeStale() throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let (descriptor, address) = try makeSocket()
        defer { close(descriptor) }
        if address.pass(to: { connect(descriptor, $0, $1) }) == 0 {
            let peer = PeerCredentials(descriptor: descriptor)
            if let peer, let name = peer.foreignName { throw .taken(path: path, process: peer.process, name: name) }
            throw .alreadyRunning(path: path, process: peer?.process)
        }
        // EAGAIN: the listener's backlog is full.
        guard errno == ECONNREFUSED || errno == ENOENT else {
            if errno == EAGAIN { throw .alreadyRunning(path: path, process: nil) }
            throw failure()
        }
        unlink(path)
    }

    /// Only accepts the user's own file: another user could hold the lock forever, and a symbolic link can point anywhere.
    private func takeLock() throws(SocketError) -> Int32 {
        let name = path + ".lock"
        let lock = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard lock >= 0 else {
            switch errno {
            case ELOOP: throw failure("\(name) is a symbolic link; remove it")
            case ENOENT:
                throw failure("its directory does not exist; set XDG_RUNTIME_DIR, or choose another path with --socket")
            default: throw failure()
            }
        }
        var status = stat()
        guard fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(lock)
            throw failure("\(name) is not a file owned by you")
        }
        if status.st_mode & 0o077 != 0 { fchmod(lock, 0o600) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = failure()
                close(lock)
                throw error
            }
        }
        return lock
    }

    private func makeSocket() throws(SocketError) -> (descriptor: Int32, address: UnixAddress) {
        guard let address = UnixAddress(path: path) else {
            throw failure("the socket path is too long")
        }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw failure() }
        return (descriptor, address)
    }

    /// - Parameter reason: by default, the error of the last system call.
    private func failure(_ reason: String = SystemError().sentence) -> SocketError {
        .cannotListen(path: path, reason: reason)
    }
}

/// Why the server cannot start.
public enum SocketError: Error, Sendable, Hashable {
    /// Another daemon listens on the path; `process` is its id if the kernel provides it.
    case alreadyRunning(path: String, process: Int32?)
    /// Another program listens on the path.
    case taken(path: String, process: Int32, name: String)
    /// The path exists and is not a socket.
    case notASocket(path: String)
    case cannotListen(path: String, reason: String)
    /// The socket that the service manager created cannot be listened on.
    case cannotAccept(reason: String)

    /// One plain sentence that includes what to do.
    public var sentence: String {
        switch self {
        case .alreadyRunning(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? "") and listens on \(path)"
        case .taken(let path, let process, let name):
            "process \(process) (\(name)) listens on \(path) and is not weatherd; stop it with: kill \(process), or choose another path "
                + "with --socket"
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or choose another path with --socket"
        case .cannotListen(let path, let reason):
            "cannot listen on \(path): \(reason)"
        case .cannotAccept(let reason):
            "cannot accept connections: \(reason)"
        }
    }
}
