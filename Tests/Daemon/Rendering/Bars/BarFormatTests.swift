import BarReaders
import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

@Suite("Output for each bar")
struct BarFormatTests {
    private func lines(
        _ output: ViewRequest.Output, of scene: Scene, isWatched: Bool = false, _ style: Style = Style(),
        details: [String]? = ["Montevideo", "", "  18 °C | \"mild\""]
    ) throws -> [String] {
        try ShortView.lines(of: scene, details: details, as: output, isWatched: isWatched, in: style)
    }

    private func uncolored(_ template: String = "{icon} {temperature}") throws -> Style {
        var style = Style(shortTemplate: try Template(template))
        style.hasColors = false
        return style
    }

    private let mild = Palette.color(ofTemperature: 17.64).onDark.hex
    private let cloudy = Palette.color(of: .partlyCloudy, isDay: true).onDark.hex

    @Test func waybar() throws {
        #expect(
            try lines(.waybar, of: Montevideo.scene()) == [
                #"{"text":"⛅ 18°C","alt":"partly-cloudy","tooltip":"<tt>Montevideo\n\n  18 °C | &quot;mild&quot;</tt>","#
                    + #""class":["partly-cloudy","day","fresh"],"percentage":5}"#
            ])
    }

    @Test func polybarAndTmux() throws {
        let scene = try Montevideo.scene()
        #expect(try lines(.polybar, of: scene, uncolored()) == ["⛅ 18°C"])
        #expect(try lines(.tmux, of: scene, uncolored()) == ["⛅ 18°C"])
        #expect(try PolybarReader(lines(.polybar, of: scene)[0]).text == "⛅ 18°C")
        #expect(try TmuxReader(lines(.tmux, of: scene)[0]).text == "⛅ 18°C")
    }

    @Test func i3() throws {
        let scene = try Montevideo.scene()
        #expect(
            try lines(.i3bar, of: scene, uncolored("{place}")) == [
                #"[{"name":"weather","full_text":"Montevideo","short_text":"⛅ 18°C","markup":"pango"}],"#
            ])
        let spans =
            #"<span foreground='\#(cloudy)'>⛅</span> <span foreground='\#(mild)'>18°C</span>"#
        let block = try #require(lines(.i3blocks, of: scene, isWatched: true).first)
        #expect(block.contains(#""short_text":"\#(spans)","color":"\#(mild)","markup":"pango"}"#), "\(block)")
        #expect(try lines(.i3blocks, of: scene) == ["⛅ 18°C", "⛅ 18°C", mild])
        #expect(try lines(.i3blocks, of: scene, uncolored("{place}")) == ["Montevideo", "⛅ 18°C"])
    }

    @Test func yambar() throws {
        #expect(
            try lines(.yambar, of: Montevideo.scene()) == [
                "text|string|⛅ 18°C", "icon|string|⛅", "condition|string|partly-cloudy",
                "description|string|partly cloudy", "place|string|Montevideo", "temperature|string|18°C",
                "high|string|21°C", "low|string|12°C", "alert|string|", "class|string|partly-cloudy day fresh",
                "color|string|\(mild)", "percentage|range:0-100|5", "stale|bool|false", "",
            ])
    }

    @Test func argos() throws {
        #expect(
            try lines(.argos, of: Montevideo.scene(), uncolored("-{place}: {icon}")) == [
                "&#45;Montevideo&#58; ⛅", "---", "Montevideo | font=monospace", "---",
                "&#32;&#32;18 °C &#124; &quot;mild&quot; | font=monospace",
            ])
    }

    @Test func eww() throws {
        let line = try #require(lines(.eww, of: Tromsø.scene()).first)
        let weather = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(weather["icon"] as? String == "❄️")
        #expect(weather["condition"] as? String == "snow-heavy")
        #expect(weather["temperature"] as? String == "0°C" && weather["low"] as? String == "−13°C")
        #expect(weather["probability"] as? String == "" && weather["percentage"] as? Int == 0)
        #expect(weather["tooltip"] as? String == "Montevideo\n\n  18 °C | \"mild\"")
        #expect(weather["class"] as? String == "snow-heavy night fresh cold wet")
    }

    @Test(arguments: [
        (31.0, 0.0, 0.0, ["hot"]), (30, 0.05, 10.7, ["hot"]), (0, 0, 0, ["cold"]), (15, 0.1, 0, ["wet"]),
        (15, 0, 10.8, ["windy"]), (-3, 2, 20, ["cold", "wet", "windy"]), (15, 0, 0, []),
    ])
    func classesByThresholds(celsius: Double, rain: Double, wind: Double, expected: [String]) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = celsius
        scene.report?.current?.precipitation = rain
        scene.report?.current?.windSpeed = wind
        #expect(try reading(.waybar, of: scene).classes == ["partly-cloudy", "day", "fresh"] + expected)
        var style = Style()
        style.thresholds.hot = 50
        style.thresholds.cold = -50
        style.thresholds.wet = 50
        style.thresholds.windy = 50
        #expect(try reading(.yambar, of: scene, style).classes == ["partly-cloudy", "day", "fresh"])
        scene.report?.current = Conditions()
        #expect(try reading(.waybar, of: scene).classes == ["unknown", "day", "fresh"])
    }

    @Test func staleAndOfflineHaveClasses() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T22:00:00-03:00")
        scene.lastFailure = .hostNotFound(host: "api.open-meteo.com")
        let reason = "last error: cannot resolve api.open-meteo.com"
        for output in ViewRequest.Output.allCases where output.isBar {
            let reading = try reading(output, of: scene, details: nil)
            #expect(reading.text.hasSuffix(" (forecast)"))
            if let details = reading.details { #expect(details.contains(reason)) }
            if !reading.classes.isEmpty {
                #expect(reading.classes == ["rain-light", "night", "stale", "forecast", "offline", "wet"])
            }
            if let color = reading.values["color"] { #expect(color == "#9e9e9e") }
        }
        #expect(try PolybarReader(lines(.polybar, of: scene)[0]).colors.compactMap(\.self).contains("#9e9e9e"))
        // The weather is still fresh, and the last attempt failed.
        scene.now = try moment("2026-11-21T15:50:00-03:00")
        #expect(try reading(.waybar, of: scene, details: nil).details?.contains(reason) == true)
        #expect(try reading(.waybar, of: scene).classes == ["partly-cloudy", "day", "fresh", "offline"])
    }

    @Test func alertsHaveTheirColorAndClass() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()])
        let reading = try reading(.yambar, of: scene)
        #expect(reading.classes == ["partly-cloudy", "day", "fresh", "alert", "alert-severe"])
        #expect(reading.values["color"] == Palette.color(of: Alert.Severity.severe).onDark.hex)
        #expect(reading.values["alert"] == "Storm Warning")
    }

    @Test func templatesOfAltAndTooltip() throws {
        var style = Style()
        style.altTemplate = try Template("{condition} & {place}")
        style.tooltipTemplates = [try Template("<{place}>"), try Template("{humidity}")]
        #expect(
            try lines(.waybar, of: Montevideo.scene(), style, details: nil) == [
                #"{"text":"⛅ 18°C","alt":"partly cloudy &amp; Montevideo","tooltip":"&lt;Montevideo&gt;\n63%","#
                    + #""class":["partly-cloudy","day","fresh"],"percentage":5}"#
            ])
    }

    @Test func styleMarkup() {
        let text =
            StyledText("a<", .color(Color(0x4FC3F7))) + StyledText("b", .bold) + StyledText("#", .faint) + "[c"
        #expect(
            Markup.pango.write(text, on: .dark)
                == ##"<span foreground='#4fc3f7'>a&lt;</span><span weight='bold'>b</span>"##
                + ##"<span fgalpha='60%'>#</span>[c"##)
        #expect(Markup.polybar.write(text, on: .dark) == "%{F#4fc3f7}a<%{F-}b#[c")
        #expect(
            Markup.tmux.write(text, on: .dark) == "#[fg=#4fc3f7]a<#[default]#[bold]b#[default]#[dim]###[default][c")
        #expect(Markup.polybar.write(StyledText("100%", .bold) + "{F#f00}", on: .dark) == "100%%{O0}{F#f00}")
        #expect(Markup.none.write(text, on: .dark) == "a<b#[c")
    }

    private func reading(
        _ output: ViewRequest.Output, of scene: Scene, _ style: Style = Style(), details: [String]? = ["details"]
    ) throws -> BarReading {
        try BarReading.all([(output, lines(output, of: scene, style, details: details))])[0]
    }
}
