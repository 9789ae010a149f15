import Glibc

/// Why there is no talking to the daemon at `path`.
package enum ConnectionFailure: Error, Equatable {
    /// There is no socket, or no process listens on it.
    case noDaemon(path: String)
    /// There is not even a directory for the socket.
    case noDirectory(path: String)
    /// The socket belongs to another user.
    case forbidden(path: String)
    /// The path does not fit into a socket's address.
    case pathTooLong(path: String)
    /// More clients are waiting to be let in than the kernel keeps in line.
    case backlogFull
    case timedOut(milliseconds: Int)
    /// The connection ended before the reply did.
    case closed
    /// What answers does not speak the protocol.
    case notWeatherd(path: String)
    /// Another program listens there, which answers otherwise or not at all.
    case foreign(path: String, process: Int32, name: String)
    /// A system call failed with this errno.
    case failed(call: String, errno: Int32)

    /// What the program ends with.
    package var status: ExitStatus {
        if case .failed(_, EMFILE) = self { .system } else { .noDaemon }
    }

    package var sentence: String { words.joined() }

    /// Pieces, and not interpolations, which would take four times as much code.
    private var words: [String] {
        switch self {
        case .noDaemon(let path):
            [
                "no weatherd at ", path,
                "; start it with: systemctl --user start weatherd, and see what is wrong with: weatherctl doctor",
            ]
        case .noDirectory(let path):
            [
                "there is no directory ", path.directory,
                " for weatherd's socket; set XDG_RUNTIME_DIR as a login does, or WEATHERD_SOCKET, and see what is wrong with: weatherctl doctor",
            ]
        case .forbidden(let path): ["permission denied at ", path, "; a weatherd serves only the user it runs as"]
        case .pathTooLong(let path):
            [
                "socket path of ", String(path.utf8.count),
                " bytes, and 107 are the most; set WEATHERD_SOCKET to a shorter one",
            ]
        case .backlogFull: ["weatherd has too many clients waiting; try again"]
        case .timedOut(let milliseconds):
            [
                "weatherd did not answer within ", Deadline.seconds(milliseconds),
                " s; --timeout SECONDS waits longer",
            ]
        case .closed:
            [
                "weatherd closed the connection without an answer; see whether it has ended, and why, with: journalctl --user -u weatherd"
            ]
        case .notWeatherd(let path): ["what answers at ", path, " is not weatherd; weatherctl doctor has more"]
        case .foreign(let path, let process, let name):
            [
                "process ", String(process), " (", name, ") listens at ", path,
                " and is not weatherd; end it with: kill ", String(process),
            ]
        case .failed(_, EMFILE): ["too many open files; raise the limit with: ulimit -n 64"]
        case .failed(let call, let error): [call, " failed: ", String(cString: strerror(error))]
        }
    }
}
