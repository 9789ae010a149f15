import Languages
import Rendering
import Testing
import Weather

/// The text of a notification, and the variables of a command.
struct NotificationTests {
    private static let now = "2026-11-21T15:42:00-03:00"

    @Test func rain() throws {
        let begin = try moment("2026-11-21T16:00:00-03:00")
        let notification = Notification(.rain(begin: begin, isSnow: false), of: try Montevideo.scene(), in: Style())
        #expect(notification.title == "Rain expected in 18 min")
        #expect(notification.text == "Montevideo\nfrom 16:00")
        #expect(notification.icon == "weather-showers")
        #expect(!notification.isUrgent)
        let values = notification.values
        #expect(values["WEATHER_EVENT"] == "rain")
        #expect(values["WEATHER_PLACE"] == "Montevideo")
        #expect(values["WEATHER_TITLE"] == notification.title)
        #expect(values["WEATHER_TEXT"] == notification.text)
        #expect(values["WEATHER_PRECIPITATION"] == "rain")
        #expect(values["WEATHER_MINUTES"] == "18")
        #expect(values["WEATHER_TIME"] == "2026-11-21T16:00:00-03:00")
        #expect(values["WEATHER_LATITUDE"] == "-34.9")
        #expect(values["WEATHER_LONGITUDE"] == "-56.16")
        #expect(values["WEATHER_CONDITION"] != nil)
        #expect(values["WEATHER_ALERT_EVENT"] == nil)
        let snow = Notification(.rain(begin: begin, isSnow: true), of: try Montevideo.scene(), in: Style())
        #expect(snow.title == "Snow expected in 18 min")
        #expect(snow.values["WEATHER_PRECIPITATION"] == "snow")
    }

    @Test func frostUsesUserUnitsAndSI() throws {
        let frost = Frost(
            lowest: -2.3, time: try moment("2026-11-22T06:00:00-03:00"),
            midnight: try moment("2026-11-22T00:00:00-03:00"))
        let notification = Notification(.frost(frost), of: try Montevideo.scene(), in: Style(units: .imperial))
        #expect(notification.title == "Frost tonight, down to 28°F")
        #expect(notification.text == "Montevideo\nSunday 06:00")
        #expect(notification.values["WEATHER_LOW_C"] == "-2.3")
        #expect(notification.values["WEATHER_TIME"] == "2026-11-22T06:00:00-03:00")
    }

    @Test(arguments: [(Alert.Severity.unknown, false), (.moderate, false), (.severe, true), (.extreme, true)])
    func warningNotification(severity: Alert.Severity, isUrgent: Bool) throws {
        let alert = Alert(
            id: "urn:1", event: "Wind\u{7} <b>\nWarning", headline: "Take  care", text: "One\r\ntwo\u{0}",
            severity: severity, ends: try moment("2026-11-22T18:00:00-03:00"))
        let notification = Notification(.alert(alert), of: try Montevideo.scene(), in: Style())
        #expect(notification.title == "Wind <b> Warning", "only characters that are invalid in a line are removed")
        #expect(notification.text.hasPrefix("Montevideo\n"))
        #expect(notification.text.hasSuffix("until Sunday 18:00\nTake care"))
        #expect(notification.isUrgent == isUrgent)
        #expect(notification.values["WEATHER_ALERT_SEVERITY"] == severity.rawValue)
        #expect(notification.values["WEATHER_ALERT_ENDS"] == "2026-11-22T18:00:00-03:00")
        #expect(notification.values["WEATHER_ALERT_ONSET"] == nil)
        #expect(notification.values["WEATHER_ALERT_TEXT"] == "One\ntwo")
    }

    @Test func lostAndBack() throws {
        var scene = try Montevideo.scene()
        scene.lastFailure = timeout
        let lost = Notification(.lost, of: scene, in: Style())
        #expect(lost.title == "Weather data unavailable")
        #expect(lost.values["WEATHER_ERROR"] == timeout.sentence)
        scene.lastFailure = nil
        let back = Notification(.back, of: scene, in: Style())
        #expect(back.title == "The weather is back")
        #expect(back.text.hasPrefix("Montevideo\n"))
        #expect(back.subject == lost.subject, "one replaces the other")
    }

    @Test func sunEventShowsItsTime() throws {
        let set = SunEvent(.sunset, at: try moment("2026-11-21T19:40:30-03:00"))
        let notification = Notification(.sun(set), of: try Montevideo.scene(), in: Style())
        #expect(notification.kind == .sunset)
        #expect(notification.title == "Sunset" && notification.text == "Montevideo\n19:40")
        #expect(notification.icon == "weather-clear-night" && !notification.isUrgent)
        #expect(notification.values["WEATHER_EVENT"] == "sunset")
        #expect(notification.values["WEATHER_TIME"] == "2026-11-21T19:40:30-03:00")
    }

    @Test func thresholdShowsTheUsersNameAndUnits() throws {
        let scene = try Montevideo.scene()
        func notification(_ rule: String, _ value: Double, later: Int = 0) throws -> Rendering.Notification {
            let threshold = Threshold(name: "black-ice", rule: try ThresholdRule(parsing: rule))
            let crossing = ThresholdCrossing(
                threshold: threshold, value: value, time: scene.now.advanced(by: later))
            return Notification(.threshold(crossing), of: scene, in: Style(units: .imperial))
        }
        let now = try notification("temperature < 0 °C", -1.26)
        #expect(now.title == "Black ice (29.7°F)" && now.text == "Montevideo\ntemperature < 0 °C")
        #expect(now.values["WEATHER_THRESHOLD"] == "black-ice" && now.values["WEATHER_VALUE"] == "-1.26")
        #expect(now.values["WEATHER_RULE"] == "temperature < 0 °C")
        #expect(now.values["WEATHER_TIME"] == "2026-11-21T15:42:00-03:00")
        let later = try notification("rain > 2 mm/h", 2.54, later: 3 * 3600)
        #expect(later.title == "Black ice (0.10 in/h)" && later.text == "Montevideo\n18:42\nrain > 2 mm/h")
        #expect(try notification("aqi > 100", 120).title == "Black ice (120)")
    }
}
