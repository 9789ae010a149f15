import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// The names of those to credit, in the reader's language.
@Suite struct AttributionTests {
    /// The sentences of all providers, and theirs in German.
    @Test(arguments: [
        ("Weather data by Open-Meteo.com", Label.weatherData, "Wetterdaten: Open-Meteo.com"),
        (
            "Weather data by MET Norway (met.no), CC BY 4.0", .weatherData,
            "Wetterdaten: MET Norway (met.no), CC BY 4.0"
        ),
        (
            "Weather data by the US National Weather Service", .weatherData,
            "Wetterdaten: US National Weather Service"
        ),
        (
            "Weather data provided by OpenWeather (openweathermap.org)", .weatherData,
            "Wetterdaten: OpenWeather (openweathermap.org)"
        ),
        ("Data provided by Environment Canada", .airQuality, "Luftqualität: Environment Canada"),
        (
            "Warnings: Deutscher Wetterdienst, via Bright Sky (brightsky.dev)", .warnings,
            "Warnungen: Deutscher Wetterdienst / Bright Sky (brightsky.dev)"
        ),
        (
            "Warnings: EUMETNET – MeteoAlarm and the national weather services", .warnings,
            "Warnungen: EUMETNET – MeteoAlarm"
        ),
        (
            "Warnings: the authorities named, via FOSS Public Alert Server", .warnings,
            "Warnungen: FOSS Public Alert Server"
        ),
        (
            "Airport observations via the Aviation Weather Center (aviationweather.gov)", .weatherData,
            "Messungen: Aviation Weather Center (aviationweather.gov)"
        ),
        (
            "Normals by Open-Meteo.com (CC BY 4.0), from ERA5 and ECMWF IFS", .normals,
            "Vieljährige Mittel: Open-Meteo.com (CC BY 4.0), ERA5, ECMWF IFS"
        ),
        (
            "Air quality by Open-Meteo.com (CC BY 4.0), data of the CAMS ENSEMBLE data provider, Copernicus",
            .airQuality, "Luftqualität: Open-Meteo.com (CC BY 4.0), CAMS ENSEMBLE, Copernicus"
        ),
    ])
    func attributionsAreTranslated(sentence: String, data: Label, german: String) {
        let provider = Provider(id: "x", name: "X", attribution: sentence)
        #expect(provider.credit(for: data, Language.german.words) == german)
        #expect(provider.credit(for: data, Language.english.words) == sentence, "as the licence has it")
    }

    @Test(arguments: translations)
    func noLanguageShowsTheEnglishSentence(_ language: Language) throws {
        let lines = try CurrentView.lines(of: Montevideo.scene(), as: .text, in: Style(language: language))
        #expect(lines.last?.contains("Open-Meteo.com (CC BY 4.0)") == true)
        #expect(lines.allSatisfy { !$0.contains("Weather data") })
    }

    /// A source of warnings is not credited for the weather.
    @Test func warningsOfAWeatherServiceAreCreditedAsWarnings() throws {
        let service = Provider(
            id: "nws", name: "NWS", attribution: "Weather data by the US National Weather Service")
        #expect(
            service.credit(for: .warnings, Language.english.words) == "Warnings by the US National Weather Service")
        let scene = try Montevideo.scene(
            warning: [Alert(id: "1", event: "Flood Warning", severity: .severe)], by: service)
        let lines = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(lines.last == "Warnings by the US National Weather Service")
        #expect(try AlertsView.lines(of: scene, as: .text, in: Style()).last == lines.last)
    }

    /// An error's sentence is English, and so is its beginning.
    @Test(arguments: Language.allCases)
    func errorsAreEnglishThroughout(_ language: Language) throws {
        var scene = try Montevideo.scene(at: "2026-11-21T20:42:00-03:00")
        scene.lastFailure = timeout
        let lines = try CurrentView.lines(of: scene, as: .text, in: Style(language: language))
        #expect(lines.contains("last error: api.open-meteo.com did not answer within 20 s"))
    }

    @Test(arguments: [
        ("Severe gale-force gusts", "Severe gale-force gusts, "), ("SEVERE STORM", "SEVERE STORM, "),
        ("Gale", "Gale (severe), "), ("Persevere", "Persevere (severe), "),
    ])
    func severityIsSaidOnce(event: String, beginning: String) throws {
        let alert = Alert(id: "1", event: event, severity: .severe)
        let line = alert.line(at: UnixTime(0), PlaceClock(zoneName: "UTC"), Language.english.words)
        #expect(line.hasPrefix(beginning))
    }

    @Test func adviceFollowsAServicesSentence() {
        let failure = FetchFailure.keyRefused(
            host: "OpenWeatherMap", reason: "Invalid API key.; new keys take up to two hours to work")
        #expect(
            failure.sentence
                == "OpenWeatherMap rejected the API key: Invalid API key; new keys take up to two hours to work")
    }

    /// A reply is English, and so are the names in it.
    @Test func repliesNamePlacesInEnglish() throws {
        let coordinate = try #require(Coordinate(latitude: 35.69, longitude: 139.69))
        var tokyo = Locality(name: "Tokio", country: "Japón")
        tokyo.language = "es"
        tokyo.translations = Locality.Translations(
            names: ["en": "Tokyo", "es": "Tokio"], countries: ["en": "Japan", "es": "Japón"])
        let place = Place(coordinate: coordinate, locality: tokyo)
        #expect(PlaceSentence.added(place) == "Tokyo, Japan (35.69°N 139.69°E) is now a favourite")
        #expect(PlaceSentence.removed(place, isCurrent: false) == "Tokyo is no longer a favourite")
    }

    @Test(arguments: [
        ("Berlin", "State of Berlin", "Berlin, Germany"), ("Madrid", "Community of Madrid", "Madrid, Germany"),
        ("Montevideo", "Montevideo Department", "Montevideo, Germany"), ("Alger", "Wilaya d’Alger", "Alger, Germany"),
        ("York", "New York", "York, New York, Germany"), ("Potsdam", "Brandenburg", "Potsdam, Brandenburg, Germany"),
    ])
    func aRegionOfTheSameNameIsNotRepeated(name: String, region: String, text: String) {
        #expect(Locality(name: name, region: region, country: "Germany").fullText() == text)
    }
}
