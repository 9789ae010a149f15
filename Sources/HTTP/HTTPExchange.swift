public import Weather

/// The one way to the network: a query goes out and an answer comes back, whatever its status. The
/// failures that it throws are those of having no answer.
public typealias HTTPExchange = @Sendable (HTTPQuery) async throws(FetchFailure) -> HTTPAnswer

/// A GET request.
public struct HTTPQuery: Sendable, Hashable {
    public var url: String
    /// In addition to those of every request.
    public var headers: [String: String]
    /// The longest answer that is taken, bytes after decompression.
    public var answerLimit: Int

    /// Enough for an answer about one place, of which Open-Meteo's takes some 30 KB.
    public static let commonAnswerLimit = 2 << 20

    public init(url: String, headers: [String: String] = [:], answerLimit: Int = commonAnswerLimit) {
        self.url = url
        self.headers = headers
        self.answerLimit = answerLimit
    }

    /// Whom the query is for, as people are told in case of a failure: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var host: String {
        let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@").last ?? "")
    }
}

extension String {
    /// The address of a service as people write it, without the slashes that it may end in, so that a path can follow.
    public var asBaseURL: String {
        var url = self[...]
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}

/// What a server answered.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    /// Decompressed.
    public var body: [UInt8]
    private var headers: [String: String] = [:]

    /// - Parameter headers: of several with one name the first counts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The value of the header called `name`, in capitals or not.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }
}
