import CCurl

/// Why a request has no response: libcurl's error, or our own reason.
enum TransferEnding: Sendable, Hashable {
    case cancelled
    case bodyTooLong
    /// An oversized header, or an invalid status.
    case notHTTP
    /// An encoding that was not offered, or more than one.
    case unknownCoding
    case curl(CurlError)
}

/// The details of a libcurl error.
struct CurlError: Sendable, Hashable {
    /// A CURLcode.
    var code: UInt32
    /// The last errno of connecting, sending or receiving; 0 for none.
    var systemError: Int32 = 0
    /// An HTTP proxy's status for CONNECT; 0 for none.
    var proxyStatus = 0
    /// A SOCKS proxy's reason (CURLproxycode); 0 for none.
    var proxyError = 0
    var proxyHandshake = ProxyHandshake()
    /// Whether the host name was resolved.
    var hasResolved = true
    /// Whether the TLS handshake was completed, or without TLS, a response has begun.
    var hasReachedService = false
    /// The result of certificate verification (X509_STORE_CTX_get_error(3)); 0 for success.
    var verification = 0
    var isSecure = false
    var handshake = TLSHandshake()

    init(_ code: CURLcode) {
        self.code = code.rawValue
    }
}
