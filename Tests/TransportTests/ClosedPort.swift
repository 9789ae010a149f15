import Glibc

/// A port of the loopback interface that is taken, and at which nobody listens. One that was only given up could be
/// another test's by the time that it is connected to.
final class ClosedPort {
    let number: Int
    private let descriptor: Int32

    /// nil when the system has no port to give.
    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { return nil }
    }

    deinit {
        close(descriptor)
    }
}
