import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Servers that fail TLS verification, and the configured authority.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CertificateTests {
    private static let unknown = """
        its certificate is signed by an unknown authority; to trust an authority of your own, set \
        network.ca-file
        """

    /// A server's certificate, and the resulting error; nil for success.
    @Test(
        arguments: [
            ("DNS:localhost", .always, true, nil),
            ("DNS:localhost", .always, false, unknown),
            (
                "DNS:localhost", .expired, true,
                "its certificate has expired, or the clock of this machine is wrong"
            ),
            (
                "DNS:localhost", .notYet, true,
                "its certificate is not valid yet, or the clock of this machine is wrong"
            ),
            (
                "DNS:other.test", .always, true,
                "hostname mismatch: its certificate is for another name"
            ),
        ] as [(String, CertificateAuthority.Validity, Bool, String?)])
    func isVerified(names: String, validity: CertificateAuthority.Validity, known: Bool, reason: String?) async throws {
        let authority = try CertificateAuthority()
        let answer: LoopbackServer.Handler = { _ in .json(Forecast(warmer: 5).json) }
        let good = try await LoopbackServer.start(identity: authority.identity()) { _ in .json(Forecast().json) }
        let home = try Home(provider: nil, now: Forecast.now)
        home.environment["WEATHERD_OPEN_METEO_URL"] = "https://localhost:\(good.port)"
        var daemon = try home.start(setting: ["WEATHERD_NETWORK_CA_FILE": authority.certificatePath])
        try home.awaitRefresh()
        #expect(try home.json("current")["temperatureC"] as? Double == 22.1)
        #expect(try daemon.stop() == 0)
        await good.stop()
        let cached = try #require(home.bytes(home.cachePath))

        home.clock?.now += 1200
        let identity = try authority.identity(names, validity)
        try await LoopbackServer.running(identity: identity, handler: answer) { server in
            home.environment["WEATHERD_OPEN_METEO_URL"] = "https://localhost:\(server.port)"
            daemon = try home.start(setting: known ? ["WEATHERD_NETWORK_CA_FILE": authority.certificatePath] : [:])
            try home.awaitRefresh()
            let status = try home.json("status")
            let current = try home.json("current")
            if let reason {
                let sentence = """
                    TLS verification failed for localhost:\(server.port): \(reason)
                    """
                #expect(status["lastError"] as? String == sentence)
                #expect(daemon.log.contains("weatherd: no new weather: \(sentence)\n"), "\(daemon.log)")
                #expect(server.requests.isEmpty)
                #expect(current["temperatureC"] as? Double == 22.1)
                #expect(current["ageSeconds"] as? Int == 1200)
            } else {
                #expect(status["lastError"] is NSNull)
                #expect(current["temperatureC"] as? Double == 27.1)
            }
            #expect(try daemon.stop() == 0)
            #expect((home.bytes(home.cachePath) == cached) == (reason != nil))
        }
    }

    /// TLS proves that it is the provider's own page, and not of a captive portal, which is probed every 50 s.
    @Test func webPageOverTLSIsTheProvidersFailure() async throws {
        let authority = try CertificateAuthority()
        try await LoopbackServer.running(identity: authority.identity()) { _ in
            .json("<!DOCTYPE html><html><body>Maintenance</body></html>")
        } _: { server in
            let home = try Home(provider: nil, now: Forecast.now)
            home.environment["WEATHERD_OPEN_METEO_URL"] = "https://localhost:\(server.port)"
            let daemon = try home.start(setting: ["WEATHERD_NETWORK_CA_FILE": authority.certificatePath])
            try home.awaitRefresh()
            let status = try home.json("status")
            #expect(status["lastErrorCode"] as? String == "malformed")
            let sentence = "localhost:\(server.port) returned an invalid response: the response is a web page, not JSON"
            #expect(status["lastError"] as? String == sentence)
            #expect(try home.backingOff.contains("open-meteo"))
            #expect(try daemon.stop() == 0)
        }
    }

    /// The file takes effect on reload, and an invalid one changes nothing.
    @Test func certificateFileIsReadAgainOnReload() async throws {
        let authority = try CertificateAuthority()
        try await LoopbackServer.running(identity: try authority.identity()) { _ in
            .json(Forecast().json)
        } _: { server in
            let home = try Home(provider: nil, now: Forecast.now)
            home.environment["WEATHERD_OPEN_METEO_URL"] = "https://localhost:\(server.port)"
            let file = home.directory.file("ca.pem")
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.weatherctl("short").status == 75)

            try home.configure("[network]\nca-file = \"\(file)\"\n")
            daemon.process.signal(SIGHUP)
            let path = home.directory.file("config/weatherd/config.toml")
            try daemon.awaitLog(
                """
                \(path):2: network.ca-file: \(file) cannot be read: No such file or directory; keeping the old \
                configuration
                """, asking: home)
            #expect(try home.weatherctl("short").status == 75)

            try FileManager.default.copyItem(atPath: authority.certificatePath, toPath: file)
            daemon.process.signal(SIGHUP)
            try home.await("short") { $0 == .ok(["⛅ 22°C"]) }
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(arguments: ["garbage", nil])
    func invalidCertificateFileIsStartError(text: String?) throws {
        let home = try Home(provider: nil)
        if let text { try home.directory.write(text, to: "ca.pem") }
        let file = home.directory.file("ca.pem")
        home.environment["WEATHERD_NETWORK_CA_FILE"] = file
        let end = try home.weatherd()
        #expect(end.status == 78)
        let problem =
            text == nil
            ? "cannot be read: No such file or directory"
            : "contains no complete certificate in PEM format"
        #expect(end.errors == "weatherd: WEATHERD_NETWORK_CA_FILE: network.ca-file: \(file) \(problem)\n")
    }
}
