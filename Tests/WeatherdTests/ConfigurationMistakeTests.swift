import Testing

@testable import weatherd

/// How mistakes are told.
struct ConfigurationMistakeTests {
    /// The parser repeats what it does not understand, and so do we.
    @Test(arguments: ["a = i\t", "language = \"\\u001b[31m\\u202e\"", "\"\\u009b\\u2028\" = 1"])
    func anErrorIsOnePrintableLine(text: String) {
        let complaint = complaint(text)
        #expect(complaint.contains("\u{FFFD}"))
        #expect(!complaint.unicodeScalars.contains { "\t\u{1B}\u{9B}\u{202E}\u{2028}".unicodeScalars.contains($0) })
    }

    /// What is compared with them takes the square of their number.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "\"\(marks)\" = 1", "language = \"\(marks)\"", "[\"\(marks)\"]", "# \(marks)",
            "language = \"\(String(repeating: #"\u0301\u0316"#, count: 20_000))\"",
        ])
    func marksWithoutEndAreAMistake(text: String) {
        #expect(complaint(text).hasPrefix("config.toml: has more than 8 combining marks on one character"))
    }

    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 20_000)

    @Test func aFileWithoutEndIsAMistake() {
        #expect(complaint(String(repeating: "#\n", count: 1 << 20)).hasPrefix("config.toml: is longer than 1024 KiB"))
    }

    @Test(arguments: [
        "http://127.0.0.1:65536", "https://[::1]:70000/", "http://a.test:0", "http://a.test:99999999999999999999",
        "a.test",
    ])
    func anAddressThatCannotBeAskedIsAMistake(url: String) {
        for key in [
            "open-meteo.url", "open-meteo.geocoding-url", "open-meteo.air-quality-url", "openweathermap.url",
            "met-norway.url", "nws.url", "pirate-weather.url", "ip-location.url",
        ] {
            let sentence =
                "must be an https:// or http:// URL; its port, if any, must be between 1 and 65535"
            #expect(complaint("\(key) = \"\(url)\"").hasSuffix("\"\(url)\" is not accepted: it \(sentence)"), "\(key)")
        }
    }

    @Test(arguments: [
        ("language = \"de\"\n\u{0}units = \"metrc\"", "config.toml:2: not TOML: a NUL byte; remove it"),
        ("# \u{0}", "config.toml:1: not TOML: a NUL byte; remove it"),
        ("colour = 1", "config.toml:1: colour: is not a key of weatherd; did you mean colors?"),
        (
            "\n[short]\nfromat = \"x\"",
            "config.toml:3: short.fromat: is not a key of weatherd; did you mean short.format?"
        ),
        (
            "\"http://me:secret@proxy\" = 1",
            "config.toml:1: a name with an @ is not a key of weatherd; weatherd.toml(5) has all there are"
        ),
        ("[shrot]\nformat = \"x\"", "config.toml:1: shrot: is not a key of weatherd; did you mean short?"),
        ("units = \"metrc\"", "config.toml:1: units: "),
        ("units = \"\"", "config.toml:1: units: names no units; accepted: metric, imperial"),
        ("[units]\nwind = \"furlongs\"", "config.toml:2: units.wind: "),
        ("[units]\nspeed = \"kn\"", "config.toml:2: units.speed: is not a key"),
        ("refresh-interval = \"5m\"", "config.toml:1: refresh-interval: takes a duration of at least 10m"),
        ("refresh-interval = 15", "config.toml:1: refresh-interval: takes text in double quotes"),
        ("# why\nstale-after = \"soon\"", "config.toml:2: stale-after: \"soon\" is not accepted: it takes a duration"),
        ("stale-after = \"0s\"", "config.toml:1: stale-after: \"0s\" is not accepted"),
        ("stale-after = \"6h1s\"", "config.toml:1: stale-after: takes a duration of at most 6h, since"),
        ("providers = [\"open-meteo\", \"sample\"]", "config.toml:1: providers: \"sample\" takes no other beside it"),
        ("providers = [\"sample\", \"nws\"]", "config.toml:1: providers: \"sample\" takes no other beside it"),
        ("providers = []", "config.toml:1: providers: names no provider"),
        ("providers = []", "config.toml:1: providers: names no provider"),
        (
            "providers = [\"wttr\"]",
            "config.toml:1: providers: \"wttr\" is none of open-meteo, met-norway, openweathermap"
        ),
        ("[alerts]\nproviders = [\"open-meteo\"]", "config.toml:2: alerts.providers: \"open-meteo\" is none of nws"),
        ("[pirate-weather]\ndaily-budget = 0", "config.toml:2: pirate-weather.daily-budget: \"0\" is not accepted"),
        (
            "[openweathermap]\none-call = \"2\"",
            "config.toml:2: openweathermap.one-call: \"2\" is not accepted: it takes"
        ),
        ("contact = \"a (b)\"", "config.toml:1: contact: \"a (b)\" is not accepted: it takes a mail address"),
        ("providers = \"open-meteo\"", "config.toml:1: providers: takes a list"),
        (
            "icons = \"png\"",
            "config.toml:1: icons: \"png\" is not accepted: it takes one of emoji, nerd-font, weather-icons, ascii"
        ),
        ("language = \"xx\"", "config.toml:1: language: \"xx\" is not accepted: it takes one of en, es, it"),
        ("[short]\nformat = \"{temp}\"", "config.toml:2: short.format: "),
        ("[location]\nlatitude = 91\nlongitude = 0", "config.toml:2: location.latitude: \"91\" is not accepted"),
        ("[location]\nlatitude = \"x\"\nlongitude = 0", "config.toml:2: location.latitude: takes a number"),
        ("[location]\nlatitude = nan\nlongitude = 0", "config.toml:2: location.latitude: "),
        ("[location]\nlatitude = 1", "config.toml:2: location.latitude: requires location.longitude as well"),
        ("[location]\nlatitude=1\nlongitude=1\nname=\"\"", "config.toml:4: location.name: "),
        ("[location]\nname=\"\"", "config.toml:2: location.name: "),
        (
            "[location]\nsources = [\"gps\"]",
            "config.toml:2: location.sources: \"gps\" is none of geoclue, timezone, ip"
        ),
        ("[open-meteo]\nurl = \"api.open-meteo.com\"", "config.toml:2: open-meteo.url: "),
        ("[open-meteo]\nurl = \"file:///etc/passwd\"", "config.toml:2: open-meteo.url: "),
        ("# why\r\n\r\n[units]\r\nwind = \"furlongs\"\r\n", "config.toml:4: units.wind: "),
        ("# \u{2028}\r\nunits = \"metrc\"", "config.toml:2: units: "),
        ("a = \nb = 2", "config.toml:1: not TOML: "),
        ("units = \"metric\"\nunits = \"imperial\"", "config.toml:2: not TOML: "),
        ("[unclosed", "config.toml:1: not TOML: "),
    ])
    func aMistakeIsNamedWithItsLineAndKey(text: String, beginning: String) {
        let complaint = complaint(text)
        #expect(complaint.hasPrefix(beginning), "\(complaint)")
        #expect(!complaint.contains("\n"))
    }

    @Test func aMistakeInTheFileIsToldThoughTheEnvironmentWins() throws {
        let complaint = complaint("providers = [\"met-norwya\"]", environment: ["WEATHERD_PROVIDERS": "sample"])
        #expect(complaint.hasPrefix("config.toml:1: providers: \"met-norwya\" is none of "), "\(complaint)")
    }

    @Test func aMistakeInTheEnvironmentNamesTheVariable() {
        #expect(complaint(environment: ["WEATHERD_UNITS": " "]).hasPrefix("WEATHERD_UNITS: units: names no units"))
        let complaint = complaint(environment: ["WEATHERD_REFRESH_INTERVAL": "1m"])
        #expect(complaint.hasPrefix("WEATHERD_REFRESH_INTERVAL: refresh-interval: takes a duration of at least 10m"))
    }
}
