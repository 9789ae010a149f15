import Foundation
import Glibc

/// Sends the same bytes repeatedly to every client.
public final class HostilePeer: Sendable {
    /// The path of its socket.
    public let path: String
    private let listener: Int32

    /// - Parameters:
    ///   - head: the bytes that it sends first.
    ///   - flood: the bytes that it then sends repeatedly.
    public init(head: String, flood: String) throws {
        let path = NSTemporaryDirectory() + "hostile-\(UUID().uuidString.prefix(8))"
        self.path = path
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        let bytes = Array(String(repeating: flood, count: 65_536 / flood.utf8.count).utf8)
        Thread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                send(client, head, head.utf8.count, Int32(MSG_NOSIGNAL))
                while send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
                close(client)
            }
        }.start()
    }

    /// Stops listening.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
    }
}
