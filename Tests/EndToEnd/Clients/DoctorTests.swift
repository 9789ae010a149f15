import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// `weatherctl doctor`, with the real programs.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct DoctorTests {
    /// The problems that it found.
    private func faults(_ home: Home) throws -> [Diagnostic] {
        let finished = try home.weatherctl("doctor", "--output", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        let faults = findings.filter { $0["state"] as? String == "wrong" }.map {
            Diagnostic(
                .wrong, $0["subject"] as? String ?? "", $0["found"] as? String ?? "", advice: $0["advice"] as? String)
        }
        #expect(finished.status == (faults.isEmpty ? 0 : 1))
        #expect(object["well"] as? Bool == faults.isEmpty)
        #expect(finished.errors.isEmpty)
        return faults
    }

    /// The only problem, which the test expects.
    private func fault(_ home: Home) throws -> Diagnostic {
        let faults = try faults(home)
        #expect(faults.count == 1, "\(faults)")
        return try #require(faults.first)
    }

    private func ready(_ provider: LoopbackServer, _ setting: [String: String] = [:]) throws -> (Home, RunningDaemon) {
        let home = try Home(provider: provider, now: Forecast.now)
        home.environment["TZ"] = "Europe/Oslo"
        let daemon = try home.start(setting: setting)
        try home.awaitRefresh()
        return (home, daemon)
    }

    private static func date(_ seconds: Int) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    @Test func healthyInstallationHasNoProblems() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json, headers: ["Date": Self.date(Forecast.now)])
        } _: { provider in
            let (home, daemon) = try ready(provider)
            #expect(try faults(home).isEmpty)
            // It probes reachability, but requests no weather.
            #expect(provider.requests.map(\.path) == ["/v1/forecast", "/robots.txt"])
            #expect(try home.json("status")["requestsToday"] as? Int == 1)
            let text = try home.weatherctl("doctor").output
            #expect(
                text.contains("\nok  place           Montevideo (34.9°S 56.2°W), from WEATHERD_LOCATION_LATITUDE\n"),
                "\(text)")
            // The tests have no system bus.
            #expect(text.contains("\n!   sleep           not announced, since logind does not respond"), "\(text)")
            #expect(text.contains("\n!   saving          not possible: without a system bus, "), "\(text)")
            #expect(text.hasSuffix("\nNo problems found; suggestions are optional.\n"))
            #expect(provider.requests.count == 2, "a result is cached for a minute")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func noDaemon() throws {
        let home = try Home(provider: nil)
        let fault = try fault(home)
        #expect(fault.subject == "daemon" && fault.found == "not running")
        try home.start().kill()
        #expect(try self.fault(home) == fault, "its stale socket is not a separate problem")
        let text = try home.weatherctl("doctor").output
        #expect(
            text.contains("\n-   socket       \(home.socketPath) was left by a weatherd that has exited\n"),
            "\(text)")
    }

    @Test func configurationErrorIsReported() throws {
        let home = try Home(provider: nil, place: nil)
        try home.configure("units = \"nonsense\"\n")
        let faults = try faults(home)
        #expect(faults.map(\.subject) == ["config.toml", "daemon"])
        #expect(faults[0].found.contains("config.toml:1: units: unknown unit \"nonsense\""), "\(faults)")
    }

    @Test func keyReadableByOthersIsReported() throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_PROVIDERS"] = "openweathermap"
        let path = try home.keyFile("key", mode: 0o644)
        home.environment["WEATHERD_OPENWEATHERMAP_API_KEY_FILE"] = path
        let faults = try faults(home)
        #expect(faults.first?.found.hasSuffix("fix with: chmod 600 \(path)") == true, "\(faults)")
        #expect(!"\(faults)".contains(Home.key))
    }

    @Test func foreignFileAtSocketPathIsReported() throws {
        let home = try Home(provider: nil)
        try home.directory.write("", to: "weatherd.sock")
        #expect(try faults(home).first?.found == "\(home.socketPath) is not a socket")
        unlink(home.socketPath)
        let listener = try Descriptor.unixSocket(SOCK_STREAM)
        try listener.address(home.socketPath, "bind", Glibc.bind)
        #expect(listen(listener.number, 5) == 0)
        let fault = try #require(try faults(home).first)
        #expect(fault.found.hasPrefix("process \(getpid()) ("), "\(fault)")
        #expect(fault.found.hasSuffix(") listens on \(home.socketPath) and is not weatherd"))
    }

    @Test func missingRuntimeDirectoryIsReported() throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_SOCKET"] = nil
        chmod(home.directory.path, 0o777)
        #expect(try faults(home).first?.advice == "chmod 700 \(home.directory.path)")
        home.environment["XDG_RUNTIME_DIR"] = home.directory.file("nowhere")
        #expect(
            try faults(home).first?.found
                == "XDG_RUNTIME_DIR names \(home.directory.file("nowhere")), which does not exist")
    }

    @Test func unreadableSettingsAreReported() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["TZ"] = "Europe/Oslo"
            for path in [home.settingsPath, home.settingsCopyPath] {
                try FileManager.default.createDirectory(
                    atPath: home.directory.file(path), withIntermediateDirectories: true)
            }
            let daemon = try home.start()
            try home.awaitRefresh()
            let faults = try faults(home)
            #expect(faults.map(\.subject) == ["files", "files", "settings"])
            let problem = "cannot read \(home.directory.file(home.settingsPath)): it is not a file; move it away"
            #expect(faults.last?.found.contains(problem) == true, "\(faults)")
            #expect((try home.json("status")["settingsError"] as? String)?.hasPrefix(problem) == true)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func damagedSettingsAreReported() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["TZ"] = "Europe/Oslo"
            try FileManager.default.createDirectory(
                atPath: home.directory.file("state/weatherd"), withIntermediateDirectories: true)
            for path in [home.settingsPath, home.settingsCopyPath] { try home.directory.write("{", to: path) }
            let daemon = try home.start()
            try home.awaitRefresh()
            let fault = try fault(home)
            #expect(fault.subject == "settings")
            #expect(
                fault.found.contains(
                    " have been renamed to settings.json.damaged-\(Forecast.now) and settings.copy.json.damaged-"),
                "\(fault)")
            #expect((try home.json("status")["settingsError"] as? String)?.contains(fault.found) == true)
            #expect(try home.ask("set-units wind=kn").code == nil)
            #expect(try faults(home).isEmpty)
            #expect(try home.json("status")["settingsError"] as? String == nil)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func missingGazetteerIsReported() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let (home, daemon) = try ready(provider, ["WEATHERD_LOCATION_GAZETTEER": "/nowhere/gazetteer.sqlite"])
            #expect(
                try fault(home).found.hasPrefix(
                    "there is no /nowhere/gazetteer.sqlite; city search: only the largest cities"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func noLocation() throws {
        let home = try Home(provider: nil, place: nil)
        let daemon = try home.start()
        try home.awaitLocation()
        let place = try #require(try faults(home).first { $0.subject == "place" })
        #expect(place.found.hasPrefix("could not be detected: GeoClue cannot be queried, "), "\(place)")
        #expect(place.advice == "set yours with: weatherctl set-location CITY")
        #expect(try daemon.stop() == 0)
    }

    @Test func rejectedKeyIsReported() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let (home, first) = try ready(provider)
            var daemon = first
            func restart(_ status: Int) throws {
                #expect(try daemon.stop() == 0)
                home.clock?.now += 1200
                provider.respond { _ in .answer(status: status, body: []) }
                daemon = try home.start()
                try home.awaitRefresh()
            }
            try restart(400)
            #expect(try fault(home).found.contains(": 127.0.0.1:\(provider.port) rejected the request"))
            // It resolves by itself later.
            try restart(429)
            #expect(try faults(home).isEmpty)
            #expect(try home.weatherctl("doctor").output.contains(" rate-limited the request"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func unreachableProviderIsReported() throws {
        let home = try Home(provider: nil, now: Forecast.now)
        home.environment["TZ"] = "Europe/Oslo"
        for (url, sentence) in [
            ("http://127.0.0.1:9", "127.0.0.1:9 cannot be reached: connection refused"),
            ("https://nowhere.invalid", "cannot resolve nowhere.invalid"),
        ] {
            home.environment["WEATHERD_OPEN_METEO_URL"] = url
            let daemon = try home.start()
            try home.awaitRefresh()
            let fault = try fault(home)
            #expect(fault.subject == "open-meteo" && fault.found.hasPrefix(sentence), "\(fault)")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func untrustedCertificateIsReported() async throws {
        let identity = try CertificateAuthority().identity()
        try await LoopbackServer.running(identity: identity) { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["TZ"] = "Europe/Oslo"
            home.environment["WEATHERD_OPEN_METEO_URL"] = "https://localhost:\(provider.port)"
            let daemon = try home.start()
            try home.awaitRefresh()
            let fault = try fault(home)
            #expect(fault.found.contains("signed by an unknown authority"), "\(fault)")
            #expect(fault.advice?.contains("network.ca-file") == true)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func wrongClockIsReported() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json, headers: ["Date": Self.date(Forecast.now - 86_400)])
        } _: { provider in
            let (home, daemon) = try ready(provider)
            let fault = try fault(home)
            #expect(fault.subject == "clock" && fault.found == "is 24 h ahead of the weather service's")
            #expect(try daemon.stop() == 0)
        }
    }
}
