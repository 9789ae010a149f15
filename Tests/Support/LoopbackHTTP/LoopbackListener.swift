import CLinux
import COpenSSL
import Dispatch
import Glibc
import Platform
import Synchronization

/// A listening socket, with a thread that accepts, and one for each connection.
final class LoopbackListener: Sendable {
    let port: Int
    private let descriptor: Int32
    /// The connections; nil once it is stopped.
    private let connections = Mutex<Set<Int32>?>([])
    private let threads = DispatchGroup()

    /// - Parameter socket: a bound socket, which is closed at the end; nil for one on 127.0.0.1.
    init(port: Int = 0, on socket: Int32? = nil) throws {
        let descriptor = try socket ?? Self.socket(port, Glibc.bind)
        guard listen(descriptor, 256) == 0 else { throw SystemError(code: errno) }
        var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        withUnsafeMutableBytes(of: &address) {
            _ = getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
        }
        (self.descriptor, self.port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A socket that is bound or connected to a port of 127.0.0.1.
    static func socket(
        _ port: Int, _ use: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var (isOn, size) = (Int32(1), socklen_t(MemoryLayout<Int32>.size))
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
        // Inherited by the accepted sockets.
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isUsed = withUnsafeBytes(of: &address) {
            use(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, size) == 0
        }
        guard isUsed else {
            defer { close(socket) }
            throw SystemError(code: errno)
        }
        return socket
    }

    /// Accepts connections until `stop`.
    ///
    /// - Parameter serve: runs on the connection's thread; the connection is closed after it.
    func run(_ serve: @escaping @Sendable (Int32) -> Void) {
        // OpenSSL writes to connections that the client has closed.
        signal(SIGPIPE, SIG_IGN)
        start { [self] in
            repeat {
                let connection = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                guard connection >= 0 else { continue }
                guard connections.withLock({ $0?.insert(connection) }) != nil else {
                    close(connection)
                    break
                }
                start { [self] in
                    serve(connection)
                    connections.withLock {
                        $0?.remove(connection)
                        close(connection)
                    }
                }
            } while connections.withLock { $0 != nil }
            close(descriptor)
        }
    }

    /// Closes the port and all connections, and waits for the threads.
    func stop() async {
        connections.withLock {
            for socket in $0.map({ [descriptor] + $0 }) ?? [] { shutdown(socket, Int32(SHUT_RDWR)) }
            $0 = nil
        }
        await withCheckedContinuation { stopped in
            threads.notify(queue: DispatchQueue(label: "stop")) { stopped.resume() }
        }
    }

    private func start(_ run: @escaping @Sendable () -> Void) {
        threads.enter()
        let failure = OwnThread.start { [threads] in
            run()
            threads.leave()
        }
        precondition(failure == 0, "pthread_create: \(failure)")
    }
}

/// The bytes of a connection, decrypted.
final class LoopbackStream {
    let descriptor: Int32
    private let session: OpaquePointer?

    /// - Parameter context: for TLS; nil for plain text.
    init(_ descriptor: Int32, _ context: OpaquePointer? = nil) {
        self.descriptor = descriptor
        session = context.flatMap(SSL_new)
        guard let session else { return }
        SSL_set_fd(session, descriptor)
        SSL_set_accept_state(session)
    }

    deinit {
        guard let session else { return }
        SSL_shutdown(session)
        SSL_free(session)
    }

    /// Waits for bytes; nil at the end, and if the handshake or the connection fails.
    func read() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { space, count in
            let read =
                session.map { Int(SSL_read($0, space.baseAddress, Int32(space.count))) }
                ?? recv(descriptor, space.baseAddress, space.count, 0)
            count = max(0, read)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// - Returns: whether all was sent.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        let sent =
            session.map { Int(SSL_write($0, bytes, Int32(bytes.count))) } ?? send(descriptor, bytes, bytes.count, 0)
        return sent == bytes.count
    }
}
