import Glibc

/// Who is at the other end of a Unix socket, as the kernel vouches for it: `struct ucred` of unix(7), which Glibc's
/// module leaves out. At the end of a client that is who began to listen.
public struct PeerCredentials: Sendable, Hashable {
    public private(set) var process: Int32 = 0
    public private(set) var user: UInt32 = 0
    private var group: UInt32 = 0

    /// nil when the descriptor is not that of a connected Unix socket.
    public init?(descriptor: Int32) {
        var size = socklen_t(MemoryLayout<Self>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0 else { return nil }
    }

    /// The name of the program that listens, if it is none that weatherd's socket is made by: the daemon itself, or the service
    /// manager for it. nil also when that cannot be seen from here, as outside of a container.
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
