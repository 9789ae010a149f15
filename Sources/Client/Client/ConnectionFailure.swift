import Formats
import Glibc

/// Why a connection to the daemon at `path` failed.
package enum ConnectionFailure: Error, Equatable {
    /// There is no socket, or no process listens on it.
    case noDaemon(path: String)
    /// The directory of the socket does not exist.
    case noDirectory(path: String)
    /// The socket belongs to another user.
    case forbidden(path: String)
    /// The path is too long for a socket address.
    case pathTooLong(path: String)
    /// The listen backlog is full.
    case backlogFull
    case timedOut(milliseconds: Int)
    /// The connection was closed before the reply was complete.
    case closed
    /// The reply violates the protocol.
    case notWeatherd(path: String)
    /// Another program listens there and does not speak the protocol.
    case foreign(path: String, process: Int32, name: String)
    /// A system call failed with this errno.
    case failed(call: String, errno: Int32)

    /// The exit status for this failure.
    package var status: ExitStatus {
        if case .failed(_, EMFILE) = self { .system } else { .noDaemon }
    }

    /// Without the control characters of a path.
    package var sentence: String { words.joined().withControlsReplaced }

    /// An array instead of an interpolation, which would take four times as much code.
    private var words: [String] {
        switch self {
        case .noDaemon(let path):
            [
                "no weatherd at ", path,
                "; run 'systemctl --user start weatherd', or 'weatherctl doctor' to find the cause",
            ]
        case .noDirectory(let path):
            [
                "no directory ", path.directory,
                " for weatherd's socket; log in again or set WEATHERD_SOCKET, and run 'weatherctl doctor'",
            ]
        case .forbidden(let path): ["permission denied at ", path, "; a weatherd serves only the user it runs as"]
        case .pathTooLong(let path):
            [
                "socket path too long (", String(path.utf8.count),
                " bytes, at most 107); set WEATHERD_SOCKET to a shorter path",
            ]
        case .backlogFull: ["weatherd has too many clients waiting; try again"]
        case .timedOut(let milliseconds):
            [
                "weatherd did not answer within ", Deadline.seconds(milliseconds),
                " s; use --timeout SECONDS to wait longer",
            ]
        case .closed:
            [
                "weatherd closed the connection without a reply; run 'journalctl --user -u weatherd' to find the cause"
            ]
        case .notWeatherd(let path):
            ["the program that listens on ", path, " is not weatherd; run 'weatherctl doctor'"]
        case .foreign(let path, let process, let name):
            [
                "process ", String(process), " (", name, ") listens on ", path,
                " and is not weatherd; stop it with 'kill ", String(process), "'",
            ]
        case .failed(_, EMFILE): ["too many open files; raise the limit with 'ulimit -n 64'"]
        case .failed(let call, let error): [call, " failed: ", String(cString: strerror(error))]
        }
    }
}
