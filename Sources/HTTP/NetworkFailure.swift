import Endpoints
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
        .unreachable(host: host, reason: "its address is not a valid http or https URL")
    }

    static func numberBehindProxy(host: String) -> FetchFailure {
        .unreachable(
            host: host, reason: "through a proxy, a server with TLS has to be named by its name, not by its number")
    }

    /// - Parameter time: how long it was waited; told in whole seconds, but never as none.
    static func timedOut(host: String, after time: Duration) -> FetchFailure {
        .timedOut(host: host, seconds: max(1, Int((time / .seconds(1)).rounded())))
    }

    /// What an error of the HTTP client, of the sockets or of TLS means.
    ///
    /// - Parameters:
    ///   - proxy: that the connection went through.
    ///   - answerLimit: the longest answer that would have been taken, bytes.
    ///   - time: since the request began.
    init(_ error: any Error, host: String, proxy: Proxy?, answerLimit: Int, after time: Duration) {
        switch error {
        case let error as HTTPClientError:
            self.init(error, host: host, proxy: proxy, after: time)
        case let error as NIOConnectionError:
            self.init(error, host: host, proxy: proxy, answerLimit: answerLimit, after: time)
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
        case let error as NIOHTTPDecompression.ExtraDecompressionError where error == .invalidTrailingData:
            self = .malformed(host: host, reason: "its compressed answer is damaged")
        case is NIOHTTPDecompression.DecompressionError:
            self = .malformed(host: host, reason: "its compressed answer is damaged")
        case is NIOHTTPDecompression.ExtraDecompressionError, HTTPParserError.invalidEOFState:
            self = .unreachable(host: host, reason: "the answer was cut off")
        case is HTTPParserError:
            self = .malformed(host: host, reason: "its answer is not HTTP")
        case is CancellationError:
            self = .cancelled(host: host)
        default:
            // Of what comes from a SOCKS proxy nothing else is left.
            let reason =
                proxy?.kind == .socks
                ? "\(proxy.words) does not pass the connection on" : String(describing: error).asReason
            self = .unreachable(host: host, reason: reason ?? "the connection failed")
        }
    }

    private init(_ error: HTTPClientError, host: String, proxy: Proxy?, after time: Duration) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout, .writeTimeout,
            .deadlineExceeded, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            self = .timedOut(host: host, after: time)
        case .proxyAuthenticationRequired:
            self = .unreachable(host: host, reason: "\(proxy.words) wants a user and a password, or others")
        case .invalidProxyResponse:
            self = .unreachable(host: host, reason: "\(proxy.words) does not pass the connection on")
        case .remoteConnectionClosed:
            self = .unreachable(host: host, reason: "the connection was closed before the answer was complete")
        case .cancelled:
            self = .cancelled(host: host)
        case .invalidURL, .emptyHost, .emptyScheme:
            self = .notAnAddress(host: host)
        default:
            self = .unreachable(host: host, reason: error.shortDescription)
        }
    }

    private init(
        _ error: NIOConnectionError, host: String, proxy: Proxy?, answerLimit: Int, after time: Duration
    ) {
        // The first attempt was at the address that the system prefers, so its error says the most. But that there is no way
        // to one address, as to all of IPv6 on many a machine, says nothing where another could be come to.
        let errors = error.connectionErrors.map(\.error)
        let decisive = errors.first { ($0 as? IOError)?.isOfTheWay != true } ?? errors.first
        if let proxy {
            let reason =
                (decisive as? IOError)?.plainReason ?? (decisive == nil ? "its name is not known" : "it is silent")
            self = .unreachable(host: host, reason: "\(Optional(proxy).words) cannot be reached: \(reason)")
        } else if let decisive {
            self.init(decisive, host: host, proxy: nil, answerLimit: answerLimit, after: time)
        } else {
            self = .hostNotFound(host: host)
        }
    }
}

extension Proxy? {
    fileprivate var words: String { map { "the proxy \($0)" } ?? "the proxy" }
}

extension Error {
    /// Whether a server's certificate was not believed, for what reason ever; that it is another's is told by itself.
    var isUnverifiedCertificate: Bool { String(describing: self).contains("CERTIFICATE_VERIFY_FAILED") }
}

extension IOError {
    /// Whether there is no way to the address.
    fileprivate var isOfTheWay: Bool { [ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN].contains(errnoCode) }

    /// `connection refused`, without the name of the system call.
    fileprivate var plainReason: String {
        switch errnoCode {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "the connection was reset"
        case ENETUNREACH, ENETDOWN: FetchFailure.networkUnreachable
        case EHOSTUNREACH, EHOSTDOWN: FetchFailure.hostUnreachable
        case ETIMEDOUT: "the connection timed out"
        default: "the connection failed (error \(errnoCode))"
        }
    }
}

extension NIOSSLError {
    fileprivate var plainReason: String {
        let description = String(describing: self)
        return if isUnverifiedCertificate {
            """
            its certificate is out of date, or vouched for by nobody that this machine trusts; an authority of your own \
            is named by network.ca-file
            """
        } else if description.contains("WRONG_VERSION_NUMBER") || description.contains("HTTP_REQUEST") {
            "it does not speak TLS"
        } else if description.contains("UNSUPPORTED_PROTOCOL") || description.contains("PROTOCOL_VERSION") {
            "it does not support TLS 1.2 or later"
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
