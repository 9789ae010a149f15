import Testing
import Weather

@testable import Rendering

@Suite struct TemplateStyleTests {
    private func text(_ template: String, _ scene: Scene) throws -> StyledText {
        let (report, present) = try scene.present()
        return try Template(template).text(for: present, of: report, in: scene, Style())
    }

    private func lines(_ template: String, _ scene: Scene) throws -> [String] {
        let (report, present) = try scene.present()
        return try Template(template).lines(for: present, of: report, in: scene, Style()).map(\.plain)
    }

    @Test func colorsFollowValues() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()])
        let text = try text("{icon} {temperature:6} is {place} {alert}", scene)
        #expect(text.runs.map(\.text) == ["⛅", " ", "  18°C", " is Montevideo ", "Storm Warning"])
        #expect(
            text.runs.map(\.textStyle) == [
                .color(Palette.color(of: .partlyCloudy, isDay: true)), .plain,
                .color(Palette.color(ofTemperature: 17.64)), .plain, .color(Palette.color(of: .severe)),
            ])
    }

    @Test func staleTextIsGrey() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()], at: "2026-11-21T17:00:00-03:00")
        let text = try text("{icon} {temperature}{wind}", scene)
        let grey = StyledText.TextStyle(color: Palette.stale, isFaint: true)
        #expect(text.runs.map(\.text) == ["⛅", " ", "20°C4 km/h", " ", "⚠️", " ", "(forecast)"])
        #expect(
            text.runs.map(\.textStyle) == [
                grey, .plain, grey, .plain, .color(Palette.color(of: .severe)), .plain, .faint,
            ])
        #expect(try self.text("{alert}", scene).runs.first?.textStyle == .color(Palette.color(of: .severe)))
    }

    @Test func warningMarkHasSeverityColor() throws {
        let text = try text("{place}", Montevideo.scene(warning: [Montevideo.storm()]))
        #expect(text.runs.last == StyledText.Run(text: "⚠️", textStyle: .color(Palette.color(of: .severe))))
    }

    @Test(arguments: [
        ("{icon} {temperature}", ["⛅", "18°C"]),
        ("{place} {high}/{low} {condition}", ["Montevideo", "21°C", "12°C", "partly cloudy"]),
        ("{place} {temperature}, {condition}, {age} old", ["Montevideo", "18°C", "partly cloudy", "4 min old"]),
        ("H:{high} L:{low}", ["H:21°C", "L:12°C"]), ("High {high} | Low {low}", ["High 21°C", "Low 12°C"]),
        ("{humidity:n}% {wind:n}kn", ["63%", "14kn"]), ("{humidity}rh{wind}", ["63%", "rh14 km/h"]),
        ("{icon}({temperature})", ["⛅", "18°C"]), ("H ({high})", ["H 21°C"]), ("gusts {alert} {high}", ["21°C"]),
        ("{temperature:8}{alert}", ["18°C"]), ("{icon}{( warning: {alert})} {high}", ["⛅", "21°C"]),
        ("🌡{temperature}", ["🌡18°C"]),
        ("weather", ["weather"]), ("", []), (" | ", []), ("{alert}", []), ("{high}{alert}°", ["21°C", "°"]),
    ])
    func verticalLayout(template: String, expected: [String]) throws {
        #expect(try lines(template, Montevideo.scene()) == expected)
    }

    @Test func unknownValueHasNoLine() throws {
        var scene = try Montevideo.scene(warning: [Montevideo.storm()], at: "2026-11-21T17:00:00-03:00")
        #expect(try lines("{temperature} {place}", scene) == ["20°C", "Montevideo", "⚠️", "(forecast)"])
        scene.report?.hours[17].conditions.temperature = nil
        #expect(try lines("T {temperature} {alert}", scene) == ["Storm Warning", "(forecast)"])
    }
}
