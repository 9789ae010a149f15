import CCurl

/// Which server a URL is of, as libcurl reads it and so connects.
struct ServerAddress: Hashable {
    let isSecure: Bool
    /// In small letters; an IPv6 number in brackets.
    let host: String
    let port: Int

    /// nil for a URL that cannot be requested: of another scheme than `http` and `https`, or without a host or a valid port.
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

    /// As it is in a URL. The brackets of an IPv6 number are in `host` already.
    var authority: String { "\(host):\(port)" }

    /// The scheme of a URL in small letters; nil when there is none.
    static func scheme(of url: String) -> String? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
            return nil
        }
        return part(CURLUPART_SCHEME, of: handle)?.lowercased()
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
