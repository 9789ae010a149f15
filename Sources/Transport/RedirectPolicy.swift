import HTTP
import Weather

/// Which redirects are followed: not without end, not out of TLS, and with a key to no other server. libcurl resolves where they
/// lead to; it does not know which part of an address is a key.
struct RedirectPolicy {
    /// The host of the first request, which all failures name: further ones are a stranger's word.
    private let host: String
    private var visited: [String]

    /// The most steps.
    private static let limit = 5

    init(of query: HTTPQuery) {
        host = query.host
        visited = [query.url]
    }

    /// The query that an answer redirects to; nil when it is final.
    ///
    /// - Parameter target: where its Location leads to, as a whole URL; nil when it has none.
    mutating func next(
        after query: HTTPQuery, status: Int, target: String?
    ) throws(FetchFailure) -> HTTPQuery? {
        guard [301, 302, 303, 307, 308].contains(status), let target, let old = ServerAddress(query.url) else {
            return nil
        }
        guard let new = ServerAddress(target) else {
            // To another kind of server the answer is as it is; libcurl leaves what it cannot read as it came.
            if let scheme = ServerAddress.scheme(of: target), scheme != "http", scheme != "https" { return nil }
            throw .malformed(host: host, reason: "it redirects to an invalid address")
        }
        guard visited.count <= Self.limit else { throw .malformed(host: host, reason: "too many redirects") }
        guard !visited.contains(target) else {
            throw .malformed(host: host, reason: "its redirects go round in a circle")
        }
        guard new.isSecure || !old.isSecure else {
            throw .malformed(host: host, reason: "it redirects to an address without TLS")
        }
        var next = query
        if !old.isSameServer(as: new) {
            guard query.key == nil else {
                throw .malformed(host: host, reason: "it redirects to another server, which must not learn the key")
            }
            next.headers = [:]
        }
        visited.append(target)
        next.url = target
        return next
    }
}

extension ServerAddress {
    /// Whether it is the same program that answers; with TLS or without, where both have their usual ports.
    fileprivate func isSameServer(as other: ServerAddress) -> Bool {
        host == other.host
            && ((isSecure == other.isSecure && port == other.port) || (port == 80 && other.port == 443))
    }
}
