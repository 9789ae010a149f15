import Glibc

/// A Unix socket at an abstract address chosen by the kernel. For exit tests, which may change their environment.
struct ServiceManagerSocket {
    let descriptor: Int32

    init(_ type: __socket_type) throws {
        descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNIX)
        // The kernel chooses an abstract address for an unnamed one, unix(7).
        guard bind(descriptor, &address, socklen_t(MemoryLayout<sa_family_t>.size)) == 0 else { throw Failed(errno) }
    }

    struct Failed: Error {
        var number: Int32

        init(_ number: Int32) { self.number = number }
    }

    /// The notation of `NOTIFY_SOCKET` for an abstract address.
    var name: String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        let path = withUnsafeBytes(of: address.sun_path) { Array($0) }
        let count = Int(length) - MemoryLayout<sa_family_t>.size
        return "@" + String(decoding: path[1..<count], as: UTF8.self)
    }

    /// The next datagram; nil if none is pending.
    func message() -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
