import Glibc
import Wire

/// The path that the daemon's own listening socket has, and what may already stand there.
struct SocketFile: Sendable {
    let path: String

    /// Binds and listens, for the user alone. A socket left by a daemon that died is removed, once a probe has shown
    /// that nobody listens; whatever else stands there stays.
    ///
    /// - Returns: the listening descriptor.
    func listen(backlog: Int32) throws(ServingError) -> Int32 {
        // Between probe and bind another daemon could do the same. The lock makes one of them wait for the other.
        let lock = try takeLock()
        defer { close(lock) }
        try removeStale()
        let descriptor = try makeSocket()
        do throws(ServingError) {
            // Linux gives the path the mode of the socket's descriptor, so that others cannot connect for a moment
            // before a chmod; the mask of the process would be one for all its threads.
            fchmod(descriptor, 0o600)
            guard withAddress({ bind(descriptor, $0, $1) }) == 0 else {
                throw .cannotListen(path: path, reason: systemReason())
            }
            guard Glibc.listen(descriptor, backlog) == 0 else {
                throw .cannotListen(path: path, reason: systemReason())
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

    /// Which file the path leads to now; nil when there is none.
    var identity: Identity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    private func removeStale() throws(ServingError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let descriptor = try makeSocket()
        defer { close(descriptor) }
        if withAddress({ connect(descriptor, $0, $1) }) == 0 {
            let peer = PeerCredentials(descriptor: descriptor)
            if let peer, let name = peer.foreignName { throw .taken(path: path, process: peer.process, name: name) }
            throw .alreadyRunning(path: path, process: peer?.process)
        }
        // EAGAIN: somebody listens whose backlog is full.
        guard errno == ECONNREFUSED || errno == ENOENT else {
            if errno == EAGAIN { throw .alreadyRunning(path: path, process: nil) }
            throw .cannotListen(path: path, reason: systemReason())
        }
        unlink(path)
    }

    /// The lock is a file of the user's own: another's could be held for ever, and behind a symbolic link is anything.
    private func takeLock() throws(ServingError) -> Int32 {
        let name = path + ".lock"
        let lock = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard lock >= 0 else {
            let reason =
                switch errno {
                case ELOOP: "\(name) is a symbolic link; remove it"
                case ENOENT:
                    "its directory is not there; set XDG_RUNTIME_DIR as a login does, or name another path with --socket"
                default: systemReason()
                }
            throw .cannotListen(path: path, reason: reason)
        }
        var status = stat()
        guard fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(lock)
            throw .cannotListen(path: path, reason: "\(name) is not a file of yours")
        }
        if status.st_mode & 0o077 != 0 { fchmod(lock, 0o600) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let reason = systemReason()
                close(lock)
                throw .cannotListen(path: path, reason: reason)
            }
        }
        return lock
    }

    private func makeSocket() throws(ServingError) -> Int32 {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw .cannotListen(path: path, reason: "the path is longer than a socket's may be")
        }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotListen(path: path, reason: systemReason()) }
        return descriptor
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func systemReason() -> String {
        String(cString: strerror(errno))
    }
}
