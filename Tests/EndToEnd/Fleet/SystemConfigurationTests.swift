import ClientProtocol
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// /etc/weatherd beneath the user's configuration.
@Suite(
    .ownThread, .timeLimit(.minutes(1)),
    .enabled(
        if: ProcessInfo.processInfo.environment["WEATHERD_INTEGRATION"] == "1",
        "it takes a mount namespace; run make integration"))
struct SystemConfigurationTests {
    @Test func organisationsSettingsApply() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: nil, now: Forecast.now)
            home.environment["WEATHERD_OPEN_METEO_URL"] = nil
            let etc = try EtcDirectory(in: home)
            try etc.write("[open-meteo]\nurl = \"\(provider.url)\"\n[units]\nwind = \"kn\"\n", to: "config.toml")
            try etc.write("icons = \"ascii\"\n", to: "config.d/50-icons.toml")
            try home.configure("[units]\ntemperature = \"f\"\n")
            let user = home.directory.file("config/weatherd/config.toml")
            let files = ["/etc/weatherd/config.toml", "/etc/weatherd/config.d/50-icons.toml", user]

            let check = try etc.weatherd("--check-config")
            #expect(check.status == 0 && check.output == "configuration OK: \(files.joined(separator: ", "))\n")

            let daemon = try home.launch(first: etc.first)
            try daemon.manager.wait(for: "READY=1")
            try home.awaitRefresh()
            #expect(provider.requests.count == 1)
            let status = try home.ask("status").lines
            #expect(status.contains("config-files: \(files.joined(separator: ", "))"), "\(status)")
            let keys = try #require(status.first { $0.hasPrefix("config-keys: ") })
            for key in [
                "open-meteo.url (/etc/weatherd/config.toml:2)", "units.wind (/etc/weatherd/config.toml:4)",
                "icons (/etc/weatherd/config.d/50-icons.toml:1)", "units.temperature (\(user):2)",
                "location.latitude (WEATHERD_LOCATION_LATITUDE)",
            ] { #expect(keys.contains(key), "\(keys)") }
            #expect(status.contains("config-errors: -"))
            let listed = try #require(try home.json("status")["configKeys"] as? [[String: Any]])
            let wind = try #require(listed.first { $0["key"] as? String == "units.wind" })
            #expect(wind["file"] as? String == "/etc/weatherd/config.toml" && wind["line"] as? Int == 4)

            // Settings made with weatherctl override all files.
            _ = try home.ask("set-units wind=bft")
            let chosen = try #require(try home.ask("status").lines.first { $0.hasPrefix("config-keys: ") })
            #expect(chosen.contains("units.wind (set by weatherctl)"), "\(chosen)")

            // A reload reads all files, and an administrator's error costs the setting.
            try etc.write("icons = \"hieroglyphs\"\nstale-after = \"2h\"\n", to: "config.d/50-icons.toml")
            daemon.process.signal(SIGHUP)
            try daemon.manager.wait(for: "RELOADING=1")
            try daemon.manager.wait(for: "READY=1")
            let problem = "/etc/weatherd/config.d/50-icons.toml:1: icons: invalid value \"hieroglyphs\""
            let errors = try #require(try home.ask("status").lines.first { $0.hasPrefix("config-errors: ") })
            #expect(errors.hasPrefix("config-errors: \(problem)"), "\(errors)")
            #expect(daemon.log.contains("\(problem): ") && daemon.log.contains("; this setting is not used\n"))
            let wrong = try etc.weatherd("--check-config")
            #expect(wrong.status == 78 && wrong.errors.hasPrefix("weatherd: \(problem)"), "\(wrong.errors)")

            // An empty file masks it.
            try FileManager.default.createDirectory(
                atPath: home.directory.file("config/weatherd/config.d"), withIntermediateDirectories: true)
            try home.directory.write("", to: "config/weatherd/config.d/50-icons.toml")
            daemon.process.signal(SIGHUP)
            try daemon.manager.wait(for: "RELOADING=1")
            try daemon.manager.wait(for: "READY=1")
            #expect(try home.ask("status").lines.contains("config-errors: -"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func brokenFileDoesNotCostTheWeather() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let etc = try EtcDirectory(in: home)
            try etc.write("icons = \"ascii\n", to: "config.toml")
            let daemon = try home.start(first: etc.first)
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            let problem = "/etc/weatherd/config.toml:1: invalid TOML: unterminated string"
            #expect(try home.ask("status").lines.contains("config-errors: \(problem)"))
            #expect(daemon.log.contains("\(problem); this file is not used\n"), "\(daemon.log)")
            #expect(try daemon.stop() == 0)
            // The user's own errors are still refused.
            try home.configure("icons = \"png\"\n")
            #expect(try etc.weatherd().status == 78)
        }
    }
}

/// /etc/weatherd of the programs that are started with it, in a mount namespace of their own.
private struct EtcDirectory {
    let home: Home

    init(in home: Home) throws {
        self.home = home
        for name in ["lower/weatherd", "etc/config.d"] {
            try FileManager.default.createDirectory(
                atPath: home.directory.file(name), withIntermediateDirectories: true)
        }
    }

    func write(_ text: String, to name: String) throws {
        try home.directory.write(text, to: "etc/\(name)")
    }

    /// /etc may have no such directory yet, so it gets one from an overlay.
    private var mounts: String {
        "mount -t overlay -o lowerdir=\(home.directory.file("lower")):/etc overlay /etc "
            + "&& mount --bind \(home.directory.file("etc")) /etc/weatherd && exec \"$0\" \"$@\""
    }

    /// The commands before exec, for a program with this directory.
    var first: String { "exec unshare --mount sh -c '\(mounts)' \"$0\" \"$@\"" }

    func weatherd(_ arguments: String...) throws -> Finished {
        try Finished.running(
            "/usr/bin/unshare", ["--mount", "sh", "-c", mounts, Programs.weatherd] + arguments,
            environment: home.environment)
    }
}
