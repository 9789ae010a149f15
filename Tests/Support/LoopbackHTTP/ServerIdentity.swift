import COpenSSL

/// A server's certificate, its key, and the supported TLS versions.
public struct ServerIdentity: Sendable {
    /// The version numbers on the wire (RFC 8446, section 4.1.2).
    public enum TLSVersion: Int32, Sendable {
        case tlsv1 = 0x0301
        case tlsv11 = 0x0302
        case tlsv12 = 0x0303
        case tlsv13 = 0x0304
    }

    /// OpenSSL rejects the certificate or the key, or is out of memory.
    struct Failure: Error {}

    public var oldestVersion = TLSVersion.tlsv12
    public var newestVersion = TLSVersion.tlsv13
    /// As PEM.
    let certificate: [UInt8]
    /// As PEM.
    let key: [UInt8]

    init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }

    /// OpenSSL's settings for connections, which the caller must free.
    func context() throws(Failure) -> OpaquePointer {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure() }
        // Otherwise the versions that clients must reject would be disabled.
        SSL_CTX_set_security_level(context, 0)
        let certificate = Self.read(certificate) { PEM_read_bio_X509($0, nil, nil, nil) }
        let key = Self.read(key) { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        defer {
            X509_free(certificate)
            EVP_PKEY_free(key)
        }
        guard SSL_CTX_use_certificate(context, certificate) == 1, SSL_CTX_use_PrivateKey(context, key) == 1,
            weatherd_set_versions(context, oldestVersion.rawValue, newestVersion.rawValue) == 1
        else {
            SSL_CTX_free(context)
            throw Failure()
        }
        return context
    }

    private static func read(_ pem: [UInt8], _ parse: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        pem.withUnsafeBytes { bytes in
            guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer { BIO_free(memory) }
            return parse(memory)
        }
    }
}
