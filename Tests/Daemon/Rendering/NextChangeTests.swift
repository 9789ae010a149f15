import ClientProtocol
import Rendering
import Testing
import Weather

@Suite struct NextChangeTests {
    private func next(
        _ view: ViewRequest.View, _ time: String, _ output: ViewRequest.Output = .text, _ template: String = ""
    )
        throws -> UnixTime?
    {
        let template = try Template(template)
        return try Montevideo.scene(at: time).nextChange(of: view, as: output, in: Style(shortTemplate: template))
    }

    @Test func barLineChangesHourly() throws {
        let stale = try moment("2026-11-21T16:38:00-03:00")
        #expect(try next(.short(format: nil), "2026-11-21T15:42:00-03:00") == moment("2026-11-21T16:00:00-03:00"))
        #expect(try next(.short(format: nil), "2026-11-21T16:00:00-03:00") == stale)
        #expect(
            try next(.short(format: nil), "2026-11-21T19:00:00-03:00") == moment("2026-11-21T19:40:00-03:00"))
    }

    @Test func ageChangesByTheMinute() throws {
        #expect(
            try next(.short(format: nil), "2026-11-21T15:42:30-03:00", .text, "{age}")
                == moment("2026-11-21T15:43:00-03:00"))
        #expect(try next(.status, "2026-11-21T15:42:00-03:00") == moment("2026-11-21T15:43:00-03:00"))
        #expect(try next(.current, "2026-11-21T15:42:10-03:00", .json) == moment("2026-11-21T15:43:00-03:00"))
        #expect(try next(.status, "2026-11-21T18:38:00-03:00") == moment("2026-11-21T19:00:00-03:00"))
    }

    @Test func withoutDataThereIsNoNextChange() throws {
        for view: ViewRequest.View in [.short(format: nil), .current, .show, .hourly(hours: nil), .daily(days: nil)] {
            #expect(try next(view, "2026-11-30T00:00:00-03:00") == nil)
        }
        var scene = try Montevideo.scene()
        scene.report = nil
        #expect(scene.nextChange(of: .status, as: .text, in: Style()) == nil)
    }

    /// The card of a place without weather has the local time, too.
    @Test func timeOfACardChangesByTheMinute() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T15:42:30-03:00")
        scene.report = nil
        #expect(scene.nextChange(of: .places, as: .text, in: Style()) == nil, "no time zone is known")
        scene.place.locality = Locality(name: "Montevideo", timeZone: "America/Montevideo")
        let next = scene.nextChange(of: .places, as: .text, in: Style())
        #expect(try next == moment("2026-11-21T15:43:00-03:00"))
    }

    /// Steps through a night and a day: no view changes before the predicted time.
    @Test(arguments: [
        ViewRequest.View.short(format: nil), .current, .show, .hourly(hours: nil), .hourly(hours: 5), .daily(days: nil),
        .alerts, .air, .sun,
    ])
    func noChangePrecedesPrediction(view: ViewRequest.View) throws {
        for (report, start) in [
            (try Montevideo.scene(), "2026-11-21T14:00:07-03:00"),
            (try eventful(), "2026-11-21T14:00:07-03:00"),
            (try Tromsø.scene(), "2026-12-22T20:00:07+01:00"),
            (try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 8), "2026-10-24T22:00:07+02:00"),
        ] {
            var scene = report
            scene.now = try moment(start)
            let style = Style(shortTemplate: try Template("{icon} {temperature} {high} {age} {nowcast} {alert}"))
            var predicted: UnixTime? = .distantPast
            var text: [String] = []
            for _ in 0..<100 {
                let new = lines(of: view, scene, style)
                let isDue = predicted.map { $0 <= scene.now } ?? false
                #expect(isDue || new == text, "\(scene.now.seconds)")
                if isDue {
                    text = new
                    predicted = scene.nextChange(of: view, as: .text, in: style)
                    #expect(predicted.map { $0 > scene.now } ?? true)
                }
                scene.now = scene.now.advanced(by: 599)
            }
        }
    }

    /// With warnings that begin and end, air quality for some hours, and a shower.
    private func eventful() throws -> Scene {
        var scene = try Montevideo.airScene()
        scene.report?.precipitation = try Montevideo.shower()
        scene.alerts = try Montevideo.scene(warning: [
            Montevideo.storm(),
            Alert(id: "2", event: "Hail", severity: .extreme, ends: moment("2026-11-21T15:57:00-03:00")),
        ]).alerts
        return scene
    }

    @Test func warningsAndRainChangeBarLine() throws {
        var scene = try eventful()
        let style = Style(shortTemplate: try Template("{temperature}"))
        scene.now = try moment("2026-11-21T15:52:00-03:00")
        #expect(
            scene.nextChange(of: .short(format: nil), as: .text, in: style) == (try moment("2026-11-21T15:57:00-03:00"))
        )
        let nowcast = Style(shortTemplate: try Template("{nowcast}"))
        #expect(
            scene.nextChange(of: .short(format: nil), as: .text, in: nowcast)
                == (try moment("2026-11-21T15:53:00-03:00")))
    }

    @Test func watchedWarningsChangeWhenOneBeginsAndEnds() throws {
        var scene = try Montevideo.scene(warning: [Montevideo.storm(from: "20:00")], at: "2026-11-21T19:59:00-03:00")
        #expect(scene.nextChange(of: .alerts, as: .text, in: Style()) == (try moment("2026-11-21T20:00:00-03:00")))
        scene.now = try moment("2026-11-22T17:30:00-03:00")
        scene.alerts?.fetchedAt = scene.now
        #expect(scene.nextChange(of: .alerts, as: .text, in: Style()) == (try moment("2026-11-22T18:00:00-03:00")))
    }

    @Test func endlessWarningExpiresADayAfterLastUpdate() throws {
        var scene = try Montevideo.scene(warning: [Alert(id: "1", event: "Gale")])
        let style = Style(shortTemplate: try Template("{temperature}"))
        let end = try moment("2026-11-22T15:40:00-03:00")
        scene.now = end.advanced(by: -1)
        #expect(scene.alertsInForce?.count == 1)
        #expect(scene.nextChange(of: .short(format: nil), as: .text, in: style) == end)
        scene.now = end
        #expect(scene.alertsInForce == [])
    }

    @Test func sunChangesNeedNoReport() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T23:53:00-03:00")
        scene.report = nil
        scene.place.locality = Locality(name: "Montevideo", timeZone: "America/Montevideo")
        #expect(
            scene.nextChange(of: .sun, as: .text, in: Style()) == (try moment("2026-11-22T00:00:00-03:00")))
        #expect(scene.nextChange(of: .alerts, as: .text, in: Style()) == nil)
        #expect(scene.nextChange(of: .air, as: .text, in: Style()) == nil)
    }

    private func lines(of view: ViewRequest.View, _ scene: Scene, _ style: Style) -> [String] {
        do {
            return switch view {
            case .short: try ShortView.lines(of: scene, as: .text, in: style)
            case .current: try CurrentView.lines(of: scene, as: .text, in: style)
            case .show: try ShowView.lines(of: scene, as: .text, in: style)
            case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: .text, in: style)
            case .daily(let days): try DailyView.lines(of: scene, days: days, as: .text, in: style)
            case .alerts: try AlertsView.lines(of: scene, as: .text, in: style)
            case .air: try AirView.lines(of: scene, as: .text, in: style)
            case .marine: try MarineView.lines(of: scene, as: .text, in: style)
            case .sun: SunView.lines(of: scene, as: .text, in: style)
            case .places, .status, .metrics: []
            }
        } catch {
            return [error.sentence]
        }
    }
}
