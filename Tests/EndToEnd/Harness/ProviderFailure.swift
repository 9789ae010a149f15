import LoopbackHTTP
import Testing

/// A provider's failure, and its message. `HOST` stands for its address.
struct ProviderFailure: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: LoopbackServer.Handler
    var sentence: String
    var isOffline = false
    /// Seconds from now within which the next attempt must be planned.
    var nextTry = 1...5

    init(
        _ name: String, _ sentence: String, isOffline: Bool = false, nextTry: ClosedRange<Int> = 1...5,
        response: @escaping LoopbackServer.Handler
    ) {
        testDescription = name
        (self.sentence, self.isOffline, self.nextTry, self.response) = (sentence, isOffline, nextTry, response)
    }

    private static let failed = "HOST returned HTTP"
    private static let undocumented = "HOST returned an invalid response"
    private static let patient = 355...451

    static let all = [
        ProviderFailure("500", "\(failed) 500") { _ in .answer(status: 500, body: []) },
        ProviderFailure(
            "503 with Retry-After", "\(failed) 503; retry after 20 min", nextTry: 1200...1321
        ) { _ in .answer(status: 503, headers: ["Retry-After": "1200"], body: []) },
        ProviderFailure("429", "HOST rate-limited the request", nextTry: patient) { _ in .answer(status: 429, body: [])
        },
        ProviderFailure(
            "429 with Retry-After", "HOST rate-limited the request: slow down; retry after 2 h", nextTry: 7200...7921
        ) { _ in
            .json(#"{"error":true,"reason":"slow down"}"#, status: 429, headers: ["Retry-After": "7200"])
        },
        ProviderFailure(
            "400", "HOST rejected the request (HTTP 400): Latitude must be in range", nextTry: patient
        ) { _ in
            .json(#"{"error":true,"reason":"Latitude must be in range"}"#, status: 400)
        },
        ProviderFailure(
            "an error with status 200", "HOST rejected the request (HTTP 200): out of order", nextTry: patient
        ) { _ in
            .json(#"{"error":true,"reason":"out of order"}"#)
        },
        ProviderFailure("an empty answer", "\(undocumented): the response is empty") { _ in .json("") },
        ProviderFailure("a web page", "\(undocumented): the response is a web page, not JSON") { _ in
            .json("<!DOCTYPE html><html><body>Sign in to this hotel</body></html>")
        },
        ProviderFailure("truncated JSON", "\(undocumented): the response is truncated or invalid") { _ in
            .json(String(Forecast().json.prefix(5000)))
        },
        ProviderFailure("only nulls", "\(undocumented): the response contains no weather") { _ in
            .json(Self.nulls)
        },
        ProviderFailure("an empty object", "\(undocumented): the response contains no weather") { _ in .json("{}")
        },
        ProviderFailure("3 MiB announced", "the response from HOST is longer than 2 MiB") { _ in
            .huge(bytes: 3 << 20, announced: true)
        },
        ProviderFailure("3 MiB unannounced", "the response from HOST is longer than 2 MiB") { _ in
            .huge(bytes: 3 << 20, announced: false)
        },
        ProviderFailure(
            "broken off", "HOST cannot be reached: the response was truncated", isOffline: true
        ) { _ in .cutOff(body: Array(Forecast().json.utf8), after: 5000) },
        ProviderFailure("reset", "HOST cannot be reached: the connection was reset", isOffline: true) { _ in .reset },
        ProviderFailure("not HTTP", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        },
        ProviderFailure("a status below 100", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\n{}".utf8))
        },
        ProviderFailure("a redirect to no port", "\(undocumented): it redirects to an invalid URL") { _ in
            .redirect(to: "http://127.0.0.1:65536/")
        },
        ProviderFailure("a name of 900,000 combining marks", "\(undocumented): the response is not the expected JSON") {
            _ in
            .json(#"["\#(String(repeating: "\u{301}\u{316}", count: 450_000))"]"#)
        },
        ProviderFailure("too many values", "\(undocumented): the response has too many values") { _ in
            .json("[" + String(repeating: "0,", count: 900_000) + "0]")
        },
        ProviderFailure("a redirect loop", "\(undocumented): redirect loop") {
            .redirect(to: $0.path)
        },
        ProviderFailure("endless redirects", "\(undocumented): too many redirects") {
            .redirect(to: $0.path + "/further")
        },
        ProviderFailure("silence", "HOST did not answer within 10 s") { _ in .hang },
        ProviderFailure("five bytes a second", "HOST did not answer within 20 s") { _ in
            .drip(body: Array(Forecast().json.utf8), every: .milliseconds(200))
        },
        ProviderFailure("an invalid chunk", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}".utf8))
        },
        ProviderFailure("an endless header", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nX-Padding: ".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        },
        ProviderFailure("damaged gzip", "\(undocumented): its compressed answer is damaged") { _ in
            .answer(headers: ["Content-Encoding": "gzip"], body: Array("no gzip at all".utf8))
        },
        ProviderFailure("100 MiB announced", "the response from HOST is longer than 2 MiB") { _ in
            .huge(bytes: 100 << 20, announced: true)
        },
        ProviderFailure("100 MiB unannounced", "the response from HOST is longer than 2 MiB") { _ in
            .huge(bytes: 100 << 20, announced: false)
        },
        ProviderFailure("1 GiB in gzip", "the response from HOST is longer than 2 MiB") { _ in
            .answer(headers: ["Content-Encoding": "gzip"], body: CompressionBomb.gzip(1 << 30))
        },
        ProviderFailure("1 GiB in deflate", "the response from HOST is longer than 2 MiB") { _ in
            .answer(headers: ["Content-Encoding": "deflate"], body: CompressionBomb.zlib(1 << 30))
        },
        ProviderFailure("gzip in gzip", "\(undocumented): its answer uses an unsupported compression") {
            _ in
            .answer(headers: ["Content-Encoding": "gzip, gzip"], body: CompressionBomb.gzip(1 << 20))
        },
        ProviderFailure(
            "unrequested brotli", "\(undocumented): its answer uses an unsupported compression"
        ) { _ in
            .answer(headers: ["Content-Encoding": "br"], body: Array(repeating: 0x8B, count: 1000))
        },
        ProviderFailure("100,000 brackets", "\(undocumented): the response is nested too deeply") { _ in
            .json(String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))
        },
    ]

    /// The maximum temporary memory for a failure, bytes: the longest answer twice, and what decompression takes.
    static let memory = 16 << 20

    private static let nulls = """
        {"utc_offset_seconds":null,"timezone":null,"current_units":null,"hourly_units":null,"daily_units":null,
         "current":{"time":1795271400,"temperature_2m":null,"weather_code":null},
         "hourly":{"time":[1795271400,null],"temperature_2m":[null,null],"weather_code":null},
         "daily":{"time":[1795230000],"temperature_2m_max":[null],"sunrise":[null]},"minutely_15":null}
        """
}
