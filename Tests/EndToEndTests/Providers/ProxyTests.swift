import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Wire

/// Requests through a proxy that the session's environment or the configuration names.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ProxyTests {
    private static let password = "s3cretPassw0rd"

    /// Runs with a provider that only a proxy can reach.
    private func running(_ body: (Home, LoopbackProxy, LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
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
            let sentence = "weather.test cannot be reached: proxy 127.0.0.1:9: connection refused"
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
