import Testing
import WorkerProtocol

struct ProxyPolicyTests {
    /// The proxy for an address; `-` for none.
    private func route(_ url: String, _ variables: [String: String]) throws -> String {
        let policy = ProxyPolicy(variables: variables, except: ProxyExceptions(variables: variables))
        return try policy.proxy(for: url)?.description ?? "-"
    }

    private static let secure = "https://api.example.org/v1"
    private static let plain = "http://api.example.org/v1"

    @Test(
        arguments: [
            ([:], "-", "-"),
            (["HTTPS_PROXY": ""], "-", "-"),
            (["HTTPS_PROXY": "http://p:3128"], "p:3128", "-"),
            (["https_proxy": "http://p:3128", "HTTPS_PROXY": "http://q:1"], "p:3128", "-"),
            (["http_proxy": "p:3128"], "-", "p:3128"),
            // In a web server's environment, this variable is set by the remote client.
            (["HTTP_PROXY": "http://p:3128"], "-", "-"),
            (["ALL_PROXY": "socks5h://p"], "p:1080", "p:1080"),
            (["all_proxy": "socks5://p:9050", "https_proxy": "http://q"], "q:80", "p:9050"),
            (["HTTPS_PROXY": "http://[2001:db8::1]:8080/"], "[2001:db8::1]:8080", "-"),
            (["HTTPS_PROXY": "http://me:secret@p:3128"], "p:3128", "-"),
            (["HTTPS_PROXY": "http://me:1234@p", "ALL_PROXY": "socks5://[::1]:/"], "p:80", "[::1]:1080"),
        ] as [([String: String], String, String)])
    func proxyVariablesMatchCurl(variables: [String: String], secure: String, plain: String) throws {
        #expect(try route(Self.secure, variables) == secure)
        #expect(try route(Self.plain, variables) == plain)
    }

    @Test(
        arguments: [
            ("*", ["https://a.test"], []),
            (
                "example.org", ["https://example.org", "https://api.example.org:8443/x", "https://EXAMPLE.ORG."],
                ["https://notexample.org", "https://example.org.evil.test", "https://example.com"]
            ),
            (".example.org", ["https://example.org", "https://a.b.example.org"], ["https://notexample.org"]),
            ("*.example.org", ["https://api.example.org"], ["https://notexample.org"]),
            ("a.test, b.test\tc.test", ["https://a.test", "https://b.test", "https://c.test"], ["https://d.test"]),
            ("a.test:8443", ["https://a.test:8443"], ["https://a.test", "https://a.test:443"]),
            ("a.test:443", ["https://a.test"], ["http://a.test"]),
            (
                "192.0.2.7", ["https://192.0.2.7", "http://192.0.2.7:80"],
                ["https://192.0.2.70", "https://1.192.0.2.7"]
            ),
            ("192.0.2.7:8080", ["http://192.0.2.7:8080"], ["http://192.0.2.7"]),
            ("10.0.0.0/8", ["http://10.255.0.1"], ["http://11.0.0.1", "https://10.example.org"]),
            ("172.16.0.0/12", ["http://172.31.255.255"], ["http://172.32.0.0"]),
            ("0.0.0.0/0", ["http://8.8.8.8"], ["https://[2001:db8::1]"]),
            ("2001:db8::/32", ["https://[2001:db8::7]:8443"], ["https://[2001:db9::7]", "https://10.0.0.1"]),
            ("[2001:db8::1]:443", ["https://[2001:db8::1]"], ["https://[2001:db8::1]:80", "https://[2001:db8::2]"]),
            ("::1", ["https://[::1]", "https://[0:0:0:0:0:0:0:1]:99"], ["https://[::2]"]),
            ("localhost", ["http://localhost:8080"], ["http://127.0.0.1"]),
            ("10.0.0.0/33, 10.0.0.0/x, /8, ., :80", [], ["http://10.0.0.1", "https://a.test"]),
            ("", [], ["https://a.test"]),
        ] as [(String, [String], [String])])
    func noProxyMatchesCurl(list: String, direct: [String], proxied: [String]) throws {
        for variable in ["no_proxy", "NO_PROXY"] {
            let variables = ["ALL_PROXY": "http://p:3128", variable: list]
            for url in direct { #expect(try route(url, variables) == "-", "\(url) with \(list)") }
            for url in proxied { #expect(try route(url, variables) == "p:3128", "\(url) with \(list)") }
        }
    }

    @Test func configuredProxyAppliesToAllSchemes() throws {
        let policy = ProxyPolicy(try Proxy("socks5://p"), except: ProxyExceptions([".lan", "10.0.0.0/8"]))
        #expect(try policy.proxy(for: Self.secure)?.description == "p:1080")
        #expect(try policy.proxy(for: "http://weather.lan") == nil)
        #expect(try ProxyPolicy().proxy(for: Self.secure) == nil)
    }

    /// The value is not repeated, since it may contain a password.
    @Test(
        arguments: [
            ("https://me:secret@p:3128", "must be an http:// or socks5:// proxy"),
            ("socks4://secret@p", "must be an http:// or socks5:// proxy"),
            ("socks5://me:secret@p", "user and password are not supported for a socks5:// proxy"),
            ("http://", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            ("http://p:12345678901234567890", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            (
                "socks5://[::1]:99999999999999999999/",
                "must be the URL of a proxy, such as http://proxy.example.org:3128"
            ),
            ("http://p:99999", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            ("http://me:1234@p:0", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            ("http://me:%zz@p", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            ("http://p/secret", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
            ("two words", "must be the URL of a proxy, such as http://proxy.example.org:3128"),
        ])
    func invalidProxyIsReported(address: String, sentence: String) {
        for variable in ["https_proxy", "HTTPS_PROXY", "http_proxy", "ALL_PROXY"] {
            #expect(throws: ProxyPolicy.Problem(variable: variable, sentence: sentence)) {
                try route(variable == "http_proxy" ? Self.plain : Self.secure, [variable: address])
            }
        }
    }

    /// An invalid proxy does not affect hosts that do not use it.
    @Test func invalidProxyIsReportedWhenUsed() throws {
        let variables = ["ALL_PROXY": "socks4://p", "https_proxy": "http://q:1", "no_proxy": ".lan"]
        #expect(try route(Self.secure, variables) == "q:1")
        #expect(try route("http://weather.lan", variables) == "-")
        #expect(throws: ProxyPolicy.Problem.self) { try route(Self.plain, variables) }
    }

    /// A worker gets the daemon's settings.
    @Test(arguments: [
        "http://me:s%40c%3Aret@p:3128", "http://[2001:db8::1]:80", "socks5://p:1080", "http://%C3%BC:%25@a.test:1",
        "http://me:@p:80",
    ])
    func proxyRoundTripsThroughItsURL(address: String) throws {
        let proxy = try Proxy(address)
        #expect(try Proxy(proxy.address) == proxy)
        let exceptions = ProxyExceptions([".lan", "10.0.0.0/8", "a.test:81"])
        #expect(ProxyExceptions(exceptions.words) == exceptions)
    }

    @Test func proxyPasswordIsNeverPrinted() throws {
        let proxy = try Proxy("http://me:s%40cret@p:3128")
        #expect(proxy.hasCredentials)
        #expect(proxy.credentials?.user == "me" && proxy.credentials?.password == "s@cret")
        var settings = NetworkSettings()
        settings.proxies = ProxyPolicy(proxy, except: ProxyExceptions())
        for text in ["\(proxy)", String(reflecting: proxy), "\(settings)", String(reflecting: settings)] {
            #expect(!text.contains("cret") && !text.contains("me:"), "\(text)")
        }
    }
}
