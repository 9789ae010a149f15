import CCurl

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
