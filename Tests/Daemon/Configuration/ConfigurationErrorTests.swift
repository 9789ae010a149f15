import Refreshing
import Testing

@testable import Configuration

/// Error messages.
struct ConfigurationErrorTests {
    /// Errors repeat names and values of the file.
    @Test(arguments: ["language = \"\\u001b[31m\\u202e\"", "\"\\u009b\\u2028\" = 1"])
    func errorIsOnePrintableLine(text: String) {
        let complaint = complaint(text)
        #expect(complaint.contains("\u{FFFD}"))
        #expect(!complaint.unicodeScalars.contains { "\t\u{1B}\u{9B}\u{202E}\u{2028}".unicodeScalars.contains($0) })
    }

    /// Comparing them takes quadratic time.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            "\"\(marks)\" = 1", "language = \"\(marks)\"", "[\"\(marks)\"]", "# \(marks)",
            "language = \"\(String(repeating: #"\u0301\u0316"#, count: 20_000))\"",
        ])
    func excessiveCombiningMarksAreError(text: String) {
        #expect(complaint(text).hasPrefix("config.toml: has more than 8 combining marks on one character"))
    }

    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 20_000)

    @Test func endlessFileIsError() {
        #expect(complaint(String(repeating: "#\n", count: 1 << 20)).hasPrefix("config.toml: is longer than 1024 KiB"))
    }

    @Test(arguments: [
        "http://127.0.0.1:65536", "https://[::1]:70000/", "http://a.test:0", "http://a.test:99999999999999999999",
        "a.test",
    ])
    func unsupportedAddressIsError(url: String) {
        for key in [
            "open-meteo.url", "open-meteo.geocoding-url", "open-meteo.air-quality-url",
            "open-meteo.archive-url", "open-meteo.ensemble-url", "open-meteo.marine-url", "openweathermap.url",
            "met-norway.url", "nws.url", "pirate-weather.url", "bright-sky.url",
            "environment-canada.url", "meteoalarm.url", "public-alerts.url", "aviation-weather.url",
            "ip-location.url",
        ] {
            let sentence =
                "must be an https:// or http:// URL; its port, if any, must be between 1 and 65535"
            #expect(complaint("\(key) = \"\(url)\"").hasSuffix("invalid value \"\(url)\": \(sentence)"), "\(key)")
        }
    }

    @Test(arguments: ["normals", "ensemble"])
    func unknownSourceIsError(name: String) {
        #expect(
            complaint("[\(name)]\nsource = \"on\"")
                == "config.toml:2: \(name).source: invalid value \"on\": must be one of auto, open-meteo, off")
        #expect(complaint(environment: ["WEATHERD_\(name.uppercased())_SOURCE": ""]).contains("must be one of"))
    }

    @Test(arguments: [
        ("language = \"de\"\n\u{0}units = \"metrc\"", "config.toml:2: invalid TOML: NUL byte; remove it"),
        ("# \u{0}", "config.toml:1: invalid TOML: NUL byte; remove it"),
        ("colour = 1", "config.toml:1: colour: is not a weatherd setting; did you mean colors?"),
        (
            "\n[short]\nfromat = \"x\"",
            "config.toml:3: short.fromat: is not a weatherd setting; did you mean short.format?"
        ),
        (
            "\"http://me:secret@proxy\" = 1",
            "config.toml:1: a name with an @ is not a weatherd setting; see weatherd.toml(5) for a list"
        ),
        ("[shrot]\nformat = \"x\"", "config.toml:1: shrot: is not a weatherd setting; did you mean short?"),
        ("units = \"metrc\"", "config.toml:1: units: "),
        ("units = \"\"", "config.toml:1: units: must not be empty; accepted: metric, imperial"),
        ("[units]\nwind = \"furlongs\"", "config.toml:2: units.wind: "),
        ("[units]\nspeed = \"kn\"", "config.toml:2: units.speed: is not a weatherd setting"),
        ("refresh-interval = \"5m\"", "config.toml:1: refresh-interval: must be a duration of at least 10m"),
        ("refresh-interval = 15", "config.toml:1: refresh-interval: must be text in double quotes"),
        ("# why\nstale-after = \"soon\"", "config.toml:2: stale-after: invalid value \"soon\": must be a duration"),
        ("stale-after = \"0s\"", "config.toml:1: stale-after: invalid value \"0s\""),
        ("stale-after = \"6h1s\"", "config.toml:1: stale-after: must be a duration of at most 6h, since"),
        (
            "providers = [\"open-meteo\", \"sample\"]",
            "config.toml:1: providers: \"sample\" cannot be combined with other providers"
        ),
        (
            "providers = [\"sample\", \"nws\"]",
            "config.toml:1: providers: \"sample\" cannot be combined with other providers"
        ),
        ("providers = []", "config.toml:1: providers: must contain at least one provider"),
        ("providers = []", "config.toml:1: providers: must contain at least one provider"),
        (
            "providers = [\"wttr\"]",
            "config.toml:1: providers: invalid value \"wttr\": must be one of open-meteo, met-norway, openweathermap"
        ),
        (
            "[alerts]\nproviders = [\"open-meteo\"]",
            "config.toml:2: alerts.providers: invalid value \"open-meteo\": must be one of nws, met-norway, bright-sky, "
                + "environment-canada, meteoalarm, public-alerts"
        ),
        (
            "[alerts]\nproviders = [\"meteo-alarm\"]",
            "config.toml:2: alerts.providers: invalid value \"meteo-alarm\": did you mean \"meteoalarm\"?"
        ),
        (
            "providers = [\"bright-sky\"]",
            "config.toml:1: providers: invalid value \"bright-sky\": must be one of open-meteo, met-norway"
        ),
        (
            "[public-alerts]\nurl = \"https://me:secret@alerts.test\"",
            "config.toml:2: public-alerts.url: must be a URL without user name and password"
        ),
        ("[pirate-weather]\ndaily-budget = 0", "config.toml:2: pirate-weather.daily-budget: invalid value \"0\""),
        (
            "[openweathermap]\none-call = \"2\"",
            "config.toml:2: openweathermap.one-call: invalid value \"2\": must be"
        ),
        ("contact = \"a (b)\"", "config.toml:1: contact: invalid value \"a (b)\": must be an email address"),
        (
            "providers = \"open-meteo\"",
            "config.toml:1: providers: must be a list, such as [\"open-meteo\"], or \"best\""
        ),
        (
            "providers = [\"best\", \"nws\"]",
            "config.toml:1: providers: \"best\" cannot be combined with other providers"
        ),
        (
            "icons = \"png\"",
            "config.toml:1: icons: invalid value \"png\": must be one of emoji, nerd-font, weather-icons, ascii"
        ),
        ("language = \"xx\"", "config.toml:1: language: invalid value \"xx\": must be one of en, es, it"),
        ("[short]\nformat = \"{temp}\"", "config.toml:2: short.format: "),
        ("[location]\nlatitude = 91\nlongitude = 0", "config.toml:2: location.latitude: invalid value \"91\""),
        ("[location]\nlatitude = \"x\"\nlongitude = 0", "config.toml:2: location.latitude: must be a number"),
        ("[location]\nlatitude = nan\nlongitude = 0", "config.toml:2: location.latitude: "),
        ("[location]\nlatitude = 1", "config.toml:2: location.latitude: requires location.longitude as well"),
        ("[location]\nlatitude=1\nlongitude=1\nname=\"\"", "config.toml:4: location.name: "),
        ("[location]\nname=\"\"", "config.toml:2: location.name: "),
        (
            "[location]\nsources = [\"gps\"]",
            "config.toml:2: location.sources: invalid value \"gps\": must be one of geoclue, timezone, ip"
        ),
        ("[open-meteo]\nurl = \"api.open-meteo.com\"", "config.toml:2: open-meteo.url: "),
        ("[open-meteo]\nurl = \"file:///etc/passwd\"", "config.toml:2: open-meteo.url: "),
        ("# why\r\n\r\n[units]\r\nwind = \"furlongs\"\r\n", "config.toml:4: units.wind: "),
        ("units = 1 # \u{2028}\u{85}\r", "config.toml:1: invalid TOML: carriage return without a line feed"),
        ("# \u{2028}\r\nunits = \"metrc\"", "config.toml:2: units: "),
        ("a = \nb = 2", "config.toml:1: invalid TOML: "),
        ("units = \"metric\"\nunits = \"imperial\"", "config.toml:2: invalid TOML: "),
        ("[unclosed", "config.toml:1: invalid TOML: "),
    ])
    func errorNamesLineAndKey(text: String, beginning: String) {
        let complaint = complaint(text)
        #expect(complaint.hasPrefix(beginning), "\(complaint)")
        #expect(!complaint.contains("\n"))
    }

    /// toml++, which parsed the file up to 0.2.0, crashed on each of them.
    @Test(arguments: [
        "[=]", "[[=]]", "[#]", "[,]", "[{", "[.short]", "[[[short]]]", "[\nshort]", "[ü]", "[[ \u{17}x]", "  [=]",
        "\t[ =]",
        "a = [}", "a = [[1],}", "a = {b = [ }", "4=[}", "a = {4=[}", "a = 2026-11-21 1", "a = [2026-11-21 1]",
        "a = 2026-11-2_1 1,", "a = 2026-11-21T:", "a = [1, 10:30:x]", "a = 80\"=-0=-x0 1", "a = 80'=-0=-x0 9]",
    ])
    func invalidTOMLIsError(text: String) {
        for (before, line) in [("", 1), ("\u{FEFF}", 1), ("icons = \"ascii\"\nx = '''\n[=]'''\n", 4)] {
            let complaint = complaint(before + text)
            #expect(complaint.hasPrefix("config.toml:\(line): invalid TOML: "), "\(complaint)")
        }
    }

    @Test func binaryFileIsError() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(path: "config.toml", bytes: [0x0A, 0x61, 0xFF])
        }
        #expect(error?.description == "config.toml:2: invalid TOML: invalid UTF-8")
    }

    /// A value of the file can be a misplaced secret.
    @Test(arguments: ["contact = s3cret", "\"s3cret\" = s3cret", "contact = \"s3cret\\x\"", "[s3cret]\n[s3cret]"])
    func invalidTOMLIsNotQuoted(text: String) {
        let complaint = complaint(text)
        #expect(complaint.contains("invalid TOML: ") && !complaint.contains("s3cret"), "\(complaint)")
    }

    /// For a key that is missing in the file, the line is that of the nearest table.
    @Test func errorOutsideAKeyHasLineOfTable() throws {
        let text = "icons = \"ascii\"\n[open-meteo]\n\n[location]\nlatitude = 1"
        let file = try ConfigurationFile(path: "config.toml", bytes: Array(text.utf8))
        for (key, line) in [(ConfigurationKey.latitude, 5), (.longitude, 4), (.url(.openMeteo), 2), (.units, nil)] {
            #expect(file.error(key, "x").source == .file(path: "config.toml", line: line))
        }
    }

    @Test func errorInFileIsReportedDespiteEnvironmentOverride() throws {
        let complaint = complaint("providers = [\"met-norwya\"]", environment: ["WEATHERD_PROVIDERS": "sample"])
        #expect(
            complaint.hasPrefix("config.toml:1: providers: invalid value \"met-norwya\": did you mean \"met-norway\"?"),
            "\(complaint)")
    }

    @Test func errorInEnvironmentNamesVariable() {
        #expect(complaint(environment: ["WEATHERD_UNITS": " "]).hasPrefix("WEATHERD_UNITS: units: must not be empty"))
        let complaint = complaint(environment: ["WEATHERD_REFRESH_INTERVAL": "1m"])
        #expect(complaint.hasPrefix("WEATHERD_REFRESH_INTERVAL: refresh-interval: must be a duration of at least 10m"))
    }

    /// Of a long value, the beginning is enough.
    @Test func longValueIsShortened() {
        let value = String(repeating: "a", count: 5000)
        #expect(
            complaint("stale-after = \"\(value)\"")
                == "config.toml:1: stale-after: invalid value \"\(value.prefix(200))…\": "
                + complaint("stale-after = \"soon\"").split(separator: "\"soon\": ")[1])
        #expect(complaint("icons = \"\(value)\"").count < 1000)
    }
}
