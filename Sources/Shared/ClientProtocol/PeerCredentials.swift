import CLinux
import Glibc

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
