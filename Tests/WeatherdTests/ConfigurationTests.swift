import Foundation
import HTTP
import Rendering
import Scratch
import Testing
import Weather

@testable import weatherd

struct ConfigurationTests {
    private func configuration(
        _ text: String = "", environment: [String: String] = [:]
    ) throws(ConfigurationError) -> weatherd.Configuration {
        let file = try ConfigurationFile(path: "config.toml", text: text)
        return try Configuration(ConfigurationValues(file: file, environment: environment))
    }

    private func complaint(_ text: String = "", environment: [String: String] = [:]) -> String {
        do throws(ConfigurationError) {
            _ = try configuration(text, environment: environment)
            return "no complaint"
        } catch {
            return error.description
        }
    }

    /// The parser repeats what it does not understand, and so do we.
    @Test(arguments: ["a = i\t", "language = \"\\u001b[31m\\u202e\"", "\"\\u009b\\u2028\" = 1"])
    func anErrorIsOnePrintableLine(text: String) {
        let complaint = complaint(text)
        #expect(complaint.contains("\u{FFFD}"))
        #expect(!complaint.unicodeScalars.contains { "\t\u{1B}\u{9B}\u{202E}\u{2028}".unicodeScalars.contains($0) })
    }

    @Test func nothingSaidMeansTheDefaults() throws {
        let configuration = try configuration()
        #expect(configuration == weatherd.Configuration())
        #expect(configuration.units == .metric)
        #expect(configuration.refreshInterval == .seconds(900))
        #expect(configuration.staleAfter == 3600)
        #expect(configuration.providers == [.openMeteo])
        #expect(configuration.location == nil)
        #expect(configuration.openMeteoURL == "https://api.open-meteo.com")
    }

    @Test(arguments: [
        ("es_MX.UTF-8", Language.spanish, ClockFormat.hours12, DateOrder.dayMonthYear),
        ("en_US.UTF-8", .english, .hours12, .monthDayYear), ("de_DE@euro", .german, .hours24, .dayMonthYear),
        ("zh_CN", .chinese, .hours24, .yearMonthDay), ("sr_RS", .english, .hours24, .dayMonthYear),
        ("C.UTF-8", .english, .hours24, .dayMonthYear),
    ])
    func theLanguageIsTheLocales(locale: String, language: Language, clock: ClockFormat, order: DateOrder) throws {
        let style = try configuration(environment: ["LANG": locale]).style
        #expect(style.language == language && style.clock == clock && style.dateOrder == order)
    }

    @Test func aLanguageThatIsNamedWinsOverTheLocale() throws {
        let italian = try configuration("language = \"it\"", environment: ["LANG": "en_US.UTF-8"])
        #expect(italian.style.language == .italian && italian.style.clock == .hours24)
        #expect(italian.language == "it")
        let named = try configuration(
            "language = \"it\"", environment: ["LC_ALL": "en_US.UTF-8", "WEATHERD_LANGUAGE": "pt_PT"])
        #expect(named.style.language == .portuguese)
        // The region of one's own language is not forgotten.
        #expect(try configuration("language = \"en\"", environment: ["LANG": "en_US"]).style.clock == .hours12)
    }

    @Test func theClockAndTheOrderOfDatesThatAreNamedStay() throws {
        var style = try configuration(
            "clock = \"24h\"\ndate-order = \"ymd\"", environment: ["LANG": "en_US.UTF-8"]
        ).style
        #expect(style.clock == .hours24 && style.dateOrder == .yearMonthDay)
        style.speak(.spanish, locale: "es_MX")
        #expect(style.clock == .hours24 && style.dateOrder == .yearMonthDay)
    }

