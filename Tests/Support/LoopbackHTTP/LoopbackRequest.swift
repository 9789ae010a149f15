import NIOHTTP1

/// A request to the server.
public struct LoopbackRequest: Sendable, Equatable {
    public var method: String
    /// Without the query: `/v1/forecast`.
    public var path: String
    /// Percent-encoded, as it was sent; the last value of each name.
    public var query: [String: String]
    private var headers: HTTPHeaders

    init(_ head: HTTPRequestHead) {
        let halves = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = head.method.rawValue
        path = String(halves[0])
        query = [:]
        for pair in (halves.count == 2 ? halves[1] : "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        headers = head.headers
    }

    /// The value of the header `name`, case-insensitively.
    public subscript(header name: String) -> String? {
        headers.first(name: name)
    }
}
