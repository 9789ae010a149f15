import Endpoints
import Rendering
import Scratch
import Testing
import Weather

@testable import weatherd

struct ConfigurationTests {
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
        #expect(configuration.userAgent.hasSuffix(" (+https://weatherd.org; contact: me@example.org)"))
        #expect(
            configuration.notices == [
                "openweathermap.one-call has no effect, since openweathermap is none of the providers"
            ])
    }

    @Test func nobodyIsAskedForWarningsWhenTheListIsEmpty() throws {
        #expect(try configuration("[alerts]\nproviders = []").alertsProviders.isEmpty)
        #expect(try configuration(environment: ["WEATHERD_ALERTS_PROVIDERS": ""]).alertsProviders.isEmpty)
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
        #expect(configuration.notices.contains("WEATHERD_UNITS wins over units in config.toml"))
        #expect(configuration.notices.contains { $0.contains("latitude") })
        #expect(!configuration.notices.contains { $0.contains("longitude") || $0.contains("PROVIDERS") })
        #expect(configuration.variables["location.latitude"] == "WEATHERD_LOCATION_LATITUDE")
        #expect(configuration.variables["location.longitude"] == nil)
    }

    @Test(arguments: [
        ("WEATHERD_ICNS", "did you mean WEATHERD_ICONS?"), ("WEATHERD_PROVIDER", "did you mean WEATHERD_PROVIDERS?"),
        ("WEATHERD_UNHEARD_OF", "weatherd.toml(5) has all there are"),
        ("WEATHERD_", "weatherd.toml(5) has all there are"),
    ])
    func aVariableThatIsNoneIsTold(variable: String, advice: String) throws {
        let environment = ["WEATHERD_SOCKET": "/s", "WEATHERD_UNITS_WIND": "kn", "WEATHER": "rain", variable: "x"]
        #expect(
            try configuration(environment: environment).notices == [
                "\(variable) is no variable of weatherd's and has no effect; \(advice)"
            ])
    }

    @Test func sixHoursAreTheLongestThatWeatherIsFresh() throws {
        #expect(try configuration("stale-after = \"6h\"").staleAfter == 21_600)
    }
}
