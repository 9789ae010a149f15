import CCurl

/// Records the header lines of an HTTP proxy's response to `CONNECT`, since libcurl reports only its status.
struct ProxyHandshake: Sendable, Hashable {
    /// Whether its first line is HTTP; nil before any.
    private(set) var isHTTP: Bool?
    /// The authentication schemes that it accepts, such as `Negotiate`.
    private(set) var schemes: [String] = []

    /// The scheme that weatherd uses.
    static let supported = "Basic"
    /// More than any proxy offers.
    private static let mostSchemes = 8

    /// - Parameter bytes: a line of a head, as traced by libcurl.
    mutating func see(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        guard kind == CURLINFO_HEADER_IN else { return }
        let line = String(decoding: bytes.prefix(1000), as: UTF8.self)
        if isHTTP == nil { isHTTP = line.hasPrefix("HTTP/") }
        let name = "proxy-authenticate:"
        guard line.lowercased().hasPrefix(name), schemes.count < Self.mostSchemes else { return }
        let word = line.dropFirst(name.count).drop { $0.isWhitespace }.prefix { !$0.isWhitespace && $0 != "," }
        if !word.isEmpty { schemes.append(String(word.prefix(30))) }
    }
}
