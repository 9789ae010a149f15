import Glibc
import Wire

/// The value of an environment variable; nil when unset.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

extension String {
    /// The path of the daemon's socket.
    package static var socket: String {
        SocketPath.resolve(
            override: environment("WEATHERD_SOCKET"), runtimeDirectory: environment("XDG_RUNTIME_DIR"), user: getuid())
    }
}
