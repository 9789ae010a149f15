import CCurl

/// The server of a URL, parsed by libcurl, so that it is the one that libcurl connects to.
struct ServerAddress: Hashable {
    let isSecure: Bool
    /// In lower case; an IPv6 address in brackets.
    let host: String
    let port: Int

    /// nil for a URL that cannot be requested: with another scheme than `http` and `https`, without a host, or with an
    /// invalid port.
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

    /// The host as in a DNS query: in lower case, other letters than ASCII encoded (RFC 3492).
    static func host(of url: String) -> String? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK else { return nil }
        return part(CURLUPART_HOST, of: handle, CURLU_PUNYCODE)?.lowercased()
    }

    /// The scheme of a URL in lower case; nil when there is none.
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
