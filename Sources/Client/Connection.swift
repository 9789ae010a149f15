import Glibc
package import Wire

/// A connection to the daemon's socket that never blocks beyond a deadline.
package final class Connection {
    package let descriptor: Int32
    private let path: String
    private var decoder = ReplyDecoder()

    /// As much as most replies have, and little enough for the allocator not to ask the kernel for it.
    private static let pieceSize = 4096
    /// How long to wait before asking again to be let in.
    private static let retryMilliseconds = 5

    /// Connects at once or not at all.
    package init(to path: String) throws(ConnectionFailure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .pathTooLong(path: path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }

        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        self.path = path
        guard descriptor >= 0 else { throw .failed(call: "socket", errno: errno) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result != 0 else { return }
        switch errno {
        case ENOENT where access(path.directory, F_OK) != 0: throw .noDirectory(path: path)
        case ENOENT, ENOTDIR, ECONNREFUSED: throw .noDaemon(path: path)
        case EACCES, EPERM: throw .forbidden(path: path)
        case EAGAIN: throw .backlogFull
        case EPROTOTYPE: throw .notWeatherd(path: path)
        case let error: throw .failed(call: "connect", errno: error)
        }
    }

    /// Connects, asking again while too many others wait to be let in: the kernel tells nobody when its line is free.
    package static func open(_ path: String, by deadline: Deadline) throws(ConnectionFailure) -> Connection {
        while true {
            do throws(ConnectionFailure) {
                return try Connection(to: path)
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

    package func send(_ line: String, by deadline: Deadline) throws(ConnectionFailure) {
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
            // A daemon that has no room for a client says so before it hangs up, and its words can still be read.
            case EPIPE, ECONNRESET: return
            case let error: throw .failed(call: "send", errno: error)
            }
        }
    }

    /// The next reply, waited for. The deadline holds also while bytes come without end.
    package func reply(by deadline: Deadline) throws(ConnectionFailure) -> Reply {
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

    /// That somebody else listens, where that may be why there was no reply.
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

    /// The next reply if it has come whole.
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

    /// The bytes that have come; nil when there are none.
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

    private func wait(for events: Int32, by deadline: Deadline) throws(ConnectionFailure) {
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
