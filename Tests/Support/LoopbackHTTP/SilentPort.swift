import Glibc

/// A port of the loopback interface with a listener that never answers.
public final class SilentPort {
    public let number: Int
    private let descriptors: [Int32]

    /// - Parameter isFull: whether the backlog is full, so that connection attempts get no response.
    /// - Returns: nil if no port is available.
    public init?(isFull: Bool = false) {
        let (listener, client) = (
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        )
        descriptors = [listener, client]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
                    // The kernel accepts one more than the backlog.
                    && listen(listener, isFull ? 0 : 16) == 0 && (!isFull || connect(client, $0, size) == 0)
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isReady else { return nil }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
