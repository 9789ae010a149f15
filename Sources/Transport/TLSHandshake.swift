import CCurl

/// What was seen of a TLS handshake that failed. libcurl has one code for whatever ends it.
struct TLSHandshake: Sendable, Hashable {
    /// The last alert that either side sent (RFC 8446, 6.2); nil for none.
    private(set) var alert: UInt8?
    /// Whether the server's first bytes are those of a TLS record; nil while nothing came.
    private(set) var isTLS: Bool?

    /// protocol_version.
    static let versionAlert: UInt8 = 70

    /// The types of records, change_cipher_spec to heartbeat.
    private static let records: ClosedRange<UInt8> = 20...24

    /// - Parameter bytes: the head of a record, or a message, as OpenSSL shows them one by one.
    mutating func see(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        guard kind == CURLINFO_SSL_DATA_IN || kind == CURLINFO_SSL_DATA_OUT, let first = bytes.first else { return }
        if kind == CURLINFO_SSL_DATA_IN, isTLS == nil { isTLS = Self.records.contains(first) }
        // A level, 1 or 2, and a description.
        if bytes.count == 2, first == 1 || first == 2 { alert = bytes[1] }
    }
}
