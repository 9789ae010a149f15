import Testing
import Weather
import WorkerProtocol

@testable import HTTP

struct RedirectPolicyTests {
    private func next(
        from old: String, to new: String, status: Int = 302, key: APIKey? = nil
    ) throws(FetchFailure) -> HTTPQuery? {
        let query = HTTPQuery(url: old, key: key, headers: ["If-Modified-Since": "x"])
        var redirects = RedirectPolicy(of: query)
        return try redirects.next(after: query, status: status, target: new)
    }

    @Test(arguments: [
        ("https://a.test/x", "https://a.test/y?z=1", "https://a.test/y?z=1"),
        ("https://a.test/x", "https://b.test/y", "https://b.test/y"),
        ("http://a.test/x", "https://a.test/x", "https://a.test/x"),
    ])
    func redirectIsFollowed(old: String, new: String, url: String) throws {
        for status in [301, 302, 303, 307, 308] {
            #expect(try next(from: old, to: new, status: status)?.url == url)
        }
        for status in [200, 300, 304, 305, 404] { #expect(try next(from: old, to: new, status: status) == nil) }
    }

    @Test(arguments: ["gopher://a.test", "file:///etc/passwd", "ftp://a.test/x"])
    func redirectToOtherSchemeIsRejected(target: String) throws {
        #expect(try next(from: "https://a.test/x", to: target) == nil)
    }

    @Test(arguments: [
        "http://127.0.0.1:65536/", "http://[::1]:70000", "http://127.0.0.1:0/", "http://a.test:99999999999999999999/",
        "https://", "http://a b/",
    ])
    func redirectToInvalidPortIsRejected(location: String) {
        #expect(throws: FetchFailure.malformed(host: "a.test", reason: "it redirects to an invalid URL")) {
            try next(from: "http://a.test/x", to: location)
        }
    }

    @Test func redirectFromTLSToPlainIsRejected() {
        #expect(
            throws: FetchFailure.malformed(host: "a.test", reason: "it redirects from HTTPS to HTTP")
        ) { try next(from: "https://a.test/x", to: "http://a.test/x") }
    }

    @Test(arguments: ["https://b.test/x", "https://a.test:8443/x", "https://A.test.evil.test", "https://b.test"])
    func keyIsNotForwarded(location: String) throws {
        let key = try #require(APIKey("s3cr3t"))
        #expect(
            throws: FetchFailure.malformed(
                host: "a.test", reason: "it redirects to another server, which must not receive the key")
        ) { try next(from: "https://a.test/x?appid=s3cr3t", to: location, key: key) }
        #expect(try next(from: "https://a.test/x?appid=s3cr3t", to: "https://A.test:443/y", key: key) != nil)
        #expect(try next(from: "http://a.test/x", to: "https://a.test/x", key: key) != nil)
    }

    @Test func headersAreDroppedForOtherServers() throws {
        #expect(try next(from: "https://a.test/x", to: "https://a.test/y")?.headers.isEmpty == false)
        #expect(try next(from: "https://a.test/x", to: "https://b.test/y")?.headers.isEmpty == true)
    }
}
