public import Weather
public import WorkerProtocol

/// Sends a request and returns the response, whatever its status. Throws only when there is no response.
public typealias HTTPExchange = @Sendable (HTTPQuery) async throws(FetchFailure) -> HTTPAnswer

/// A GET request.
public struct HTTPQuery: Sendable, Hashable {
    public var url: String
    /// The API key in the URL, redacted from the response; nil for none.
    public var key: APIKey?
    /// In addition to those of every request.
    public var headers: [String: String]
    /// Maximum size of the response, bytes after decompression.
    public var answerLimit: Int

    /// Enough for one place, for which Open-Meteo sends about 30 KB.
    public static let commonAnswerLimit = 2 << 20
    /// The upper bound of `answerLimit`, bytes after decompression.
    public static let largestAnswerLimit = 32 << 20

    public init(
        url: String, key: APIKey? = nil, headers: [String: String] = [:], answerLimit: Int = commonAnswerLimit
    ) {
        self.url = url
        self.key = key
        self.headers = headers
        self.answerLimit = answerLimit
    }

    /// The server as named in failures: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var host: String { url.urlHost }
}

/// The URL; with a key, only its host.
extension HTTPQuery: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { key == nil ? url : host }
    public var debugDescription: String { description }
}

/// A server's response.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    /// Decompressed.
    public var body: [UInt8]
    /// Whether it arrived over verified TLS, without a plain hop, so that the service itself sent it.
    public var isVerified = false
    private var headers: [String: String] = [:]
    /// Redacted from the strings of the body; nil for none.
    private(set) var key: APIKey?

    /// Longer header values are ignored, bytes.
    private static let longestHeader = 4096

    /// - Parameter headers: of duplicates the first one counts. Values that are too long, or not ASCII (RFC 9110, 5.5),
    ///   are ignored.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        let plain = headers.filter { header in
            header.value.utf8.count <= Self.longestHeader && (header.name + header.value).utf8.allSatisfy { $0 < 0x80 }
        }
        self.headers = Dictionary(plain.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The same response without the key in headers and body.
    public func redacted(_ key: APIKey?) -> HTTPAnswer {
        guard let key else { return self }
        var answer = self
        answer.key = key
        answer.headers = headers.mapValues(key.masked)
        return answer
    }

    /// The value of a header; names ignore case.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }
}