    @Test func everyKeyOfTheDocumentationIsTaken() throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey("0123456789abcdef\n", to: "key")
        let configuration = try configuration(
            """
            language = "en"
            units = "imperial"
            refresh-interval = "30m"
            stale-after = "1h30m"
            providers = ["open-meteo", "met-norway"]
            icons = "nerd-font"
            contact = "me@example.org"

            [short]
            format = "{temperature} {place}"

            [location]
            sources = ["geoclue", "timezone"]
            latitude = -34.9
            longitude = -56
            name = "Montevideo"

            [open-meteo]
            url = "http://127.0.0.1:8080"
            geocoding-url = "https://geocoding-api.open-meteo.com"
            air-quality-url = "https://air-quality-api.open-meteo.com"

            [openweathermap]
            url = "https://api.openweathermap.org"
            api-key-file = "\(directory.file("key"))"
            one-call = "3.0"

            [met-norway]
            url = "https://api.met.no"

            [nws]
            url = "https://api.weather.gov"

            [pirate-weather]
            url = "https://api.pirateweather.net"
            api-key-file = "\(directory.file("key"))"
            daily-budget = 500

            [alerts]
            providers = ["met-norway"]

            [air]
            providers = ["open-meteo", "openweathermap"]

            [ip-location]
            url = "https://reallyfreegeoip.org/json/"
            """)
        #expect(configuration.units == .imperial)
        #expect(configuration.refreshInterval == .seconds(1800))
        #expect(configuration.staleAfter == 5400)
        #expect(configuration.style.icons == .nerdFont)
        #expect(try configuration.style.shortTemplate == Template("{temperature} {place}"))
        let coordinate = try #require(Coordinate(latitude: -34.9, longitude: -56))
        #expect(configuration.location == Place(name: "Montevideo", coordinate: coordinate))
        #expect(configuration.openMeteoURL == "http://127.0.0.1:8080")
        #expect(configuration.providers == [.openMeteo, .metNorway])
        #expect(configuration.openWeatherMapKey?.text == "0123456789abcdef")
        #expect(configuration.oneCall == .three)
        #expect(configuration.pirateWeatherKey != nil)
        #expect(configuration.pirateWeatherBudget == 500)
        #expect(configuration.alertsProviders == [.metNorway])
        #expect(configuration.airProviders == [.openMeteo, .openWeatherMap])
        #expect(configuration.userAgent.hasSuffix(" (contact: me@example.org)"))
        #expect(
            configuration.notices == [
                "openweathermap.one-call has no effect, since openweathermap is none of the providers"
            ])
    }

    // MARK: - Looks

    @Test func theLooksAreTaken() throws {
        let configuration = try configuration(
            """
            language = "en_US"
            clock = "24h"
            icons = "ascii"
            colors = "off"

            [short]
            format = "{temperature}"
            alternate = "{place}"
            alt = "{condition}"
            tooltip = "{place}\\n{temperature}"

            [classes]
            hot = 27.5
            cold = -3
            wet = 1
            windy = 8
            """
        )
        #expect(configuration.style.language == .english)
        #expect(configuration.style.clock == .hours24)
        #expect(configuration.style.dateOrder == .monthDayYear)
        #expect(configuration.style.icons == .ascii)
        #expect(!configuration.style.hasColors)
        #expect(try configuration.style.shortTemplate == Template("{temperature}"))
        #expect(try configuration.alternateTemplate == Template("{place}"))
        #expect(try configuration.style.altTemplate == Template("{condition}"))
        #expect(try configuration.style.tooltipTemplates == [Template("{place}"), Template("{temperature}")])
        #expect(configuration.style.thresholds.hot == 27.5)
        #expect(configuration.style.thresholds.cold == -3)
        #expect(configuration.style.thresholds.wet == 1)
        #expect(configuration.style.thresholds.windy == 8)
    }

    @Test(arguments: [
        ("en_US.UTF-8", ClockFormat.hours12, DateOrder.monthDayYear), ("en_GB.UTF-8", .hours24, .dayMonthYear),
        ("C.UTF-8", .hours24, .dayMonthYear), ("nl_NL.UTF-8", .hours24, .dayMonthYear),
    ])
    func theLocaleTellsClockAndDates(locale: String, clock: ClockFormat, order: DateOrder) throws {
        let style = try configuration("", environment: ["LANG": locale]).style
        #expect(style.language == .english)
        #expect(style.clock == clock)
        #expect(style.dateOrder == order)
        #expect(style.units == .metric, "units never come from the locale")
    }

    @Test(arguments: [
        ("clock = \"13h\"", "24h, 12h"), ("date-order = \"ddd\"", "dmy, mdy, ymd"), ("colors = \"pink\"", "on or off"),
        ("[classes]\nhot = 1000", "-100 to 100"), ("[classes]\nwindy = -1", "0 to 200"),
        ("[short]\nalternate = \"{plaice}\"", "column 1"), ("[short]\ntooltip = \"{\"", "column 1"),
        ("[short]\ntooltip = \"a\\nb {\"", "line 2: "),
        ("language = \"tlh\"", "en, es, it, ru, de, fr, pt, pl, uk, ja, zh"),
    ])
    func aMistakeInTheLooksIsTold(text: String, expected: String) {
        #expect(complaint(text).contains(expected))
    }

    // MARK: - Keys of services

    @Test func aKeyComesFromAFileOfOnesOwnOrFromSystemd() throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey("abc123", to: "openweathermap")
        let environment = ["CREDENTIALS_DIRECTORY": directory.path, "HOME": directory.path]
        let text = "providers = [\"openweathermap\"]"
        #expect(try configuration(text, environment: environment).openWeatherMapKey?.text == "abc123")
        try directory.writeKey("def456", to: "mine")
        let named = text + "\n[openweathermap]\napi-key-file = \"~/mine\""
        #expect(try configuration(named, environment: environment).openWeatherMapKey?.text == "def456")
    }

    @Test func aKeyInThePlaceOfItsFileIsNotRepeated() {
        let complaint = complaint("[openweathermap]\napi-key-file = \"abc123\"")
        #expect(
            complaint == """
                config.toml:2: openweathermap.api-key-file: takes the path of a file with the key in it, which begins \
                with / or ~/
                """)
    }

    @Test func aKeyThatOthersCanReadIsRefused() throws {
        let directory = try TemporaryDirectory()
        for mode in [0o640, 0o604, 0o644, 0o620] {
            try directory.writeKey("abc123", to: "key", mode: mode)
            let path = directory.file("key")
            let complaint = complaint("[openweathermap]\napi-key-file = \"\(path)\"")
            #expect(
                complaint.hasSuffix("others can read the key in \(path); make it yours alone with: chmod 600 \(path)"))
            #expect(complaint.hasPrefix("config.toml:2: openweathermap.api-key-file: "))
            #expect(!complaint.contains("abc123"))
        }
    }

    @Test(arguments: ["", "two words", "a\nb", "<html>"])
    func whatIsNoKeyIsRefusedAndNotShown(content: String) throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey(content, to: "key")
        let complaint = complaint("[pirate-weather]\napi-key-file = \"\(directory.file("key"))\"")
        #expect(complaint.contains("does not hold a key"))
        #expect(content.isEmpty || !complaint.contains(content))
    }

    @Test func aProviderThatNeedsAKeyIsNothingWithoutOne() {
        #expect(
            complaint("providers = [\"openweathermap\"]").hasPrefix(
                "config.toml:1: providers: openweathermap needs a key: write it to a file that only you can read"))
        #expect(complaint("providers = [\"pirate-weather\"]").contains("pirate-weather.api-key-file"))
        #expect(complaint("[air]\nproviders = [\"openweathermap\"]").hasPrefix("config.toml:2: air.providers: "))
    }

    @Test func nobodyIsAskedForWarningsWhenTheListIsEmpty() throws {
        #expect(try configuration("[alerts]\nproviders = []").alertsProviders.isEmpty)
        #expect(try configuration(environment: ["WEATHERD_ALERTS_PROVIDERS": ""]).alertsProviders.isEmpty)
    }

    @Test func unitsAreATableToo() throws {
        let units = try configuration("[units]\nwind = \"kn\"\ntemperature = \"f\"\n").units
        #expect(units.wind == .knots && units.temperature == .fahrenheit && units.pressure == .hectopascals)
        #expect(try configuration("units = { wind = \"bft\" }").units.wind == .beaufort)
    }

    @Test func theEnvironmentWinsOverTheFile() throws {
        let configuration = try configuration(
            "units = \"imperial\"\n[open-meteo]\nurl = \"https://example.org\"\n[location]\nlatitude = 1\nlongitude = 1\n",
            environment: [
                "WEATHERD_OPEN_METEO_URL": "http://127.0.0.1:1", "WEATHERD_UNITS": "metric",
                "WEATHERD_UNITS_WIND": "kn", "WEATHERD_LOCATION_LATITUDE": "-34.9",
                "WEATHERD_PROVIDERS": "sample", "WEATHERD_UNHEARD_OF": "x",
            ])
        #expect(configuration.openMeteoURL == "http://127.0.0.1:1")
        #expect(configuration.units.temperature == .celsius && configuration.units.wind == .knots)
        #expect(configuration.location?.coordinate == Coordinate(latitude: -34.9, longitude: 1))
        #expect(configuration.providers == [.sample])
    }

    @Test(arguments: ["[units]\nwind = \"bft\"", "units = { wind = \"bft\" }", "units = \"wind=bft\""])
    func theEnvironmentsUnitsWinOverAllOfTheFiles(text: String) throws {
        #expect(try configuration(text, environment: ["WEATHERD_UNITS": "imperial"]).units == .imperial)
        #expect(try configuration(text, environment: ["WEATHERD_UNITS": "temperature=f"]).units.wind == .beaufort)
        let environment = ["WEATHERD_UNITS": "imperial", "WEATHERD_UNITS_WIND": "kn"]
        #expect(try configuration(text, environment: environment).units.wind == .knots)
    }

    @Test(arguments: [
        ("colour = 1", "config.toml:1: colour: is not a key of weatherd; the keys are language, units"),
        (
            "\n[short]\nfromat = \"x\"",
            "config.toml:3: short.fromat: is not a key of weatherd; the keys are short.format"
        ),
        ("[shrot]\nformat = \"x\"", "config.toml:1: shrot: is not a key of weatherd; the keys are"),
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
        ("[location]\nlatitude = 1", "config.toml:2: location.latitude: needs location.longitude beside it"),
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

    @Test func aMistakeInTheEnvironmentNamesTheVariable() {
        #expect(complaint(environment: ["WEATHERD_UNITS": " "]).hasPrefix("WEATHERD_UNITS: units: names no units"))
        let complaint = complaint(environment: ["WEATHERD_REFRESH_INTERVAL": "1m"])
        #expect(complaint.hasPrefix("WEATHERD_REFRESH_INTERVAL: refresh-interval: takes a duration of at least 10m"))
    }

    @Test func sixHoursAreTheLongestThatWeatherIsFresh() throws {
        #expect(try configuration("stale-after = \"6h\"").staleAfter == 21_600)
    }

    @Test func aFileThatIsNamedHasToBeThere() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("config.toml")
        #expect(throws: ConfigurationError.self) {
            try ConfigurationSource(path: path, isNamed: true, environment: [:])
        }
        let source = try ConfigurationSource(path: path, isNamed: false, environment: [:])
        #expect(source.configuration == weatherd.Configuration())
    }

    @Test func aMistakeAtAReloadLeavesTheOldConfigurationInForce() throws {
        let directory = try TemporaryDirectory()
        try directory.write("units = \"imperial\"", to: "config.toml")
        let source = try ConfigurationSource(path: directory.file("config.toml"), isNamed: true, environment: [:])
        try directory.write("units = \"imperal\"", to: "config.toml")
        #expect(throws: ConfigurationError.self) { try source.reload() }
        #expect(source.configuration.units == .imperial)
        try directory.write("units = \"metric\"", to: "config.toml")
        try source.reload()
        #expect(source.configuration.units == .metric)
    }
}

extension TemporaryDirectory {
    fileprivate func writeKey(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
    }
}
