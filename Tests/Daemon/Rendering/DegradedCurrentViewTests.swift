import ClientProtocol
import Testing
import Weather

@testable import Rendering

/// Values that are missing, old, invented or implausible.
struct DegradedCurrentViewTests {
    private func text(_ scene: Scene, _ style: Style = Style()) throws -> String {
        try CurrentView.lines(of: scene, as: .text, in: style).joined(separator: "\n")
    }

    @Test func missingValueHasNoLine() throws {
        var scene = try Montevideo.scene()
        scene.place.name = nil
        scene.report?.current = Conditions(condition: .fog)
        scene.report?.days = []
        scene.report?.hours = []
        scene.report?.provider.attribution = nil
        #expect(
            try text(scene) == """
                34.9°S 56.16°W, Saturday 21 November 2026, 15:42

                Condition  🌫️  fog

                model, values of 15:30, updated 4 min ago
                Weather data by Open-Meteo
                """)
    }

    @Test func halfKnownValues() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windSpeed = nil
        scene.report?.current?.rain = 0.3
        scene.report?.days[0].temperatureMax = nil
        for index in 0..<24 { scene.report?.hours[index].conditions.temperature = nil }
        let text = try text(scene)
        #expect(text.contains("\nWind              ↗ from SSW, gusts 31 km/h\n"))
        #expect(text.contains("\nRain              0.3 mm in 1 h\n"))
        #expect(text.contains("\nHigh / low today  – / 12.3°C\n"))
    }

    @Test func staleWeatherIsForecastWithReason() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T18:40:00-03:00")
        scene.lastFailure = timeout
        #expect(
            try text(scene).hasSuffix(
                """
                forecast for 18:00, last updated 3 h ago
                last error: api.open-meteo.com did not answer within 20 s
                Weather data by Open-Meteo.com (CC BY 4.0)
                """))
        #expect(try text(scene).contains("\nTemperature       19.2°C\n"))
    }

    @Test func missingCurrentWeatherIsForecast() throws {
        var scene = try Montevideo.scene()
        scene.report?.current = nil
        #expect(try text(scene).contains("\nforecast for 15:00, last updated 4 min ago\n"))
    }

    @Test func clockSetBackIsShown() throws {
        #expect(
            try text(Montevideo.scene(at: "2026-11-21T14:10:00-03:00")).contains(
                "\nforecast for 14:00, last updated at 15:38, before the clock was turned back\n"))
    }

    @Test func sampleDataIsLabelled() throws {
        let text = try text(Montevideo.scene(provider: sampleProvider))
        #expect(text.hasPrefix("Montevideo, Saturday 21 November 2026, 15:42 (sample data)\n"))
        #expect(text.hasSuffix("\nsample data, made up: not the weather of this place"))
    }

    @Test func implausibleWeatherDoesNotTrap() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = 1e300
        scene.report?.current?.windDirection = -1e300
        scene.report?.current?.uvIndex = .infinity
        scene.report?.current?.pressure = .nan
        scene.place.name = "Monte\nvideo\u{202E}\u{7}"
        #expect(try text(scene).hasPrefix("Monte video, Saturday"))
    }
}
