public import CLinux
import Glibc

/// The address of a Unix socket: `sockaddr_un` of unix(7).
public struct UnixAddress: Sendable {
    private var address = sockaddr_un()

    /// nil for a path that is too long.
    public init?(path: String) {
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// - Parameter call: bind(2) or connect(2).
    public func pass(to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The peer of a Unix socket according to the kernel, as in `struct ucred` of unix(7). For a
/// client, the peer is the process that called listen(2).
public struct PeerCredentials: Sendable, Hashable {
    public let process: Int32
    public let user: UInt32

    /// nil unless the descriptor is a connected Unix socket.
    public init?(descriptor: Int32) {
        var peer = ucred()
        var size = socklen_t(MemoryLayout<ucred>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
        (process, user) = (peer.pid, peer.uid)
    }

    /// The name of the listening program, unless it is weatherd or systemd, which may own the socket; nil also when it
    /// is not visible, for example from inside a container.
    public var foreignName: String? {
        guard process > 0 else { return nil }
        let file = open(["/proc/", String(process), "/comm"].joined(), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var line = [UInt8](repeating: 0, count: 64)
        guard read(file, &line, line.count) > 0 else { return nil }
        let name = String(decoding: line.prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        return name.isEmpty || name == "weatherd" || name == "systemd" ? nil : name
    }
}

/// The default socket path of client and daemon.
public enum SocketPath {
    /// - Parameters:
    ///   - override: `WEATHERD_SOCKET`; an empty value counts as unset, as in the XDG base directory specification.
    ///   - runtimeDirectory: `XDG_RUNTIME_DIR`; an empty value counts as unset.
    ///   - user: the user ID for systemd's default directory, `/run/user/UID`, when the variable is unset.
    public static func resolve(override: String?, runtimeDirectory: String?, user: UInt32) -> String {
        if let override, !override.isEmpty { return override }
        if let runtimeDirectory, runtimeDirectory.begins(with: "/") { return runtimeDirectory + "/weatherd.sock" }
        return ["/run/user/", String(user), "/weatherd.sock"].joined()
    }
}
