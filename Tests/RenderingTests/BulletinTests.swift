import Rendering
import Testing
import Weather

/// What a notification shows and a command gets to know.
struct BulletinTests {
    private static let now = "2026-11-21T15:42:00-03:00"

    @Test func rain() throws {
        let begin = try moment("2026-11-21T16:00:00-03:00")
        let bulletin = Bulletin(.rain(begin: begin, isSnow: false), of: try Montevideo.scene(), in: Style())
        #expect(bulletin.title == "Rain expected in 18 min")
        #expect(bulletin.text == "Montevideo\nfrom 16:00")
        #expect(bulletin.icon == "weather-showers")
        #expect(!bulletin.isUrgent)
        let values = bulletin.values
        #expect(values["WEATHER_EVENT"] == "rain")
        #expect(values["WEATHER_PLACE"] == "Montevideo")
        #expect(values["WEATHER_TITLE"] == bulletin.title)
        #expect(values["WEATHER_TEXT"] == bulletin.text)
        #expect(values["WEATHER_PRECIPITATION"] == "rain")
        #expect(values["WEATHER_MINUTES"] == "18")
        #expect(values["WEATHER_TIME"] == "2026-11-21T16:00:00-03:00")
        #expect(values["WEATHER_LATITUDE"] == "-34.9")
        #expect(values["WEATHER_LONGITUDE"] == "-56.16")
        #expect(values["WEATHER_CONDITION"] != nil)
        #expect(values["WEATHER_ALERT_EVENT"] == nil)
        let snow = Bulletin(.rain(begin: begin, isSnow: true), of: try Montevideo.scene(), in: Style())
        #expect(snow.title == "Snow expected in 18 min")
        #expect(snow.values["WEATHER_PRECIPITATION"] == "snow")
    }

    @Test func frostInTheUnitsOfTheUserAndSI() throws {
        let frost = Frost(
            lowest: -2.3, time: try moment("2026-11-22T06:00:00-03:00"),
            midnight: try moment("2026-11-22T00:00:00-03:00"))
        let bulletin = Bulletin(.frost(frost), of: try Montevideo.scene(), in: Style(units: .imperial))
        #expect(bulletin.title == "Frost tonight, down to 28°F")
        #expect(bulletin.text == "Montevideo\nSunday 06:00")
        #expect(bulletin.values["WEATHER_LOW_C"] == "-2.3")
        #expect(bulletin.values["WEATHER_TIME"] == "2026-11-22T06:00:00-03:00")
    }

    @Test(arguments: [(Alert.Severity.unknown, false), (.moderate, false), (.severe, true), (.extreme, true)])
    func anAlert(severity: Alert.Severity, isUrgent: Bool) throws {
        let alert = Alert(
            id: "urn:1", event: "Wind\u{7} <b>\nWarning", headline: "Take  care", text: "One\r\ntwo\u{0}",
            severity: severity, ends: try moment("2026-11-22T18:00:00-03:00"))
        let bulletin = Bulletin(.alert(alert), of: try Montevideo.scene(), in: Style())
        #expect(bulletin.title == "Wind <b> Warning", "what cannot stand in a line is gone, and nothing else")
        #expect(bulletin.text.hasPrefix("Montevideo\n"))
        #expect(bulletin.text.hasSuffix("until Sunday 18:00\nTake care"))
        #expect(bulletin.isUrgent == isUrgent)
        #expect(bulletin.values["WEATHER_ALERT_SEVERITY"] == severity.rawValue)
        #expect(bulletin.values["WEATHER_ALERT_ENDS"] == "2026-11-22T18:00:00-03:00")
        #expect(bulletin.values["WEATHER_ALERT_ONSET"] == nil)
        #expect(bulletin.values["WEATHER_ALERT_TEXT"] == "One\ntwo")
    }

    @Test func lostAndBack() throws {
        var scene = try Montevideo.scene()
        scene.lastFailure = timeout
        let lost = Bulletin(.lost, of: scene, in: Style())
        #expect(lost.title == "The weather is lost")
        #expect(lost.values["WEATHER_ERROR"] == timeout.sentence)
        scene.lastFailure = nil
        let back = Bulletin(.back, of: scene, in: Style())
        #expect(back.title == "The weather is back")
        #expect(back.text.hasPrefix("Montevideo\n"))
        #expect(back.subject == lost.subject, "one takes the place of the other")
    }
}
