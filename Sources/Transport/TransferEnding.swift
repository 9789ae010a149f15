import CCurl

/// Why a request has no answer: what libcurl tells, or what ended it from this side.
enum TransferEnding: Sendable, Hashable {
    case cancelled
    case bodyTooLong
    /// A header beyond every measure, or a status that there is not.
    case notHTTP
    /// Compressed in a way that was not offered, or more than once.
    case unknownCoding
    case curl(CurlError)
}

/// What libcurl tells of an error.
struct CurlError: Sendable, Hashable {
    /// A CURLcode.
    var code: UInt32
    /// The last error of the system in connecting, sending or receiving; 0 for none.
    var systemError: Int32 = 0
    /// What an HTTP proxy answered to CONNECT; 0 for nothing.
    var proxyStatus = 0
    /// What the TLS library says of the server's certificates, as X509_STORE_CTX_get_error(3) has it; 0 when it believes them.
    var verification = 0
    var isSecure = false
    var handshake = TLSHandshake()

    init(_ code: CURLcode) {
        self.code = code.rawValue
    }
}
