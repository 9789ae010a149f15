import Glibc

/// The server's reaction to a request: an answer, or a typical failure of servers and networks.
public enum LoopbackResponse: Sendable {
    /// A valid answer. `Content-Length` is added.
    case answer(status: Int = 200, headers: [String: String] = [:], body: [UInt8])
    /// Never answers, and keeps the connection open until the server or the client ends it.
    case hang
    /// Sends a TCP reset.
    case reset
    /// Announces all of `body`, sends its first `count` bytes and closes.
    case cutOff(body: [UInt8], after: Int)
    /// A valid answer, sent one byte at a time.
    case drip(body: [UInt8], every: Duration)
    /// This many spaces, streamed. If not announced, there is no `Content-Length`, and the end of the connection ends
    /// the body.
    case huge(bytes: Int, announced: Bool)
    /// These bytes instead of an answer, then closes.
    case raw([UInt8])

    public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> LoopbackResponse {
        let type = ["Content-Type": "application/json; charset=utf-8"]
        return .answer(status: status, headers: type.merging(headers) { _, given in given }, body: Array(text.utf8))
    }

    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        .answer(status: status, headers: ["Location": location], body: [])
    }

    /// - Returns: whether the connection stays open.
    func send(over stream: LoopbackStream) -> Bool {
        switch self {
        case .answer(let status, let headers, let body):
            return stream.write(Self.head(status, headers, length: body.count) + body)
        case .hang:
            return true
        case .reset:
            // Closing a socket that does not linger sends a reset.
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(stream.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        case .cutOff(let body, let count):
            stream.write(Self.head(length: body.count) + body.prefix(count))
            return false
        case .drip(let body, let pause):
            stream.write(Self.head(length: body.count))
            // Until the client or the server closes the connection: POLLRDHUP, which Glibc lacks.
            var end = pollfd(fd: stream.descriptor, events: 0x2000, revents: 0)
            return body.allSatisfy { stream.write([$0]) && poll(&end, 1, Int32(pause / .milliseconds(1))) == 0 }
        case .huge(let bytes, let announced):
            stream.write(Self.head(length: announced ? bytes : nil))
            let part = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
            return stride(from: 0, to: bytes, by: part.count).allSatisfy {
                stream.write(Array(part.prefix(bytes - $0)))
            } && announced
        case .raw(let bytes):
            stream.write(bytes)
            return false
        }
    }

    /// The bytes of an answer's header.
    static func head(_ status: Int = 200, _ headers: [String: String] = [:], length: Int?) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status) "] + headers.map { "\($0.key): \($0.value)" }.sorted()
            + [length.map { "Content-Length: \($0)" } ?? "Connection: close"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
