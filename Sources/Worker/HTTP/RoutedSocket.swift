import CCurl
import Glibc

/// A socket for an address with a route.
///
/// libcurl reports the error of the last address that it tried. A missing route, common for IPv6, would hide the error
/// of an address that was reached; so addresses without a route are skipped.
enum RoutedSocket {
    enum Outcome: Equatable {
        case open(Int32)
        case failed(systemError: Int32)
    }

    /// - Parameter address: from libcurl, followed by the whole sockaddr.
    static func open(for address: UnsafeMutablePointer<curl_sockaddr>) -> Outcome {
        let family = address.pointee.family
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        let target = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
        if let error = routeError(to: target, length: address.pointee.addrlen, family: family) {
            return .failed(systemError: error)
        }
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, address.pointee.protocol)
        return descriptor >= 0 ? .open(descriptor) : .failed(systemError: errno)
    }

    /// Why the kernel has no route; nil when it has one. Connecting a datagram socket checks this and sends nothing.
    private static func routeError(to target: UnsafePointer<sockaddr>, length: UInt32, family: Int32) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // The actual connection will report the error.
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard connect(descriptor, target, length) != 0 else { return nil }
        // EACCES: the route is prohibited, or a broadcast.
        let errors = [ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL, EACCES]
        return errors.contains(errno) ? errno : nil
    }
}
