import Languages
import Rendering
import Testing
import Weather

/// What the daily brief says.
struct DailyBriefTests {
    private func brief(_ scene: Scene, in style: Style = Style()) -> Rendering.Notification {
        Notification(.brief, of: scene, in: style)
    }

    @Test func morningBriefIsAboutToday() throws {
        let brief = brief(try Montevideo.scene(at: "2026-11-21T15:42:00-03:00"))
        #expect(brief.title == "High 21°C / low 12°C")
        #expect(brief.text == "Montevideo\nToday: light rain from 20:00.")
        #expect(brief.values["WEATHER_EVENT"] == "brief")
        #expect(brief.values["WEATHER_DATE"] == "2026-11-21")
        #expect(brief.values["WEATHER_HIGH_C"] == "21.0" && brief.values["WEATHER_LOW_C"] == "12.3")
        #expect(brief.values["WEATHER_UV"] == nil && brief.values["WEATHER_ALERTS"] == nil)
    }

    @Test func eveningBriefIsAboutTomorrow() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T18:00:00-03:00")
        scene.report?.fetchedAt = scene.now
        let brief = brief(scene, in: Style(units: .imperial))
        #expect(brief.title == "High 71°F / low 53°F", "21.5 and 11.7 °C")
        #expect(brief.text == "Montevideo\nTomorrow: light rain until 06:00.")
        #expect(brief.values["WEATHER_DATE"] == "2026-11-22")
        #expect(self.brief(try Montevideo.scene(at: "2026-11-21T17:59:00-03:00")).text.contains("Today: "))
    }

    @Test func windUVAndWarningsAreMentionedWhenTheyMatter() throws {
        var scene = try Montevideo.scene()
        scene.report?.hours[20].conditions.windSpeed = 14
        scene.report?.hours[20].conditions.windDirection = 225
        scene.report?.hours[21].conditions.windGust = 25
        scene.report?.days[0].uvIndexMax = 7.4
        let ends = try moment("2026-11-21T23:00:00-03:00")
        scene.alerts = AlertReport(
            coordinate: scene.place.coordinate, provider: openMeteo, fetchedAt: scene.now,
            alerts: (1...4).map { Alert(id: "\($0)", event: "Gale \($0)", severity: .severe, ends: ends) })
        let brief = brief(scene)
        #expect(
            brief.text == """
                Montevideo
                Today: light rain from 20:00, windy.
                50 km/h from SW, gusts 90 km/h
                UV index 7 (high)
                Gale 1 (severe), until 23:00
                Gale 2 (severe), until 23:00
                Gale 3 (severe), until 23:00
                and 1 more, see: weatherctl alerts
                """)
        #expect(brief.values["WEATHER_UV"] == "7.4" && brief.values["WEATHER_ALERTS"] == "4")
        scene.report?.days[0].uvIndexMax = 5.4
        #expect(!self.brief(scene).text.contains("UV"))
    }

    @Test(arguments: Language.allCases)
    func everyLanguageHasABrief(language: Language) throws {
        var style = Style()
        style.speak(language, locale: language.rawValue)
        let brief = brief(try Montevideo.scene(), in: style)
        #expect(brief.title.contains("21") && brief.title.contains("12"))
        let lines = brief.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines[1].contains("20:00"), "\(brief.text)")
    }
}
