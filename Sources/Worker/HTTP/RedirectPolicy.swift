import CCurl
import Weather

/// Decides which redirects to follow: a limited number, not from TLS to plain HTTP, and with a key only to the same
/// server. libcurl only resolves their targets, since it does not know that the URL contains a key.
struct RedirectPolicy {
    /// The host of the first request, which all failures name, since later ones are untrusted.
    private let host: String
    private var visited: [String]

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

/// The server of a URL, parsed by libcurl, so that it is the one that libcurl connects to.
struct ServerAddress: Hashable {
    let isSecure: Bool
    /// In lower case; an IPv6 address in brackets.
    let host: String
    let port: Int

    /// nil for a URL that cannot be requested: a scheme other than `http` and `https`, no host, or an invalid port.
    init?(_ url: String) {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle)?.lowercased(), scheme == "https" || scheme == "http",
            let host = Self.part(CURLUPART_HOST, of: handle)?.lowercased(), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: handle).flatMap(Int.init), (1...65_535).contains(port)
        else { return nil }
        isSecure = scheme == "https"
        (self.host, self.port) = (host, port)
    }

    /// As in a URL; `host` already has the brackets of an IPv6 address.
    var authority: String { "\(host):\(port)" }

    /// The host as in a DNS query: in lower case, non-ASCII letters encoded (RFC 3492).
    static func host(of url: String) -> String? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK else { return nil }
        return part(CURLUPART_HOST, of: handle, CURLU_PUNYCODE)?.lowercased()
    }

    /// The scheme of a URL in lower case; nil without a scheme.
    static func scheme(of url: String) -> String? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
            return nil
        }
        return part(CURLUPART_SCHEME, of: handle)?.lowercased()
    }

    private static func part(
        _ part: CURLUPart, of handle: OpaquePointer, _ form: Int32 = CURLU_DEFAULT_PORT
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(form)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
