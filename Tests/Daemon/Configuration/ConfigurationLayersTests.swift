import Glibc
import Notifications
import Refreshing
import Rendering
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Configuration

/// The files of an administrator beneath the user's.
struct ConfigurationLayersTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for path in ["etc", "etc/config.d", "user", "user/config.d"] { mkdir(directory.file(path), 0o700) }
    }

    private func source(
        _ files: [String: String], named: String? = nil, environment: [String: String] = [:]
    ) throws -> ConfigurationSource {
        for (path, text) in files { try directory.write(text, to: path) }
        return try ConfigurationSource(files: layers(named: named), environment: environment) { _, _ in }
    }

    private func layers(named: String? = nil) -> ConfigurationFiles {
        ConfigurationFiles(
            user: directory.file("user"), named: named.map(directory.file), system: directory.file("etc"))
    }

    private func configuration(
        _ files: [String: String], environment: [String: String] = [:]
    ) throws -> Configuration {
        try source(files, environment: environment).configuration
    }

    private func mistakes() -> [String] {
        ConfigurationSource.mistakes(files: layers(), environment: [:]) { _, _ in }
            .map { $0.description.replacing(directory.path + "/", with: "") }
    }

    private func problems(of configuration: Configuration) -> [String] {
        configuration.origin.problems.map { $0.replacing(directory.path + "/", with: "") }
    }

    // MARK: - Order

    @Test func laterLayerWins() throws {
        var files: [String: String] = [:]
        let paths = [
            "etc/config.toml", "etc/config.d/10-a.toml", "etc/config.d/90-b.toml", "user/config.toml",
            "user/config.d/10-c.toml", "user/config.d/90-d.toml",
        ]
        for (index, path) in paths.enumerated() {
            files[path] = "stale-after = \"\(index + 1)h\""
            let configuration = try configuration(files)
            #expect(configuration.staleAfter == (index + 1) * 3600, "\(path)")
            #expect(configuration.origin.files == paths.prefix(index + 1).map(directory.file))
            #expect(
                configuration.origin.keys == [ConfiguredKey("stale-after", .file(directory.file(path), line: 1))])
        }
        let overridden = try configuration(files, environment: ["WEATHERD_STALE_AFTER": "30m"])
        #expect(overridden.staleAfter == 1800)
        #expect(overridden.origin.keys == [ConfiguredKey("stale-after", .variable("WEATHERD_STALE_AFTER"))])
        let path = directory.file("user/config.d/90-d.toml")
        #expect(overridden.notices == ["WEATHERD_STALE_AFTER overrides stale-after in \(path)"])
    }

    @Test func tablesAreMergedAndListsAreReplaced() throws {
        let configuration = try configuration([
            "etc/config.toml": """
            providers = ["met-norway", "open-meteo"]
            contact = "it@example.org"
            [units]
            wind = "kn"
            [classes]
            hot = 25
            """,
            "user/config.toml": "providers = [\"open-meteo\"]\n[classes]\ncold = -5\n[units]\ntemperature = \"f\"",
        ])
        #expect(configuration.services.providers == [.openMeteo])
        #expect(configuration.services.contact == "it@example.org")
        #expect(configuration.units.wind == .knots && configuration.units.temperature == .fahrenheit)
        #expect(configuration.style.thresholds.hot == 25 && configuration.style.thresholds.cold == -5)
    }

    /// A system of units replaces the units of all earlier files.
    @Test func wordReplacesUnitsOfEarlierFiles() throws {
        let files = ["etc/config.toml": "[units]\nwind = \"kn\"", "user/config.toml": "units = \"imperial\""]
        #expect(try configuration(files).units == .imperial)
    }

    // MARK: - Drop-ins

    @Test func sameNameIsReplaced() throws {
        let configuration = try configuration([
            "etc/config.d/50-site.toml": "icons = \"ascii\"\nstale-after = \"2h\"",
            "user/config.d/50-site.toml": "stale-after = \"3h\"",
        ])
        #expect(configuration.staleAfter == 3 * 3600)
        #expect(configuration.origin.keys.map(\.key) == ["stale-after"])
    }

    @Test(arguments: ["empty", "/dev/null"])
    func fileIsMasked(by mask: String) throws {
        let path = "user/config.d/50-site.toml"
        if mask == "empty" {
            try directory.write("", to: path)
        } else {
            #expect(symlink(mask, directory.file(path)) == 0)
        }
        let configuration = try configuration([
            "etc/config.d/50-site.toml": "stale-after = \"2h\"", "etc/config.d/60-site.toml": "icons = \"ascii\"",
        ])
        #expect(configuration.staleAfter == 3600 && configuration.style.icons == .ascii)
        #expect(configuration.origin.files == [directory.file("etc/config.d/60-site.toml")])
    }

    @Test func otherFilesAreIgnored() throws {
        mkdir(directory.file("user/config.d/40-directory.toml"), 0o700)
        let configuration = try configuration([
            "user/config.d/.hidden.toml": "nonsense", "user/config.d/50-site.toml~": "nonsense",
            "user/config.d/README": "nonsense", "user/config.d/a.toml.dpkg-new": "nonsense",
        ])
        #expect(configuration == Configuration())
    }

    @Test func danglingLinkIsError() throws {
        #expect(symlink("/nowhere", directory.file("user/config.d/a.toml")) == 0)
        let error = #expect(throws: ConfigurationError.self) { try source([:]) }
        #expect(error?.description.hasSuffix("a.toml: cannot be read: No such file or directory") == true)
    }

    /// `--config` replaces all files of the user, and no others.
    @Test func namedFileReplacesTheUsersFiles() throws {
        let configuration = try source(
            [
                "etc/config.toml": "stale-after = \"2h\"", "user/config.toml": "nonsense",
                "user/config.d/a.toml": "nonsense", "other.toml": "icons = \"ascii\"",
            ], named: "other.toml"
        ).configuration
        #expect(configuration.staleAfter == 7200 && configuration.style.icons == .ascii)
        #expect(throws: ConfigurationError.self) { try source([:], named: "none.toml") }
    }

    // MARK: - Values that contradict each other

    /// A place is one value: the organisation's name is not given to the user's position.
    @Test func placeIsReplacedAsAWhole() throws {
        let site = "[location]\nlatitude = 59.91\nlongitude = 10.75\nname = \"Head office\"\nelevation = 12"
        let own = try configuration([
            "etc/config.toml": site, "user/config.toml": "[location]\nlatitude = 60\nlongitude = 5",
        ])
        #expect(own.location == Coordinate(latitude: 60, longitude: 5).map { Place(coordinate: $0) })
        #expect(own.elevation == nil)
        let city = try configuration(["user/config.toml": "location = \"Bergen\""])
        #expect(city.location == nil && city.city?.text == "Bergen")
        let error = #expect(throws: ConfigurationError.self) {
            try source(["user/config.toml": "[location]\nlatitude = 60"])
        }
        #expect(
            error?.description.hasSuffix("user/config.toml:2: location.latitude: requires location.longitude as well")
                == true)
    }

    @Test func reactionToWarningsIsReplaced() throws {
        let table = "[on.alert]\nat-least = \"severe\"\ndo = [\"true\"]"
        let word = "[on]\nalert = \"off\""
        let off = try configuration(["etc/config.toml": table, "user/config.toml": word])
        #expect(off.reactions[.alert] == nil && off.reactions.alerts.leastSeverity == nil)
        let command = try configuration(["etc/config.toml": word, "user/config.toml": table])
        #expect(command.reactions[.alert] == .command(["true"]))
    }

    @Test func stationIsReplaced() throws {
        let configuration = try configuration([
            "etc/config.toml": "[station]\nfile = \"/run/station\"",
            "user/config.toml": "[station]\ncommand = [\"true\"]",
        ])
        #expect(configuration.ownStation == .command(["true"]))
    }

    // MARK: - Errors

    /// As in systemd, an administrator's error costs the setting, on no account the weather.
    @Test(arguments: [
        ("icons = \"png\"\nstale-after = \"2h\"", "etc/config.toml:1: icons: invalid value \"png\""),
        ("stale-after = \"2h\"\nfuture = true", "etc/config.toml:2: future: is not a weatherd setting"),
        ("stale-after = \"2h\"\nproviders = \"x\"", "etc/config.toml:2: providers: must be a list"),
        (
            "stale-after = \"2h\"\nproviders = [\"openweathermap\"]",
            "etc/config.toml:2: providers: openweathermap needs a key"
        ),
        ("stale-after = \"2h\"\n[location]\nlatitude = 99\nlongitude = 1", "etc/config.toml:3: location.latitude: "),
        ("stale-after = \"2h\"\n[threshold.x]\nwithin = \"3h\"", "etc/config.toml:3: threshold.x.within: requires"),
    ])
    func settingWithErrorIsLeftOut(text: String, problem: String) throws {
        let configuration = try configuration(["etc/config.toml": text])
        #expect(configuration.staleAfter == 7200)
        #expect(configuration.services.providers == [.openMeteo] || !text.contains("providers"))
        #expect(problems(of: configuration).count == 1)
        #expect(problems(of: configuration).first?.hasPrefix(problem) == true, "\(configuration.origin.problems)")
        #expect(configuration.omissions.map(\.description) == configuration.origin.problems)
        #expect(mistakes().count == 1 && mistakes().first?.hasPrefix(problem) == true, "\(mistakes())")
    }

    @Test func brokenFileIsLeftOut() throws {
        let configuration = try configuration([
            "etc/config.toml": "icons = \"ascii", "etc/config.d/a.toml": "stale-after = \"2h\"",
        ])
        #expect(configuration.staleAfter == 7200)
        #expect(problems(of: configuration) == ["etc/config.toml:1: invalid TOML: unterminated string"])
        #expect(mistakes() == ["etc/config.toml:1: invalid TOML: unterminated string"])
    }

    /// The user's errors are refused, whatever the administrator's files contain.
    @Test(arguments: ["user/config.toml", "user/config.d/a.toml"])
    func usersErrorIsRefused(path: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try source(["etc/config.toml": "icons = 1", path: "\nicons = \"png\""])
        }
        #expect(error?.description.hasPrefix(directory.file("\(path):2: icons: invalid value")) == true)
        #expect(mistakes().count == 2 && mistakes()[0].hasPrefix("etc/config.toml:1: "), "\(mistakes())")
    }

    @Test func errorsAreSortedByFile() throws {
        _ = try? source([
            "etc/config.toml": "a = 1\nicons = \"png\"", "etc/config.d/b.toml": "b = 1",
            "user/config.toml": "\n\nc = 1",
            "user/config.d/d.toml": "d = 1",
        ])
        let places = mistakes().map { $0.split(separator: ": ").first.map(String.init) }
        #expect(
            places == [
                "etc/config.toml:1", "etc/config.toml:2", "etc/config.d/b.toml:1", "user/config.toml:3",
                "user/config.d/d.toml:1",
            ])
    }

    @Test func reloadReadsAllFiles() throws {
        let source = try source(["user/config.toml": "icons = \"ascii\""])
        try directory.write("stale-after = \"2h\"", to: "etc/config.d/a.toml")
        try source.reload()
        #expect(source.configuration.staleAfter == 7200)
        try directory.write("stale-after = \"", to: "user/config.d/b.toml")
        #expect(throws: ConfigurationError.self) { try source.reload() }
        #expect(source.configuration.staleAfter == 7200)
    }

    /// A group may read the administrator's keys, all users may not.
    @Test(arguments: [(mode_t(0o640), true), (0o644, false), (0o660, false)])
    func keyOfTheAdministratorIsReadByAGroup(mode: mode_t, isRead: Bool) throws {
        try directory.write("0123456789abcdef\n", to: "key")
        #expect(chmod(directory.file("key"), mode) == 0)
        let text = "[openweathermap]\napi-key-file = \"\(directory.file("key"))\""
        let configuration = try configuration(["etc/config.toml": text])
        #expect((configuration.services.keys[.openWeatherMap] != nil) == isRead)
        let own = try self.configuration(["etc/config.toml": " ", "user/config.toml": text])
        #expect(own.services.keys[.openWeatherMap] == nil)
    }
}
