package import ClientProtocol
import Formats
import Glibc

/// A connection to the daemon's socket with deadlines for all operations.
package final class DaemonConnection {
    package let descriptor: Int32
    private let path: String
    private var decoder = ReplyDecoder()

    /// Enough for most replies, and small enough for malloc not to use mmap.
    private static let pieceSize = 4096
    /// The retry interval while the listen backlog is full.
    private static let retryMilliseconds = 5

    /// Connects without waiting.
    package init(to path: String) throws(ConnectionFailure) {
        guard let address = UnixAddress(path: path) else { throw .pathTooLong(path: path) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        self.path = path
        guard descriptor >= 0 else { throw .failed(call: "socket", errno: errno) }
        guard address.pass(to: { connect(descriptor, $0, $1) }) != 0 else { return }
        switch errno {
        case ENOENT where access(path.directory, F_OK) != 0: throw .noDirectory(path: path)
        case ENOENT, ENOTDIR, ECONNREFUSED: throw .noDaemon(path: path)
        case EACCES, EPERM: throw .forbidden(path: path)
        case EAGAIN: throw .backlogFull
        case EPROTOTYPE: throw .notWeatherd(path: path)
        case let error: throw .failed(call: "connect", errno: error)
        }
    }

    /// Connects, and retries while the listen backlog is full: the kernel does not notify when it has room.
    package static func open(_ path: String, by deadline: MonotonicDeadline) throws(ConnectionFailure)
        -> DaemonConnection
    {
        while true {
            do throws(ConnectionFailure) {
                return try DaemonConnection(to: path)
            } catch {
                guard error == .backlogFull else { throw error }
                let left = deadline.millisecondsLeft
                guard left > 0 else { throw .timedOut(milliseconds: deadline.milliseconds) }
                _ = poll(nil, 0, Int32(min(left, retryMilliseconds)))
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func send(_ line: String, by deadline: MonotonicDeadline) throws(ConnectionFailure) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent < 0 else {
                rest = rest.dropFirst(sent)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: POLLOUT, by: deadline)
            // A daemon at its connection limit sends an error before it disconnects, which can still be read.
            case EPIPE, ECONNRESET: return
            case let error: throw .failed(call: "send", errno: error)
            }
        }
    }

    /// Waits for the next reply. The deadline also limits an endless stream of bytes.
    package func reply(by deadline: MonotonicDeadline) throws(ConnectionFailure) -> Reply {
        do throws(ConnectionFailure) {
            while true {
                if let reply = try decode() { return reply }
                try wait(for: POLLIN, by: deadline)
                guard deadline.millisecondsLeft > 0 else { throw .timedOut(milliseconds: deadline.milliseconds) }
                if let bytes = try receive() { decoder.append(bytes) }
            }
        } catch {
            throw foreigner(after: error) ?? error
        }
    }

    /// The failure with the name of the program that listens; nil if that is weatherd or unknown, or does not explain the
    /// failure.
    private func foreigner(after failure: ConnectionFailure) -> ConnectionFailure? {
        switch failure {
        case .timedOut, .closed, .notWeatherd: break
        default: return nil
        }
        guard let listener = PeerCredentials(descriptor: descriptor), let name = listener.foreignName else {
            return nil
        }
        return .foreign(path: path, process: listener.process, name: name)
    }

    /// The next reply, if it has arrived completely.
    package func replyAtHand() throws(ConnectionFailure) -> Reply? {
        while true {
            if let reply = try decode() { return reply }
            guard let bytes = try receive() else { return nil }
            decoder.append(bytes)
        }
    }

    private func decode() throws(ConnectionFailure) -> Reply? {
        do throws(ReplyDecoder.Malformed) {
            return try decoder.next()?.harmless
        } catch {
            throw .notWeatherd(path: path)
        }
    }

    /// The bytes that have arrived; nil for none.
    private func receive() throws(ConnectionFailure) -> [UInt8]? {
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            count = max(0, received)
        }
        guard received <= 0 else { return bytes }
        guard received < 0 else { throw .closed }
        switch errno {
        case EINTR, EAGAIN: return nil
        case ECONNRESET: throw .closed
        case let error: throw .failed(call: "recv", errno: error)
        }
    }

    private func wait(for events: Int32, by deadline: MonotonicDeadline) throws(ConnectionFailure) {
        while true {
            var socket = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let left = Int32(clamping: deadline.millisecondsLeft)
            let ready = poll(&socket, 1, left)
            if ready > 0 { return }
            if ready == 0 && left < Int32.max { throw .timedOut(milliseconds: deadline.milliseconds) }
            if ready < 0 && errno != EINTR { throw .failed(call: "poll", errno: errno) }
        }
    }
}

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
                "weatherd did not answer within ", MonotonicDeadline.seconds(milliseconds),
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

/// A deadline on the monotonic clock.
package struct MonotonicDeadline {
    /// The original timeout.
    package let milliseconds: Int
    /// The clock's time, nanoseconds.
    private let end: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
        end = Self.now + milliseconds * 1_000_000
    }

    /// The remaining time, rounded up so that waiting for it reaches the deadline; 0 after it.
    package var millisecondsLeft: Int {
        max(0, (end - Self.now + 999_999) / 1_000_000)
    }

    /// In seconds: `2`, `0.5`.
    package static func seconds(_ milliseconds: Int) -> String {
        // The fraction's digits after a 1, which keeps leading zeros.
        var fraction = 1000 + milliseconds % 1000
        while fraction.isMultiple(of: 10) { fraction /= 10 }
        let digits = String(fraction).dropping(1)
        return String(milliseconds / 1000) + (digits.isEmpty ? "" : ".") + digits
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
