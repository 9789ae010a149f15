import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@Suite struct TemplateChangesTests {
    private func scenes() throws -> [Scene] {
        var eventful = try Montevideo.airScene()
        eventful.report?.precipitation = try Montevideo.shower()
        eventful.alerts = try Montevideo.scene(warning: [Montevideo.storm()]).alerts
        var seconds = try Montevideo.scene()
        let midnight = try moment("2026-11-21T00:00:00-03:00")
        seconds.report?.days[0].daylight = .sun(
            rise: midnight.advanced(by: 20_017), set: midnight.advanced(by: 61_043))
        // One hour is missing.
        seconds.report?.hours.remove(at: 20)
        return [
            eventful, seconds, try Tromsø.scene(),
            try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 30),
        ]
    }

    /// Steps through more than a day: no placeholder changes before the predicted time.
    @Test(arguments: Template.placeholders.map(\.name))
    func noChangePrecedesPrediction(name: String) throws {
        let style = Style(shortTemplate: try Template("{\(name)}"))
        for var scene in try scenes() {
            scene.staleAfter = 5 * 3600
            var predicted: UnixTime? = .distantPast
            var text: [String] = []
            for _ in 0..<400 {
                let isDue = predicted.map { $0 <= scene.now } ?? false
                let new = try? ShortView.lines(of: scene, as: .text, in: style)
                #expect(isDue || new ?? ["none"] == text, "\(name) at \(scene.now.seconds)")
                if isDue {
                    text = new ?? ["none"]
                    predicted = scene.nextChange(of: .short(format: nil), as: .text, in: style)
                    #expect(predicted.map { $0 > scene.now } ?? true)
                }
                scene.now = scene.now.advanced(by: 241)
            }
        }
    }

    private func next(_ template: String, _ time: String, _ output: ViewRequest.Output = .text) throws -> UnixTime? {
        var style = Style(shortTemplate: try Template(template))
        style.tooltipTemplates = [try Template("{time}")]
        var scene = try Montevideo.scene(at: time)
        scene.staleAfter = 86_400
        return scene.nextChange(of: .short(format: nil), as: output, in: style)
    }

    @Test func standardTemplateChangesHourly() throws {
        #expect(try next("{icon} {temperature}", "2026-11-21T15:42:10-03:00") == moment("2026-11-21T16:00:00-03:00"))
    }

    @Test(arguments: ["{time}", "{daylight-left}", "{( {({time})})}", "{age}"])
    func eachMinute(template: String) throws {
        #expect(try next(template, "2026-11-21T15:42:10-03:00") == moment("2026-11-21T15:43:00-03:00"))
    }

    @Test func moonChangesEveryTenMinutes() throws {
        #expect(try next("{moon}", "2026-11-21T15:42:10-03:00") == moment("2026-11-21T15:50:00-03:00"))
    }

    @Test func barTooltipAffectsNextChange() throws {
        for output in [ViewRequest.Output.waybar, .eww, .argos] {
            #expect(try next("{icon}", "2026-11-21T15:42:10-03:00", output) == moment("2026-11-21T15:43:00-03:00"))
        }
        for output in [ViewRequest.Output.polybar, .i3bar, .i3blocks, .tmux, .yambar, .json] {
            #expect(try next("{icon}", "2026-11-21T15:42:10-03:00", output) == moment("2026-11-21T16:00:00-03:00"))
        }
        var style = Style(shortTemplate: .standard)
        style.altTemplate = try Template("{moon}")
        style.tooltipTemplates = []
        let scene = try Montevideo.scene()
        #expect(
            scene.nextChange(of: .short(format: nil), as: .waybar, in: style)
                == (try moment("2026-11-21T15:50:00-03:00")))
    }

    /// The outlook in the JSON of `current`.
    @Test func noOutlookChangePrecedesPrediction() throws {
        for var scene in try scenes() {
            var predicted: UnixTime? = .distantPast
            var text: [String] = []
            for _ in 0..<400 {
                let isDue = predicted.map { $0 <= scene.now } ?? false
                let new = (try? CurrentView.lines(of: scene, as: .json, in: Style())) ?? []
                let outlook = new.map { line in
                    line.range(of: "\"trend\":").map { String(line[$0.lowerBound...]) } ?? ""
                }
                #expect(isDue || outlook == text, "\(scene.now.seconds)")
                if isDue {
                    text = outlook
                    predicted = scene.nextChange(of: .current, as: .json, in: Style())
                }
                scene.now = scene.now.advanced(by: 241)
            }
        }
    }
}
