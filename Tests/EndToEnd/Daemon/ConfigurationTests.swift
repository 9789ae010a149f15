import ClientProtocol
import Glibc
import LoopbackHTTP
import Scratch
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct ConfigurationTests {
    @Test(arguments: [
        ("units = \"metric\"\nunit = 1\n", ":2: unit: is not a weatherd setting"),
        ("[location]\nlatitude = 91\nlongitude = 0\n", ":2: location.latitude: invalid value \"91\""),
        ("refresh-interval = \"5m\"\n", ":1: refresh-interval: must be a duration of at least 10m"),
        ("\n\nicons = \"ascii\n", ":3: invalid TOML: unterminated string"),
        ("[short]\nformat = \"{nonsense}\"\n", ":2: short.format: unknown placeholder"),
    ])
    func errorIsReported(text: String, message: String) throws {
        let home = try Home(provider: nil, place: nil)
        try home.configure(text)
        let path = home.directory.file("config/weatherd/config.toml")
        for arguments in [[], ["--check-config"], ["--config", path]] {
            let end = try Finished.running(Programs.weatherd, arguments, environment: home.environment)
            #expect(end.status == 78)
            #expect(end.output.isEmpty)
            #expect(end.errors.hasPrefix("weatherd: \(path)\(message)"), "\(end.errors)")
            #expect(end.errors.split(separator: "\n").count == 1)
        }
    }

    /// The other end of a pipe may never come.
    @Test func pipeInPlaceOfTheFileIsReported() throws {
        let home = try Home(provider: nil, place: nil)
        try home.configure("")
        let path = home.directory.file("config/weatherd/config.toml")
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        let end = try home.weatherd("--check-config")
        #expect(end.status == 78)
        #expect(end.errors == "weatherd: \(path): cannot be read: Connection timed out\n")
    }

    /// A time zone that cannot be read is UTC, and holds up neither a request nor the end.
    @Test(arguments: ["TZ", "TZDIR"])
    func pipeInPlaceOfTheTimeZoneIsNotRead(variable: String) throws {
        let home = try Home(provider: nil)
        #expect(mkfifo(home.directory.file("Zone"), 0o600) == 0)
        home.environment["TZ"] = variable == "TZ" ? ":" + home.directory.file("Zone") : "Zone"
        if variable == "TZDIR" { home.environment["TZDIR"] = home.directory.path }
        let daemon = try home.start()
        _ = try home.ask("refresh --wait")
        #expect(try home.ask("status").lines.contains { $0.hasPrefix("next-refresh: ") })
        #expect(try daemon.stop() == 0)
    }

    @Test func checkReportsAllErrors() throws {
        let home = try Home(provider: nil, place: nil)
        try home.configure("icons = \"png\"\nunit = 1\nclock = \"x\"\n")
        let check = try home.weatherd("--check-config")
        #expect(check.status == 78)
        #expect(check.errors.split(separator: "\n").count == 3, "\(check.errors)")
        let start = try home.weatherd()
        #expect(start.status == 78)
        #expect(check.errors.contains(start.errors) && start.errors.contains(":2: unit: is not a weatherd setting"))
    }

    @Test(arguments: [
        ("--confg", "unknown option \"--confg\"; did you mean --config?"),
        ("--nonsense", "unknown option \"--nonsense\"; run 'weatherd --help'"),
        ("-o", "unknown option \"-o\"; run 'weatherd --help'"),
        ("status", "unexpected argument \"status\"; run 'weatherd --help'"),
        ("--config", "option --config requires a path; run 'weatherd --help'"),
    ])
    func commandLineErrorIsReported(argument: String, message: String) throws {
        let home = try Home(provider: nil)
        let end = try home.weatherd(argument)
        #expect(end.status == 64)
        #expect(end.output.isEmpty)
        #expect(end.errors == "weatherd: \(message)\n")
        #expect(home.storedFiles.isEmpty)
    }

    @Test func environmentErrorIsReported() throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_ICONS"] = "hieroglyphs"
        let end = try home.weatherd()
        #expect(end.status == 78)
        #expect(
            end.errors
                == "weatherd: WEATHERD_ICONS: icons: invalid value \"hieroglyphs\": must be one of emoji, nerd-font, weather-icons, ascii\n"
        )
    }

    @Test func check() throws {
        let home = try Home(provider: nil)
        let path = home.directory.file("config/weatherd/config.toml")
        #expect(try home.weatherd("--check-config").output == "no configuration file at \(path); using the defaults\n")
        try home.configure("icons = \"ascii\"\nproviders = [\"met-norway\", \"open-meteo\"]\n")
        let end = try home.weatherd("--check-config")
        #expect(end.status == 0)
        #expect(end.output == "configuration OK: \(path)\n")
        #expect(
            end.errors
                == "weatherd: MET Norway requires contact details: set contact in config.toml to an email address or a URL\n"
        )
        #expect(home.storedFiles.isEmpty)
        #expect(try home.weatherd("--config", "/nowhere.toml").status == 78)
    }

    /// An optional setting does not cost the weather.
    @Test(.enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
    func settingsThatWorkersWouldRefuseAreLeftOut() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["WEATHERD_LOCATION_GAZETTEER"] = "/" + String(repeating: "p", count: 5000)
            let hosts = Array(repeating: "\"a.test\"", count: 40_000).joined(separator: ",")
            try home.configure("[network]\nno-proxy = [\(hosts)]\n")
            let check = try home.weatherd("--check-config")
            #expect(check.status == 78 && check.output.isEmpty)
            let problems = [
                "location.gazetteer: must be a path of at most 4095 bytes",
                "network.no-proxy: 40000 hosts; the limit is 10000",
            ]
            for problem in problems { #expect(check.errors.contains(problem), "\(check.errors)") }
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(daemon.log.split(separator: "\n").filter { $0.hasSuffix("; this setting is not used") }.count == 2)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(.enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
    func reload() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            try home.configure("units = \"metric\"\n")
            let daemon = try home.launch()
            try daemon.manager.wait(for: "READY=1")
            try home.awaitRefresh()
            func reload(_ text: String) throws {
                try home.configure(text)
                daemon.process.signal(SIGHUP)
                let message = try daemon.manager.wait(for: "RELOADING=1\nMONOTONIC_USEC=")
                #expect(Int(message.drop { $0 != "\n" }.dropFirst("\nMONOTONIC_USEC=".count)) ?? 0 > 0)
                try daemon.manager.wait(for: "READY=1")
            }
            // The bar's client gets the last line before the format changes.
            let watcher = try home.client()
            #expect(try watcher.ask("watch short") == .ok(["⛅ 22°C"]))
            try reload("units = \"imperial\"\n")
            #expect(try watcher.reply() == .ok(["⛅ 72°F"]))
            #expect(try home.ask("short") == .ok(["⛅ 72°F"]))

            try reload("units = \"imperial\"\nicon = \"ascii\"\n")
            #expect(daemon.log.contains("config.toml:2: icon: is not a weatherd setting"), "\(daemon.log)")
            #expect(daemon.log.contains("keeping the old configuration"))
            #expect(try home.ask("short") == .ok(["⛅ 72°F"]))

            try reload("[short]\nformat = \"{temperature}\"\n")
            #expect(try home.ask("short") == .ok(["22°C"]))
            // Settings made with weatherctl take precedence.
            #expect(try home.ask("set-units temperature=k").code == nil)
            try reload("units = \"imperial\"\n")
            #expect(try home.ask("short") == .ok(["⛅ 295 K"]))
            #expect(try daemon.stop() == 0)
        }
    }
}
