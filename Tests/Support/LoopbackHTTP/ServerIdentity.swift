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
    /// As PEM.
    let certificate: [UInt8]
    /// As PEM.
    let key: [UInt8]

    init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }
}
