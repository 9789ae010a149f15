import CCurl
import Testing

@testable import HTTP

struct TLSHandshakeTests {
    private func handshake(_ messages: [(curl_infotype, [UInt8])]) -> TLSHandshake {
        var handshake = TLSHandshake()
        for (kind, bytes) in messages { bytes.withUnsafeBytes { handshake.see(kind, $0) } }
        return handshake
    }

    @Test func invalidHandshakesAreRejected() {
        let hello = (CURLINFO_SSL_DATA_OUT, [UInt8](repeating: 1, count: 40))
        #expect(handshake([hello]).reason == nil, "the connection was closed")
        #expect(handshake([hello, (CURLINFO_SSL_DATA_IN, Array("HTTP/".utf8))]).reason == "it does not support TLS")
        let record = (CURLINFO_SSL_DATA_IN, [21, 3, 1, 0, 2] as [UInt8])
        let old = handshake([hello, record, (CURLINFO_SSL_DATA_IN, [2, 70])])
        #expect(old.reason == "it does not support TLS 1.2 or later")
        #expect(handshake([hello, record, (CURLINFO_SSL_DATA_IN, [2, 40])]).reason == "the TLS handshake failed")
        #expect(handshake([(CURLINFO_TEXT, [2, 70])]).reason == nil)
    }
}
