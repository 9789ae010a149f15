import Foundation
import Synchronization

/// A server on the loopback interface that sends the same bytes to each client, and closes the connection.
final class RawServer: Sendable {
    static let shared = RawServer()

    private let listener: Int32
    private let port: UInt16
    private let bytes = Mutex<[UInt8]>([])

    private init() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = getsockname(listener, $0, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        listen(listener, 64)
    }

    /// - Returns: the URL from which these bytes are sent from now on.
    func url(sending bytes: [UInt8]) throws -> String {
        self.bytes.withLock { $0 = bytes }
        try require(port != 0, "no socket")
        _ = Self.start
        return "http://127.0.0.1:\(port)"
    }

    private static let start: Void = {
        let thread = Thread { RawServer.shared.serve() }
        thread.start()
    }()

    private func serve() {
        signal(SIGPIPE, SIG_IGN)
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { continue }
            // Reads the request first, so that no answer precedes it.
            var request = [UInt8](repeating: 0, count: 4096)
            _ = recv(client, &request, request.count, 0)
            var rest = bytes.withLock { $0 }[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
            shutdown(client, Int32(SHUT_WR))
            // Closing with unread bytes would send a reset, which may overtake the answer.
            while recv(client, &request, request.count, 0) > 0 {}
            close(client)
        }
    }
}
