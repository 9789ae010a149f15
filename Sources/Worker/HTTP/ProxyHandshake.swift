import CCurl
import Weather
import WorkerProtocol

/// Records the header lines of an HTTP proxy's response to `CONNECT`, since libcurl reports only its status, and whether
/// anything was sent to the service.
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

// Failures of a proxy, not of the service behind it.
extension CurlError {
    /// The proxy's failure; nil if the service was reached, or failed itself.
    ///
    /// - Parameters:
    ///   - host: the service.
    ///   - time: since the start of the request.
    func failure(of proxy: Proxy, host: String, after time: Duration) -> FetchFailure? {
        let name = proxy.description
        switch proxyStatus {
        case 401, 407: return .proxyRefused(proxy: name, reason: authenticationReason(proxy), retryAfter: nil)
        case 0, 200..<300: break
        case let status:
            return .proxyFailed(proxy: name, host: host, reason: "it rejected the connection (HTTP \(status))")
        }
        if CURLcode(code) == CURLE_PROXY { return failureOfSOCKS(name, host: host) }
        // A SOCKS proxy that has connected only passes bytes on: the rest is the service's.
        guard !hasReachedService, proxy.kind == .http || !proxyHandshake.hasSent else { return nil }
        let isTunnel = proxyStatus != 0 && proxyHandshake.isComplete
        guard let reason = isTunnel ? reasonBehindTunnel : reasonBeforeTunnel(time) else { return nil }
        return .proxyFailed(proxy: name, host: isTunnel ? host : nil, reason: reason)
    }

    private func authenticationReason(_ proxy: Proxy) -> String {
        let schemes = proxyHandshake.schemes
        if !schemes.isEmpty, !schemes.contains(where: { $0.lowercased() == ProxyHandshake.supported.lowercased() }) {
            return "it requires the authentication scheme \(schemes.joined(separator: " or ")), "
                + "and weatherd supports only \(ProxyHandshake.supported)"
        }
        return proxy.hasCredentials ? "authentication failed" : "it requires a user and a password"
    }

    /// Before the proxy has accepted the request for a connection.
    private func reasonBeforeTunnel(_ time: Duration) -> String? {
        if proxyHandshake.isHTTP == false { return "its answer is not HTTP" }
        if proxyHandshake.isHTTP == true, systemError == 0 { return "the head of its answer is incomplete or too long" }
        return switch CURLcode(code) {
        case CURLE_COULDNT_RESOLVE_PROXY: "host not found"
        case CURLE_COULDNT_CONNECT: systemReason
        case CURLE_OPERATION_TIMEDOUT: "no answer within \(max(1, Int((time / .seconds(1)).rounded()))) s"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SSL_CONNECT_ERROR:
            // libcurl does not report whether anything has arrived.
            systemError == 0 ? Self.closedTooEarly : systemReason
        // An endless line.
        case CURLE_OUT_OF_MEMORY, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: "its answer is not HTTP"
        default: nil
        }
    }

    /// After the proxy has reported a connection, and before anything has arrived that only the service can send.
    private var reasonBehindTunnel: String? {
        switch CURLcode(code) {
        case CURLE_OPERATION_TIMEDOUT: "nothing arrives over the connection"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: "it closed the connection"
        case CURLE_SSL_CONNECT_ERROR where handshake.isTLS == false: "the connection does not use TLS"
        case CURLE_SSL_CONNECT_ERROR where handshake.alert == nil: "it closed the connection"
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: "the answer over the connection is not HTTP"
        default: nil
        }
    }

    private func failureOfSOCKS(_ proxy: String, host: String) -> FetchFailure {
        switch CURLproxycode(UInt32(proxyError)) {
        case CURLPX_NO_AUTH, CURLPX_UNKNOWN_MODE, CURLPX_USER_REJECTED, CURLPX_GSSAPI, CURLPX_GSSAPI_PERMSG,
            CURLPX_GSSAPI_PROTECTION, CURLPX_IDENTD, CURLPX_IDENTD_DIFFER:
            let reason = "it requires authentication, which is not supported for a socks5:// proxy"
            return .proxyRefused(proxy: proxy, reason: reason, retryAfter: nil)
        case CURLPX_REPLY_NOT_ALLOWED:
            return .proxyFailed(proxy: proxy, host: host, reason: "it rejected the connection")
        case CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE, CURLPX_REPLY_HOST_UNREACHABLE,
            CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_TTL_EXPIRED, CURLPX_REPLY_UNASSIGNED,
            CURLPX_REPLY_ADDRESS_TYPE_NOT_SUPPORTED, CURLPX_REPLY_COMMAND_NOT_SUPPORTED, CURLPX_REQUEST_FAILED,
            CURLPX_LONG_HOSTNAME:
            return .proxyFailed(proxy: proxy, host: host, reason: "it could not connect")
        case CURLPX_BAD_VERSION, CURLPX_BAD_ADDRESS_TYPE:
            return .proxyFailed(proxy: proxy, host: nil, reason: "its answer is not SOCKS 5")
        default:
            return .proxyFailed(proxy: proxy, host: nil, reason: Self.closedTooEarly)
        }
    }

    private static let closedTooEarly = "the connection was closed before a valid answer"
}
