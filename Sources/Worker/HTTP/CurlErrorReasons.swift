import CCurl
import Glibc
import Weather

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
