import COpenSSL
import Foundation

/// A private certificate authority for servers on the loopback interface.
public final class CertificateAuthority: Sendable {
    /// The validity of a certificate.
    public enum Validity: Sendable {
        /// In every year, including those that tests set.
        case always
        case expired
        case notYet
    }

    /// A file with its certificate, as PEM, which is removed with it.
    public let certificatePath: String
    private let own: Certificate

    public init() throws {
        let name = "weatherd-test-authority-\(UInt32.random(in: 0 ... .max))"
        own = try Certificate(
            name, .always,
            [NID_basic_constraints: "critical,CA:TRUE", NID_key_usage: "critical,keyCertSign"])
        certificatePath = FileManager.default.temporaryDirectory.appending(path: "\(name).pem").path
        let file = BIO_new_file(certificatePath, "w")
        defer { BIO_free(file) }
        guard file != nil, PEM_write_bio_X509(file, own.certificate) == 1 else { throw OpenSSLFailure() }
    }

    deinit {
        unlink(certificatePath)
    }

    /// The identity of a server.
    ///
    /// - Parameter names: in openssl's format: `DNS:localhost,IP:127.0.0.1`.
    public func identity(
        _ names: String = "DNS:localhost,IP:127.0.0.1", _ validity: Validity = .always
    ) throws -> ServerIdentity {
        ServerIdentity(
            certificate: try Certificate(
                "a test's own server", validity,
                [NID_subject_alt_name: names, NID_ext_key_usage: "serverAuth", NID_basic_constraints: "CA:FALSE"],
                by: own))
    }
}

/// A server's certificate, its key, and the supported TLS versions.
public struct ServerIdentity: Sendable {
    /// The version numbers on the wire (RFC 8446, section 4.1.2).
    public enum TLSVersion: Int32, Sendable {
        case tlsv1 = 0x0301
        case tlsv11 = 0x0302
        case tlsv12 = 0x0303
        case tlsv13 = 0x0304
    }

    public var oldestVersion = TLSVersion.tlsv12
    public var newestVersion = TLSVersion.tlsv13
    fileprivate let certificate: Certificate

    /// OpenSSL's settings for connections, which the caller must free.
    func context() throws(OpenSSLFailure) -> OpaquePointer {
        let context = SSL_CTX_new(TLS_server_method())
        // Otherwise the versions that clients must reject would be disabled.
        SSL_CTX_set_security_level(context, 0)
        guard let context, SSL_CTX_use_certificate(context, certificate.certificate) == 1,
            SSL_CTX_use_PrivateKey(context, certificate.key) == 1,
            weatherd_set_versions(context, oldestVersion.rawValue, newestVersion.rawValue) == 1
        else { throw OpenSSLFailure() }
        return context
    }
}

/// OpenSSL rejects a certificate or a name, or is out of memory.
struct OpenSSLFailure: Error {}

/// A certificate and its key, which do not change.
private final class Certificate: Sendable {
    nonisolated(unsafe) let certificate: OpaquePointer
    nonisolated(unsafe) let key: OpaquePointer

    /// - Parameters:
    ///   - extensions: in openssl's format, by number.
    ///   - issuer: nil for a self-signed one.
    init(
        _ name: String, _ validity: CertificateAuthority.Validity, _ extensions: [Int32: String],
        by issuer: Certificate? = nil
    ) throws(OpenSSLFailure) {
        guard let certificate = X509_new(), let key = weatherd_new_key() else { throw OpenSSLFailure() }
        (self.certificate, self.key) = (certificate, key)
        let (start, end) =
            switch validity {
            case .always: ("20200101000000Z", "20491231000000Z")
            case .expired: ("20200101000000Z", "20200201000000Z")
            case .notYet: ("20490101000000Z", "20491231000000Z")
            }
        X509_set_version(certificate, Int(2))
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1 ... .max))
        ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), start)
        ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), end)
        X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC, name, -1, -1, 0)
        X509_set_issuer_name(certificate, X509_get_subject_name(issuer?.certificate ?? certificate))
        X509_set_pubkey(certificate, key)
        for (number, value) in extensions {
            let part = X509V3_EXT_conf_nid(nil, nil, number, value)
            defer { X509_EXTENSION_free(part) }
            guard part != nil, X509_add_ext(certificate, part, -1) == 1 else { throw OpenSSLFailure() }
        }
        guard X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0 else { throw OpenSSLFailure() }
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }
}
