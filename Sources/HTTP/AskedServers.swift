import NIOSSL
import Synchronization

/// The servers that are being asked, as often as they are. The library shows each connection and not whom it is to, so that
/// it has to be to one of these.
final class AskedServers: Sendable {
    struct Server: Sendable, Hashable {
        let name: ServerName
        /// Whether it is asked with TLS.
        let isSecure: Bool
    }

    private let servers = Mutex<[Server]>([])

    func add(_ server: Server) {
        servers.withLock { $0.append(server) }
    }

    func remove(_ server: Server) {
        servers.withLock { servers in _ = servers.firstIndex(of: server).map { servers.remove(at: $0) } }
    }

    /// Whether it may be one of them that a connection without TLS is to.
    var mayBePlain: Bool { servers.withLock { $0.contains { !$0.isSecure } } }

    /// Whether it is one of them that has shown this certificate, which the library has verified.
    func include(_ certificate: NIOSSLCertificate) -> Bool {
        servers.withLock { $0.contains { $0.isSecure && $0.name.isNamed(in: certificate) } }
    }
}
