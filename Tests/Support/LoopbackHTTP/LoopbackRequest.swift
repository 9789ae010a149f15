/// A request to the server.
public struct LoopbackRequest: Sendable, Equatable {
    /// The request line and the headers, as sent.
    public var head: String
    public var method: String
    /// Without the query: `/v1/forecast`.
    public var path: String
    /// Percent-encoded, as it was sent; the last value of each name.
    public var query: [String: String] = [:]
    private var headers: [String: String] = [:]

    /// - Parameter head: the request line and the headers; nil if it is not HTTP/1.
    init?(_ head: String) {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (self.head, method, path) = (head, String(words[0]), String(target[0]))
        for pair in target.dropFirst().joined().split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst().drop { $0 == " " })
        }
    }

    /// The value of the header `name`, case-insensitively.
    public subscript(header name: String) -> String? { headers[name.lowercased()] }
}
