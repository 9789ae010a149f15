import Testing
import WorkerProtocol

struct WebAddressTests {
    @Test(
        arguments: [
            ("https://api.open-meteo.com/v1?x=1#y", "api.open-meteo.com", 443), ("http://127.0.0.1", "127.0.0.1", 80),
            ("http://127.0.0.1:65535/", "127.0.0.1", 65_535), ("http://[::1]:8080/x", "::1", 8080),
            ("http://[::1]", "::1", 80), ("HTTPS://A.test:", "A.test", 443),
            ("http://a_b.test:1?x=:99999", "a_b.test", 1),
            ("http://u:p@a.test:81/", "a.test", 81),
        ] as [(String, String, Int)])
    func supportedAddressesAreAccepted(text: String, host: String, port: Int) {
        let address = WebAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
    }

    @Test(arguments: [
        "", "x", "ftp://a.test", "http://", "http:///x", "http://:80", "http://127.0.0.1:65536/", "http://[::1]:70000",
        "http://a.test:0", "http://a.test:99999999999999999999", "http://a.test:-1", "http://a.test:+80",
        "http://a.test:8x",
        "http://a.test:\u{661}", "https://a%00b.test", "http://a b.test",
        "http://" + String(repeating: "a", count: 9000),
    ])
    func unsupportedAddressesAreRejected(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
