import NIOHTTP1

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

    /// The bytes of an answer's header.
    static func head(status: Int, headers: [String: String], length: Int?) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)"]
        lines += headers.map { "\($0.key): \($0.value)" }.sorted()
        lines.append(length.map { "Content-Length: \($0)" } ?? "Connection: close")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
