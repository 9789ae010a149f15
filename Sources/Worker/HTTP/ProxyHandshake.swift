import CCurl

/// Records the header lines of an HTTP proxy's response to `CONNECT`, since libcurl reports only its status, and whether anything
/// was sent to the service.
struct ProxyHandshake: Sendable, Hashable {
    /// Whether its first line is HTTP; nil before any.
    private(set) var isHTTP: Bool?
    /// Whether its head has ended.
    private(set) var isComplete = false
    /// The authentication schemes that it accepts, such as `Negotiate`.
    private(set) var schemes: [String] = []
    /// Whether a request or the beginning of TLS was sent. Over a SOCKS proxy, this is only after it has connected.
    private(set) var hasSent = false

    /// The scheme that weatherd uses.
    static let supported = "Basic"
    /// More than any proxy offers.
    private static let mostSchemes = 8

    /// - Parameter bytes: a line of a head, as traced by libcurl.
    mutating func see(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        if kind == CURLINFO_HEADER_OUT || kind == CURLINFO_SSL_DATA_OUT { hasSent = true }
        guard kind == CURLINFO_HEADER_IN else { return }
        let line = String(decoding: bytes.prefix(1000), as: UTF8.self)
        // libcurl accepts no other version.
        if isHTTP == nil { isHTTP = line.hasPrefix("HTTP/1.") }
        if line == "\r\n" || line == "\n" { isComplete = true }
        let name = "proxy-authenticate:"
        guard line.lowercased().hasPrefix(name) else { return }
        schemes += Self.schemes(in: line.dropFirst(name.count)).prefix(Self.mostSchemes - schemes.count)
    }

    /// The schemes of a field, which may list several, each with parameters (RFC 9110, 11.6.1).
    private static func schemes(in field: Substring) -> [String] {
        var elements = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in field {
            if character == ",", !isQuoted {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
        }
        return elements.compactMap { element in
            let word = element.drop { $0.isWhitespace }.prefix { !$0.isWhitespace && $0 != "=" }
            let rest = element.drop { $0.isWhitespace }.dropFirst(word.count).drop { $0.isWhitespace }
            return word.isEmpty || rest.hasPrefix("=") ? nil : String(word.prefix(30))
        }
    }
}
