import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Weather

extension FetchFailure {
    static func cancelled(host: String) -> FetchFailure {
        .unreachable(host: host, reason: "the request was cancelled")
    }

    static func notAnAddress(host: String) -> FetchFailure {
        .unreachable(host: host, reason: "its address is not an http or https URL")
    }

    /// - Parameter time: how long it was waited; told in whole seconds, but never as none.
    static func timedOut(host: String, after time: Duration) -> FetchFailure {
        .timedOut(host: host, seconds: max(1, Int(time / .seconds(1))))
    }

    /// What an error of the HTTP client, of the sockets or of TLS means.
    ///
    /// - Parameters:
    ///   - answerLimit: the longest answer that would have been taken, bytes.
    ///   - time: since the request began.
    init(_ error: any Error, host: String, answerLimit: Int, after time: Duration) {
        switch error {
        case let error as HTTPClientError:
            self.init(error, host: host, after: time)
        case let error as NIOConnectionError:
            self.init(error, host: host, answerLimit: answerLimit, after: time)
        case let error as IOError:
            self = .unreachable(host: host, reason: error.plainReason)
        case ChannelError.connectTimeout:
            self = .timedOut(host: host, after: time)
        case is ChannelError:
            self = .unreachable(host: host, reason: "the connection was closed")
        case NIOSSLError.uncleanShutdown:
            self = .unreachable(host: host, reason: "the answer was cut off")
        case NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), NIOSSLError.handshakeFailed(.syscallError),
            NIOSSLError.handshakeFailed(.zeroReturn):
            self = .unreachable(host: host, reason: "the connection was closed during the TLS handshake")
        case let error as NIOSSLError:
            self = .untrusted(host: host, reason: error.plainReason)
        case let error as NIOSSLExtraError:
            self = .untrusted(host: host, reason: error.plainReason)
        case let error as BoringSSLError:
            self = .untrusted(host: host, reason: NIOSSLError.handshakeFailed(error).plainReason)
        case is ResponseAccumulator.ResponseTooBigError, NIOHTTPDecompression.DecompressionError.limit:
            self = .tooLarge(host: host, bytes: answerLimit)
        case is NIOHTTPDecompression.DecompressionError:
            self = .malformed(host: host, reason: "its compressed answer is damaged")
        case is NIOHTTPDecompression.ExtraDecompressionError, HTTPParserError.invalidEOFState:
            self = .unreachable(host: host, reason: "the answer was cut off")
        case is HTTPParserError:
            self = .malformed(host: host, reason: "its answer is not HTTP")
        case is CancellationError:
            self = .cancelled(host: host)
        default:
            self = .unreachable(host: host, reason: String(describing: error).asReason ?? "the connection failed")
        }
    }

    private init(_ error: HTTPClientError, host: String, after time: Duration) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout, .writeTimeout,
            .deadlineExceeded:
            self = .timedOut(host: host, after: time)
        case .remoteConnectionClosed:
            self = .unreachable(host: host, reason: "the connection was closed before the answer was complete")
        case .cancelled:
            self = .cancelled(host: host)
        case .redirectLimitReached:
            self = .malformed(host: host, reason: "too many redirects")
        case .redirectCycleDetected:
            self = .malformed(host: host, reason: "its redirects go round in a circle")
        case .invalidURL, .emptyHost, .emptyScheme:
            self = .notAnAddress(host: host)
        default:
            self = .unreachable(host: host, reason: error.shortDescription)
        }
    }

    private init(_ error: NIOConnectionError, host: String, answerLimit: Int, after time: Duration) {
        // The first attempt was at the address that the system prefers, so its error says the most.
        if let failure = error.connectionErrors.first {
            self.init(failure.error, host: host, answerLimit: answerLimit, after: time)
        } else {
            self = .hostNotFound(host: host)
        }
    }
}

extension IOError {
    /// `connection refused`, without the name of the system call.
    fileprivate var plainReason: String {
        switch errnoCode {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "the connection was reset"
        case ENETUNREACH, ENETDOWN: "there is no network"
        case EHOSTUNREACH, EHOSTDOWN: "there is no route to the host"
        case ETIMEDOUT: "the connection timed out"
        default: "the connection failed (error \(errnoCode))"
        }
    }
}

extension NIOSSLError {
    fileprivate var plainReason: String {
        let description = String(describing: self)
        return if description.contains("CERTIFICATE_VERIFY_FAILED") {
            "its certificate is not valid, or the clock of this machine is wrong"
        } else if description.contains("WRONG_VERSION_NUMBER") || description.contains("HTTP_REQUEST") {
            "it does not speak TLS"
        } else {
            "the TLS handshake failed"
        }
    }
}

extension NIOSSLExtraError {
    fileprivate var plainReason: String {
        self == .failedToValidateHostname ? "its certificate is for another name" : "the TLS handshake failed"
    }
}
