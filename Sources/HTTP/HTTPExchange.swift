public import Endpoints
public import Weather

/// The one way to the network: a query goes out and an answer comes back, whatever its status. The
/// failures that it throws are those of having no answer.
public typealias HTTPExchange = @Sendable (HTTPQuery) async throws(FetchFailure) -> HTTPAnswer

/// A GET request.
public struct HTTPQuery: Sendable, Hashable {
    public var url: String
    /// The key that the address holds; it is struck out of the answer. nil for an address without one.
    public var key: APIKey?
    /// In addition to those of every request.
    public var headers: [String: String]
    /// The longest answer that is taken, bytes after decompression.
    public var answerLimit: Int

    /// Enough for an answer about one place, of which Open-Meteo's takes some 30 KB.
    public static let commonAnswerLimit = 2 << 20
    /// What a query may raise its limit to, bytes after decompression.
    public static let largestAnswerLimit = 8 << 20

    public init(
        url: String, key: APIKey? = nil, headers: [String: String] = [:], answerLimit: Int = commonAnswerLimit
    ) {
        self.url = url
        self.key = key
        self.headers = headers
        self.answerLimit = answerLimit
    }

    /// Whom the query is for, as people are told in case of a failure: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var host: String { url.urlHost }
}

/// The address alone, and of one with a key no more than its host.
extension HTTPQuery: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { key == nil ? url : host }
    public var debugDescription: String { description }
}

/// What a server answered.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    /// Decompressed.
    public var body: [UInt8]
    private var headers: [String: String] = [:]
    /// Struck out of the texts of the body; nil for none.
    private(set) var key: APIKey?

    /// The longest value of a header that counts, bytes.
    private static let longestHeader = 4096

    /// - Parameter headers: of several with one name the first counts. One that is too long, or is not ASCII as of RFC 9110,
    ///   5.5, does not count.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        let plain = headers.filter { header in
            header.value.utf8.count <= Self.longestHeader && (header.name + header.value).utf8.allSatisfy { $0 < 0x80 }
        }
        self.headers = Dictionary(plain.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The same answer, of which no header and no text of the body shows the key.
    public func redacted(_ key: APIKey?) -> HTTPAnswer {
        guard let key else { return self }
        var answer = self
        answer.key = key
        answer.headers = headers.mapValues(key.struck)
        return answer
    }

    /// The value of the header called `name`, in capitals or not.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }
}
