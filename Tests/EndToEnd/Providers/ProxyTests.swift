import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Requests through a proxy that the session's environment or the configuration names.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ProxyTests {
    private static let password = "s3cretPassw0rd"

    /// Runs with a provider that only a proxy can reach.
    private func running(
        _ fault: LoopbackProxy.Fault? = nil, _ body: (Home, LoopbackProxy, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { server in
            try await LoopbackProxy.running(to: server.port, fault: fault) { proxy in
                let home = try Home(provider: nil, now: Forecast.now)
                home.environment["WEATHERD_OPEN_METEO_URL"] = "http://weather.test"
                try await body(home, proxy, server)
            }
        }
    }

    @Test(arguments: ["http_proxy", "ALL_PROXY", "WEATHERD_NETWORK_PROXY"])
    func proxyIsUsedAndItsPasswordIsNeverPrinted(variable: String) async throws {
        try await running { home, proxy, _ in
            home.environment[variable] = "http://me:\(Self.password)@127.0.0.1:\(proxy.port)"
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(proxy.targets.contains("weather.test:80"))
            #expect(Set(proxy.authorizations) == ["Basic " + Data("me:\(Self.password)".utf8).base64EncodedString()])
            for view in ["status", "status --output json", "current --output json"] {
                #expect(!"\(try home.ask(view))".contains(Self.password))
            }
            #expect(try daemon.stop() == 0)
            #expect(!daemon.log.contains(Self.password), "\(daemon.log)")
            for name in home.storedFiles {
                let files = ["state/weatherd/", "cache/weatherd/"].compactMap { home.bytes($0 + name) }
                for file in files { #expect(!String(decoding: file, as: UTF8.self).contains(Self.password)) }
            }
        }
    }

    @Test(arguments: ["no_proxy", "NO_PROXY", "WEATHERD_NETWORK_NO_PROXY"])
    func noProxyHostsAreReachedDirectly(variable: String) async throws {
        try await running { home, proxy, server in
            home.environment["WEATHERD_OPEN_METEO_URL"] = server.url
            home.environment["ALL_PROXY"] = "http://127.0.0.1:\(proxy.port)"
            home.environment[variable] = "example.org,127.0.0.0/8"
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            // Other requests, such as warnings, also go to this machine.
            #expect(proxy.targets.isEmpty, "\(proxy.targets)")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func configuredProxyOverridesEnvironmentAndFollowsReload() async throws {
        try await running { home, proxy, _ in
            home.environment["ALL_PROXY"] = "http://127.0.0.1:9"
            let daemon = try home.start()
            try home.awaitRefresh()
            let sentence = "the proxy 127.0.0.1:9 failed: connection refused"
            #expect(try home.json("status")["lastError"] as? String == sentence)
            #expect(try home.json("status")["offline"] as? Bool == true)

            // There is no weather yet, so it is requested again immediately.
            try home.configure("[network]\nproxy = \"http://127.0.0.1:\(proxy.port)\"\n")
            daemon.process.signal(SIGHUP)
            try home.await("short") { $0 == .ok(["⛅ 22°C"]) }
            #expect(proxy.targets.contains("weather.test:80"))
            #expect(try daemon.stop() == 0)
        }
    }

    /// Two providers, warnings, normals and ensembles use the proxy, which locks accounts after a few failures.
    @Test func rejectedPasswordIsSentOnceUntilSettingsChange() async throws {
        let refusal = "407 Proxy Authentication Required"
        try await running(.refusal(refusal, headers: "Proxy-Authenticate: Basic realm=x\r\n")) { home, proxy, _ in
            try await running { _, other, _ in
                home.environment["WEATHERD_PROVIDERS"] = "open-meteo,met-norway"
                home.environment["WEATHERD_NORMALS_SOURCE"] = "open-meteo"
                home.environment["WEATHERD_ENSEMBLE_SOURCE"] = "open-meteo"
                for name in ["MET_NORWAY", "NWS", "OPEN_METEO_ARCHIVE", "OPEN_METEO_ENSEMBLE"] {
                    home.environment["WEATHERD_\(name)_URL"] = "http://weather.test"
                }
                try Self.configure("http://me:wrong@127.0.0.1:\(proxy.port)", in: home)
                let daemon = try home.start()
                try home.awaitRefresh()
                for view in ["refresh --wait", "air", "alerts", "current --place 59.91,10.75"] {
                    _ = try home.ask(view)
                }
                let sentence = "the proxy 127.0.0.1:\(proxy.port) rejected weatherd: authentication failed"
                let status = try home.json("status")
                #expect(status["lastErrorCode"] as? String == "proxy-refused")
                #expect((status["lastError"] as? String)?.hasPrefix(sentence + "; retry after ") == true, "\(status)")
                #expect(try home.backingOff == [])
                #expect(proxy.targets.count == 1, "\(proxy.targets)")

                try Self.configure("http://me:right@127.0.0.1:\(other.port)", in: home)
                daemon.process.signal(SIGHUP)
                try home.await("short") { $0 == .ok(["⛅ 22°C"]) }
                #expect(proxy.targets.count == 1, "\(proxy.targets)")
                #expect(try daemon.stop() == 0)
                #expect(daemon.log.contains("no new weather: \(sentence)"), "\(daemon.log)")
            }
        }
    }

    @Test func rejectedPasswordIsNotSentAtEachStart() async throws {
        let refusal = "407 Proxy Authentication Required"
        try await running(.refusal(refusal, headers: "Proxy-Authenticate: Basic realm=x\r\n")) { home, proxy, _ in
            for (password, count) in [("wrong", 1), ("wrong", 1), ("wrong", 1), ("other", 2), ("other", 2)] {
                try Self.configure("http://me:\(password)@127.0.0.1:\(proxy.port)", in: home)
                let daemon = try home.start()
                try home.awaitRefresh()
                #expect(try home.json("status")["lastErrorCode"] as? String == "proxy-refused")
                #expect(proxy.targets.count == count, "\(proxy.targets)")
                #expect(try daemon.stop() == 0)
            }
        }
    }

    /// A service without TLS and without a proxy redirects to a URL that needs one.
    @Test func rejectedPasswordIsNotSentAgainAfterARedirect() async throws {
        let fault = LoopbackProxy.Fault.refusal(
            "407 Proxy Authentication Required", headers: "Proxy-Authenticate: Basic realm=x\r\n")
        try await LoopbackServer.running { request in
            .redirect(to: "https://weather.test" + request.path)
        } _: { server in
            try await LoopbackProxy.running(to: 9, fault: fault) { proxy in
                let home = try Home(provider: nil, now: Forecast.now)
                home.environment["WEATHERD_OPEN_METEO_URL"] = server.url
                home.environment["https_proxy"] = "http://me:wrong@127.0.0.1:\(proxy.port)"
                var sent: [Int] = []
                for _ in 0..<3 {
                    let daemon = try home.start()
                    try home.awaitRefresh()
                    _ = try home.ask("refresh --wait")
                    let status = try home.json("status")
                    #expect(status["lastErrorCode"] as? String == "proxy-refused", "\(status)")
                    #expect((status["lastError"] as? String)?.contains("authentication failed; retry after ") == true)
                    #expect(try daemon.stop() == 0)
                    sent.append(proxy.authorizations.count)
                }
                #expect(sent[0] > 0 && sent.allSatisfy { $0 == sent[0] }, "\(sent)")
            }
        }
    }

    private static func configure(_ proxy: String, in home: Home) throws {
        try home.configure("[network]\nproxy = \"\(proxy)\"\n")
        #expect(chmod(home.directory.file("config/weatherd/config.toml"), 0o600) == 0)
    }

    /// No provider backs off, since the next one uses the same proxy.
    @Test(
        arguments: [
            (.close, "the proxy PROXY failed: the connection was closed before a valid answer"),
            (.hang, "the proxy PROXY failed: no answer within 5 s"),
            (.garbage("220 mail.test ESMTP\r\n\r\n"), "the proxy PROXY failed: its answer is not HTTP"),
            (.closeAfterConnect, "the proxy PROXY failed for weather.test: it closed the connection"),
            (
                .refusal("403 Forbidden"),
                "the proxy PROXY failed for weather.test: it rejected the connection (HTTP 403)"
            ),
            (
                .refusal("502 Bad Gateway"),
                "the proxy PROXY failed for weather.test: it rejected the connection (HTTP 502)"
            ),
        ] as [(LoopbackProxy.Fault, String)], ["", "me:secret@"])
    func failureOfProxyIsOfNoProvider(_ expected: (fault: LoopbackProxy.Fault, sentence: String), user: String)
        async throws
    {
        try await running(expected.fault) { home, proxy, _ in
            home.environment["WEATHERD_PROVIDERS"] = "open-meteo,met-norway"
            home.environment["WEATHERD_MET_NORWAY_URL"] = "http://weather.test"
            home.environment["ALL_PROXY"] = "http://\(user)127.0.0.1:\(proxy.port)"
            let daemon = try home.start()
            try home.awaitRefresh()
            let status = try home.json("status")
            #expect(status["lastErrorCode"] as? String == "proxy-failed")
            let sentence = expected.sentence.replacing("PROXY", with: "127.0.0.1:\(proxy.port)")
            // A busy machine takes longer.
            let error = (status["lastError"] as? String)?.replacing(/within \d+ s/, with: "within 5 s")
            #expect(error == sentence)
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
        }
    }

    /// The messages name the variable but never its value.
    @Test(arguments: ["HTTPS_PROXY", "all_proxy", "WEATHERD_NETWORK_PROXY"])
    func unsupportedProxyIsStartError(variable: String) throws {
        let home = try Home(provider: nil)
        home.environment[variable] = "https://me:\(Self.password)@proxy.test"
        // With TLS, which all real providers use.
        home.environment["WEATHERD_OPEN_METEO_URL"] = "https://127.0.0.1:9"
        let end = try home.weatherd()
        #expect(end.status == 78)
        let words = "must be an http:// or socks5:// proxy"
        #expect(end.errors.hasPrefix("weatherd: \(variable): "), "\(end.errors)")
        #expect(end.errors.contains(words), "\(end.errors)")
        #expect(!end.errors.contains(Self.password))
    }

    @Test func proxyPasswordReadableByOthersIsStartError() throws {
        let home = try Home(provider: nil)
        try home.configure("[network]\nproxy = \"http://me:\(Self.password)@127.0.0.1:9\"\n")
        let path = home.directory.file("config/weatherd/config.toml")
        #expect(chmod(path, 0o644) == 0)
        let end = try home.weatherd()
        #expect(end.status == 78)
        #expect(
            end.errors
                == """
                weatherd: \(path):2: network.proxy: other users can read the password in \(path); fix with: \
                chmod 600 \(path)

                """)
        #expect(chmod(path, 0o600) == 0)
        #expect(try home.weatherd("--check-config").status == 0)
    }
}
