import NIOHTTP1

/// What the server does about a request: an answer, or one of the ways in which servers and networks fail.
public enum LoopbackResponse: Sendable {
    /// A proper answer. `Content-Length` is added.
    case answer(status: Int = 200, headers: [String: String] = [:], body: [UInt8])
    /// Never answers, and leaves the connection open until the server or the client ends.
    case hang
    /// Breaks the connection with a TCP reset.
    case reset
    /// Promises all of `body`, sends its first `count` bytes and closes.
    case cutOff(body: [UInt8], after: Int)
    /// A proper answer, sent a byte at a time.
    case drip(body: [UInt8], every: Duration)
    /// So many spaces, streamed. Unannounced, there is no `Content-Length` and the end of the connection ends the body.
    case huge(bytes: Int, announced: Bool)
    /// These bytes in place of an answer, then the end of the connection.
    case raw([UInt8])

    public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> LoopbackResponse {
        let type = ["Content-Type": "application/json; charset=utf-8"]
        return .answer(status: status, headers: type.merging(headers) { _, given in given }, body: Array(text.utf8))
    }

    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        .answer(status: status, headers: ["Location": location], body: [])
    }

    /// The bytes of an answer's head.
    static func head(status: Int, headers: [String: String], length: Int?) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)"]
        lines += headers.map { "\($0.key): \($0.value)" }.sorted()
        lines.append(length.map { "Content-Length: \($0)" } ?? "Connection: close")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
