import Refreshing
import Rendering
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Configuration

struct ConfigurationTests {
    @Test func emptyConfigurationUsesDefaults() throws {
        let configuration = try configuration()
        #expect(configuration == Configuration())
        #expect(configuration.units == .metric)
        #expect(configuration.refreshInterval == .seconds(900))
        #expect(configuration.staleAfter == 3600)
        #expect(configuration.services.providers == [.openMeteo])
        #expect(configuration.location == nil)
        #expect(configuration.services[.openMeteo] == "https://api.open-meteo.com")
    }

    @Test func everyDocumentedKeyIsAccepted() throws {
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
        #expect(configuration.services[.openMeteo] == "http://127.0.0.1:8080")
        #expect(configuration.services.providers == [.openMeteo, .metNorway])
        #expect(configuration.services.keys[.openWeatherMap]?.text == "0123456789abcdef")
        #expect(configuration.services.oneCall == .three)
        #expect(configuration.services.keys[.pirateWeather] != nil)
        #expect(configuration.services.pirateWeatherBudget == 500)
        #expect(configuration.services.alertsProviders == [.metNorway])
        #expect(configuration.services.airProviders == [.openMeteo, .openWeatherMap])
        #expect(configuration.services.userAgent.hasSuffix(" (+https://weatherd.org; contact: me@example.org)"))
        #expect(
            configuration.notices == [
                "openweathermap.one-call has no effect, since openweathermap is not one of the providers"
            ])
    }

    @Test func placeIsSentToNoAdditionalService() throws {
        func urls(_ text: String) throws -> [String] {
            let services = try configuration(text).services
            return [.normals, .ensemble].flatMap { services.urls(of: $0) }
        }
        let (archive, ensemble) = ("https://archive-api.open-meteo.com", "https://ensemble-api.open-meteo.com")
        #expect(try urls("") == [archive, ensemble])
        #expect(try urls("providers = [\"nws\", \"open-meteo\"]") == [archive, ensemble])
        #expect(try urls("providers = [\"nws\"]") == [])
        #expect(try urls("providers = [\"sample\"]\n[normals]\nsource = \"open-meteo\"") == [])
        #expect(try urls("providers = [\"nws\"]\n[ensemble]\nsource = \"open-meteo\"") == [ensemble])
        #expect(try urls("[normals]\nsource = \"off\"\n[ensemble]\nsource = \"off\"") == [])
        // The user's own server is not the public one.
        #expect(try urls("[open-meteo]\nurl = \"http://localhost:1\"") == [])
        #expect(
            try urls("[open-meteo]\nurl = \"http://localhost:1\"\nensemble-url = \"http://localhost:2\"")
                == ["http://localhost:2"])
    }

    @Test func emptyWarningProvidersDisableWarnings() throws {
        #expect(try configuration("[alerts]\nproviders = []").services.alertsProviders.isEmpty)
        #expect(try configuration(environment: ["WEATHERD_ALERTS_PROVIDERS": ""]).services.alertsProviders.isEmpty)
    }

    @Test func environmentOverridesFile() throws {
        let configuration = try configuration(
            "units = \"imperial\"\n[open-meteo]\nurl = \"https://example.org\"\n[location]\nlatitude = 1\nlongitude = 1\n",
            environment: [
                "WEATHERD_OPEN_METEO_URL": "http://127.0.0.1:1", "WEATHERD_UNITS": "metric",
                "WEATHERD_UNITS_WIND": "kn", "WEATHERD_LOCATION_LATITUDE": "-34.9",
                "WEATHERD_PROVIDERS": "sample", "WEATHERD_UNHEARD_OF": "x",
            ])
        #expect(configuration.services[.openMeteo] == "http://127.0.0.1:1")
        #expect(configuration.units.temperature == .celsius && configuration.units.wind == .knots)
        #expect(configuration.location?.coordinate == Coordinate(latitude: -34.9, longitude: 1))
        #expect(configuration.services.providers == [.sample])
        #expect(configuration.notices.contains("WEATHERD_UNITS overrides units in config.toml"))
        #expect(configuration.notices.contains { $0.contains("latitude") })
        #expect(!configuration.notices.contains { $0.contains("longitude") || $0.contains("PROVIDERS") })
        #expect(configuration.variables["location.latitude"] == "WEATHERD_LOCATION_LATITUDE")
        #expect(configuration.variables["location.longitude"] == nil)
    }

    @Test(arguments: [
        ("WEATHERD_ICNS", "did you mean WEATHERD_ICONS?"), ("WEATHERD_PROVIDER", "did you mean WEATHERD_PROVIDERS?"),
        ("WEATHERD_UNHEARD_OF", "see weatherd.toml(5) for a list"),
        ("WEATHERD_", "see weatherd.toml(5) for a list"),
    ])
    func unknownVariableIsReported(variable: String, advice: String) throws {
        let environment = ["WEATHERD_SOCKET": "/s", "WEATHERD_UNITS_WIND": "kn", "WEATHER": "rain", variable: "x"]
        #expect(
            try configuration(environment: environment).notices == [
                "\(variable) is not a weatherd variable and has no effect; \(advice)"
            ])
    }

    @Test func freshnessIsLimitedToSixHours() throws {
        #expect(try configuration("stale-after = \"6h\"").staleAfter == 21_600)
    }

    @Test func directoryAsConfigurationIsError() throws {
        let path = try TemporaryDirectory().path
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(tolerating: path) }
        #expect(error?.description.hasPrefix("\(path): cannot be read: ") == true)
    }

    @Test func valuesResemblingTablesAreRead() throws {
        let text = """
            [short]
            format = '''
            [{icon}] 1 1 [}'''
            [location]
            sources = [
            '[=', # [=]
            "ip"]
            [on]
            """
        let file = try ConfigurationFile(path: "config.toml", bytes: Array(text.utf8))
        #expect(file.values == [.shortFormat: .text("[{icon}] 1 1 [}"), .locationSources: .list(["[=", "ip"])])
    }

    @Test(arguments: [
        ("sample", ["sample"]), ("open-meteo,nws", ["open-meteo", "nws"]),
        (" open-meteo ,\tnws\n", ["open-meteo", "nws"]),
        ("", [""]), (",nws,", ["", "nws", ""]), ("a b , c", ["a b", "c"]),
    ])
    func environmentListsAreCommaSeparated(variable: String, list: [String]) throws {
        let file = try ConfigurationFile(path: "config.toml", bytes: Array("providers = [\"met-norway\"]".utf8))
        let values = ConfigurationValues(file: file, environment: ["WEATHERD_PROVIDERS": variable])
        #expect(values.list(.providers) == list)
    }

    @Test func emptyVariableIsEmptyString() throws {
        let file = try ConfigurationFile(path: "config.toml", bytes: Array("contact = \"me@example.org\"".utf8))
        #expect(ConfigurationValues(file: file, environment: ["WEATHERD_CONTACT": ""]).text(.contact) == "")
        #expect(ConfigurationValues(file: file, environment: ["CONTACT": ""]).text(.contact) == "me@example.org")
    }

    @Test func environmentLocationOverridesFile() throws {
        let coordinates = "[location]\nlatitude = 1\nlongitude = 2"
        let variables = ["WEATHERD_LOCATION_LATITUDE": "3", "WEATHERD_LOCATION_LONGITUDE": "4"]
        let byCity = try configuration(coordinates, environment: ["WEATHERD_LOCATION": "Oslo"])
        #expect(byCity.location == nil && byCity.city?.text == "Oslo")
        let byNumbers = try configuration("location = \"Oslo\"", environment: variables)
        #expect(byNumbers.location?.coordinate == Coordinate(latitude: 3, longitude: 4) && byNumbers.city == nil)
        #expect(
            complaint(environment: variables.merging(["WEATHERD_LOCATION": "Oslo"]) { $1 })
                == "WEATHERD_LOCATION: location: cannot be combined with location.latitude and location.longitude")
    }

    @Test func numberAsCityIsError() {
        #expect(complaint("location = 59.91") == "config.toml:1: location: must be text in double quotes")
    }

    @Test(arguments: ["true", "false"])
    func environmentSetsPositionPrecision(word: String) throws {
        let configuration = try configuration(environment: ["WEATHERD_PRECISE_LOCATION": word])
        #expect(configuration.services.isLocationPrecise == (word == "true"))
    }

    @Test func unsupportedPrecisionIsError() {
        #expect(complaint("precise-location = \"yes\"") == "config.toml:1: precise-location: must be true or false")
        #expect(complaint(environment: ["WEATHERD_PRECISE_LOCATION": "yes"]).contains("must be true or false"))
    }
}
