import CCurl
import Glibc
import Weather
import WorkerProtocol

extension FetchFailure {
    static func notAnAddress(host: String) -> FetchFailure {
        .unreachable(host: host, reason: "not a valid http or https URL")
    }

    /// The failure for the end of a request.
    ///
    /// - Parameters:
    ///   - proxy: the proxy of the connection.
    ///   - answerLimit: maximum size of the response, bytes.
    ///   - time: since the start of the request.
    init(_ ending: TransferEnding, host: String, proxy: Proxy?, answerLimit: Int, after time: Duration) {
        switch ending {
        case .cancelled: self = .unreachable(host: host, reason: "the request was cancelled")
        case .bodyTooLong: self = .tooLarge(host: host, bytes: answerLimit)
        case .notHTTP: self = .malformed(host: host, reason: "its answer is not HTTP")
        case .unknownCoding:
            self = .malformed(host: host, reason: "its answer uses an unsupported compression")
        case .curl(let error):
            if let proxy, let failure = error.failure(of: proxy, host: host, after: time) {
                self = failure
            } else {
                self.init(error, host: host, after: time)
            }
        }
    }

    private init(_ error: CurlError, host: String, after time: Duration) {
        switch CURLcode(error.code) {
        case CURLE_URL_MALFORMAT: self = .notAnAddress(host: host)
        case CURLE_COULDNT_RESOLVE_HOST: self = .hostNotFound(host: host)
        case CURLE_OPERATION_TIMEDOUT where !error.hasResolved: self = .hostNotFound(host: host)
        case CURLE_OPERATION_TIMEDOUT:
            // In whole seconds, at least one.
            self = .timedOut(host: host, seconds: max(1, Int((time / .seconds(1)).rounded())))
        case CURLE_COULDNT_CONNECT: self = error.connectionFailure(host: host)
        case CURLE_GOT_NOTHING:
            self = .unreachable(host: host, reason: "the connection was closed before the response was complete")
        case CURLE_PARTIAL_FILE: self = .unreachable(host: host, reason: "the response was truncated")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            if error.systemError != 0 {
                self = error.connectionFailure(host: host)
            } else if error.isSecure {
                self = .unreachable(host: host, reason: "the response was truncated")
            } else {
                // Without a system error, the chunks of the response are invalid.
                self = .malformed(host: host, reason: "its answer is not HTTP")
            }
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            self = .malformed(host: host, reason: "its answer is not HTTP")
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            // The decompressor reports CURLE_WRITE_ERROR when data follows the end.
            self = .malformed(host: host, reason: "its compressed answer is damaged")
        case CURLE_PEER_FAILED_VERIFICATION: self = .untrusted(host: host, reason: error.certificateReason)
        case CURLE_SSL_CACERT_BADFILE:
            self = .untrusted(host: host, reason: "the system's certificate authorities cannot be read")
        case CURLE_SSL_CONNECT_ERROR:
            // Not a captive portal: that has plain HTTP or its own certificate.
            self = .unreachable(
                host: host,
                reason: error.handshake.reason ?? "the connection was closed during the TLS handshake")
        default: self = .unreachable(host: host, reason: "the connection failed (libcurl error \(error.code))")
        }
    }
}

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

extension CurlError {
    /// `connection refused`, without the name of the system call.
    var systemReason: String {
        switch systemError {
        case 0: "the connection failed"
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "the connection was reset"
        case ENETUNREACH, ENETDOWN: "there is no network"
        case EHOSTUNREACH, EHOSTDOWN: "there is no route to the host"
        case ETIMEDOUT: "the connection timed out"
        default: "the connection failed (error \(systemError))"
        }
    }

    /// Why the connection failed or broke.
    func connectionFailure(host: String) -> FetchFailure {
        switch systemError {
        case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN: .noRoute(host: host, reason: systemReason)
        default: .unreachable(host: host, reason: systemReason)
        }
    }

    /// Why the server's certificate is not trusted.
    var certificateReason: String {
        switch verification {
        // libcurl itself checks the name, and leaves OpenSSL's code unchanged.
        case X509.ok, X509.unspecified, X509.hostnameMismatch, X509.addressMismatch:
            "hostname mismatch: its certificate is for another name"
        case X509.expired: "its certificate has expired, or the clock of this machine is wrong"
        case X509.notYetValid: "its certificate is not valid yet, or the clock of this machine is wrong"
        case let code where X509.unknownAuthority.contains(code):
            """
            its certificate is signed by an unknown authority; to trust an authority of your own, set \
            network.ca-file
            """
        default: "its certificate is invalid (OpenSSL verification error \(verification))"
        }
    }

    /// X509_V_ERR codes of openssl/x509_vfy.h, which are stable.
    private enum X509 {
        static let ok = 0
        static let unspecified = 1
        static let notYetValid = 9
        static let expired = 10
        static let hostnameMismatch = 62
        static let addressMismatch = 64
        /// No issuer, self-signed, self-signed in the chain, no local issuer, first certificate not verified, not trusted.
        static let unknownAuthority: Set<Int> = [2, 18, 19, 20, 21, 27]
    }
}

extension TLSHandshake {
    /// Why it failed; nil when the connection was closed before the server sent any reason.
    var reason: String? {
        if isTLS == false { return "it does not support TLS" }
        guard let alert else { return nil }
        return alert == Self.versionAlert ? "it does not support TLS 1.2 or later" : "the TLS handshake failed"
    }
}

/// Records why a TLS handshake failed, for which libcurl has only one code.
struct TLSHandshake: Sendable, Hashable {
    /// The last alert of either side (RFC 8446, 6.2); nil for none.
    private(set) var alert: UInt8?
    /// Whether the server's first bytes are a TLS record; nil before any.
    private(set) var isTLS: Bool?

    /// protocol_version.
    static let versionAlert: UInt8 = 70

    /// Record types, change_cipher_spec to heartbeat.
    private static let records: ClosedRange<UInt8> = 20...24

    /// - Parameter bytes: a record header or a message, as traced by OpenSSL.
    mutating func see(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        guard kind == CURLINFO_SSL_DATA_IN || kind == CURLINFO_SSL_DATA_OUT, let first = bytes.first else { return }
        if kind == CURLINFO_SSL_DATA_IN, isTLS == nil { isTLS = Self.records.contains(first) }
        // A level, 1 or 2, and a description.
        if bytes.count == 2, first == 1 || first == 2 { alert = bytes[1] }
    }
}
