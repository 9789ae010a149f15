import Weather

/// Decides which redirects to follow: a limited number, not from TLS to plain HTTP, and with a key only to the same
/// server. libcurl only resolves their targets, since it does not know that the URL contains a key.
struct RedirectPolicy {
    /// The host of the first request, which all failures name, since later ones are untrusted.
    private let host: String
    private var visited: [String]

    /// Maximum number of redirects.
    private static let limit = 5

    init(of query: HTTPQuery) {
        host = query.host
        visited = [query.url]
    }

    /// The next request; nil when the response is final.
    ///
    /// - Parameter target: the Location as an absolute URL; nil for none.
    mutating func next(
        after query: HTTPQuery, status: Int, target: String?
    ) throws(FetchFailure) -> HTTPQuery? {
        guard [301, 302, 303, 307, 308].contains(status), let target, let old = ServerAddress(query.url) else {
            return nil
        }
        guard let new = ServerAddress(target) else {
            // A redirect to another scheme is not followed; libcurl leaves a Location that it cannot parse unchanged.
            if let scheme = ServerAddress.scheme(of: target), scheme != "http", scheme != "https" { return nil }
            throw .malformed(host: host, reason: "it redirects to an invalid URL")
        }
        guard visited.count <= Self.limit else { throw .malformed(host: host, reason: "too many redirects") }
        guard !visited.contains(target) else {
            throw .malformed(host: host, reason: "redirect loop")
        }
        guard new.isSecure || !old.isSecure else {
            throw .malformed(host: host, reason: "it redirects from HTTPS to HTTP")
        }
        var next = query
        if !old.isSameServer(as: new) {
            guard query.key == nil else {
                throw .malformed(host: host, reason: "it redirects to another server, which must not receive the key")
            }
            next.headers = [:]
        }
        visited.append(target)
        next.url = target
        return next
    }
}

extension ServerAddress {
    /// Whether both are the same server; default ports with and without TLS count as the same.
    fileprivate func isSameServer(as other: ServerAddress) -> Bool {
        host == other.host
            && ((isSecure == other.isSecure && port == other.port) || (port == 80 && other.port == 443))
    }
}
