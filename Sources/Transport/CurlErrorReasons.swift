import Endpoints
import CCurl
import Glibc
import HTTP
import Weather

extension CurlError {
    /// What is wrong with the proxy, as the rest of a sentence; nil when it is not the proxy.
    func reason(of proxy: Proxy) -> String? {
        if proxyStatus == 407 { return "wants a user and a password, or others" }
        if proxyStatus != 0, !(200..<300).contains(proxyStatus) { return "does not pass the connection on" }
        return switch CURLcode(code) {
        case CURLE_COULDNT_RESOLVE_PROXY: "cannot be reached: its name is not known"
        case CURLE_COULDNT_CONNECT: "cannot be reached: \(systemReason)"
        case CURLE_PROXY: "does not pass the connection on"
        default: nil
        }
    }

    /// `connection refused`, without the name of the system call.
    var systemReason: String {
        switch systemError {
        case 0: "the connection failed"
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "the connection was reset"
        case ENETUNREACH, ENETDOWN: FetchFailure.networkUnreachable
        case EHOSTUNREACH, EHOSTDOWN: FetchFailure.hostUnreachable
        case ETIMEDOUT: "the connection timed out"
        default: "the connection failed (error \(systemError))"
        }
    }

    /// Why the server's certificate is not believed.
    var certificateReason: String {
        switch verification {
        // What the TLS library does not object to, libcurl does for its name, and then leaves the code as it was at first.
        case X509.ok, X509.unspecified, X509.hostnameMismatch, X509.addressMismatch:
            "its certificate is for another name"
        case X509.expired: "its certificate has expired, or the clock of this machine is wrong"
        case X509.notYetValid: "its certificate is not valid yet, or the clock of this machine is wrong"
        case let code where X509.unknownAuthority.contains(code):
            """
            its certificate is vouched for by nobody that this machine trusts; an authority of your own is named by \
            network.ca-file
            """
        default: "its certificate is not accepted (OpenSSL verification error \(verification))"
        }
    }

    /// Codes of X509_V_ERR in openssl/x509_vfy.h, which have not changed since they are there.
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
    /// Why it failed; nil when the connection was closed before the server said anything of it.
    var reason: String? {
        if isTLS == false { return "it does not speak TLS" }
        guard let alert else { return nil }
        return alert == Self.versionAlert ? "it does not support TLS 1.2 or later" : "the TLS handshake failed"
    }
}
