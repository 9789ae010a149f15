import ClientProtocol
import Glibc

/// Speaks the protocol over the socket, correctly or incorrectly.
final class Client {
    private let socket: Descriptor
    private var decoder = ReplyDecoder()

    init(_ path: String) throws {
        socket = try Descriptor.unixSocket(SOCK_STREAM)
        // Connecting waits for room in the backlog, with a timeout.
        var patience = timeval(tv_sec: Int(Descriptor.patience), tv_usec: 0)
        setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        try socket.address(path, "connect", connect)
    }

    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends as much as the daemon accepts without waiting, in one write.
    func sendWhatFits(of rest: inout ArraySlice<UInt8>) throws {
        guard !rest.isEmpty else { return }
        let count = rest.withUnsafeBytes {
            Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        guard count >= 0 || errno == EAGAIN else { throw Failure("send: \(String(cString: strerror(errno)))") }
        rest = rest.dropFirst(max(0, count))
    }

    func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// Sends the line and returns its reply.
    func ask(_ line: String) throws -> Reply {
        try send(line + "\n")
        return try reply()
    }

    /// The next reply.
    func reply() throws -> Reply {
        guard let reply = try replyOrEnd() else { throw Failure("the connection ended before the reply") }
        return reply
    }

    /// The next reply; nil if the daemon closes the connection instead.
    func replyOrEnd() throws -> Reply? {
        while true {
            if let reply = try decoder.next() { return reply }
            let bytes = try socket.read(waitingFor: "a reply")
            if bytes.isEmpty { return nil }
            decoder.append(bytes)
        }
    }

    /// The next reply if it arrives within this many seconds; nil if it does not, or the connection ends.
    func reply(within seconds: Double) throws -> Reply? {
        let end = Moment.now + seconds
        while true {
            if let reply = try decoder.next() { return reply }
            guard socket.isReady(within: max(0, end - Moment.now)) else { return nil }
            let bytes = try socket.read(waitingFor: "a reply")
            if bytes.isEmpty { return nil }
            decoder.append(bytes)
        }
    }

    /// Shuts down the sending side.
    func endRequests() {
        shutdown(socket.number, Int32(SHUT_WR))
    }

    /// Shuts down the receiving side.
    func endReplies() {
        shutdown(socket.number, Int32(SHUT_RD))
    }

    func close() {
        socket.close()
    }
}

extension Reply {
    /// The lines; fails for an error.
    var lines: [String] {
        get throws {
            switch self {
            case .ok(let lines): return lines
            case .error(let code, let message): throw Failure("ERR \(code.rawValue) \(message)")
            }
        }
    }

    /// The error's code; nil for lines.
    var code: Code? {
        if case .error(let code, _) = self { code } else { nil }
    }
}
