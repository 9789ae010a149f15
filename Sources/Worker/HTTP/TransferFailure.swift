import CCurl
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
            // The latter by the decompressor, when there is data after the end.
            self = .malformed(host: host, reason: "its compressed answer is damaged")
        case CURLE_PEER_FAILED_VERIFICATION: self = .untrusted(host: host, reason: error.certificateReason)
        case CURLE_SSL_CACERT_BADFILE:
            self = .untrusted(host: host, reason: "the system's certificate authorities cannot be read")
        case CURLE_SSL_CONNECT_ERROR:
            // Whatever it is, it presents no page: a captive portal has plain HTTP or a certificate of its own.
            self = .unreachable(
                host: host,
                reason: error.handshake.reason ?? "the connection was closed during the TLS handshake")
        default: self = .unreachable(host: host, reason: "the connection failed (libcurl error \(error.code))")
        }
    }
}
