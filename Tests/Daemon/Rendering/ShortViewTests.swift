import ClientProtocol
import Rendering
import Testing
import Weather

@Suite struct ShortViewTests {
    private func line(_ scene: Scene, _ style: Style = Style()) throws -> String {
        let lines = try ShortView.lines(of: scene, as: .text, in: style)
        #expect(lines.count == 1)
        return try #require(lines.first)
    }

    @Test func standard() throws {
        #expect(try line(Montevideo.scene()) == "⛅ 18°C")
        #expect(try line(Montevideo.scene(), Style(units: .imperial, icons: .ascii)) == "m 64°F")
    }

    @Test func labels() throws {
        let later = "2026-11-21T17:00:00-03:00"
        #expect(try line(Montevideo.scene(at: later)) == "⛅ 20°C (forecast)")
        #expect(try line(Montevideo.scene(provider: sampleProvider)) == "⛅ 18°C (sample data)")
        #expect(try line(Montevideo.scene(at: later, provider: sampleProvider)) == "⛅ 20°C (forecast, sample data)")
    }

    @Test(arguments: [
        (-0.4, "0°C"), (-0.5, "−1°C"), (0.0, "0°C"), (0.5, "1°C"), (-12.4, "−12°C"), (35.5, "36°C"),
    ])
    func wholeDegrees(celsius: Double, text: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = celsius
        #expect(try line(scene) == "⛅ \(text)")
    }

    @Test func zeroFahrenheit() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = -17.9
        #expect(try line(scene, Style(units: .imperial)) == "⛅ 0°F")
    }

    @Test func everyPlaceholder() throws {
        let template = try Template(
            "{icon}|{temperature}|{feels-like}|{condition}|{place}|{high}|{low}|{wind}|{humidity}|{precipitation}"
                + "|{pressure}|{age}|{nowcast}|{alert}|{provider}")
        #expect(
            try line(Montevideo.scene(), Style(shortTemplate: template))
                == "⛅|18°C|17°C|partly cloudy|Montevideo|21°C|12°C|14 km/h|63%|0.0 mm|1015 hPa|4 min|||Open-Meteo")
        var scene = try Montevideo.scene()
        scene.report?.current = Conditions()
        scene.report?.days = []
        #expect(
            try line(scene, Style(shortTemplate: template)) == "❔|–|–|unknown|Montevideo|–|–|–|–|–|–|4 min|||Open-Meteo"
        )
    }

    @Test(arguments: [(Icons.emoji, "⛅ 18°C ⚠️"), (.nerdFont, "\u{E302} 18°C \u{F071}"), (.ascii, "m 18°C !")])
    func warningHasMark(icons: Icons, text: String) throws {
        #expect(try line(Montevideo.scene(warning: [Montevideo.storm()]), Style(icons: icons)) == text)
        #expect(try !line(Montevideo.scene(warning: []), Style(icons: icons)).contains(icons == .ascii ? "!" : "⚠️"))
    }

    @Test func markPrecedesLabels() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()], at: "2026-11-21T17:00:00-03:00")
        #expect(try line(scene) == "⛅ 20°C ⚠️ (forecast)")
    }

    @Test(
        arguments: [
            ("{temperature} {alert}", "18°C Storm Warning", "18°C"),
            ("{alert} {temperature}", "Storm Warning 18°C", "18°C"),
            (
                "{temperature} {alert} {nowcast} {wind}", "18°C Storm Warning rain expected in 18 min 14 km/h",
                "18°C 14 km/h"
            ),
            ("{temperature}{alert}{wind}", "18°CStorm Warning14 km/h", "18°C14 km/h"),
            ("{alert}{nowcast}", "Storm Warningrain expected in 18 min", ""),
            ("a {nowcast}{alert} ", "a rain expected in 18 minStorm Warning ", "a"),
            ("a  {alert}b", "a  Storm Warningb", "a  b"),
            ("({alert})", "(Storm Warning)", "()"),
        ])
    func emptyPlaceholderLeavesNoGap(template: String, full: String, empty: String) throws {
        let style = Style(shortTemplate: try Template(template))
        var scene = try Montevideo.scene(warning: [Montevideo.storm()])
        scene.report?.precipitation = try Montevideo.shower()
        #expect(try line(scene, style) == full)
        #expect(try line(Montevideo.scene(), style) == empty)
    }

    @Test(arguments: [
        ("2026-11-21T19:39:59-03:00", "⛅"), ("2026-11-21T19:40:00-03:00", "🌜"),
    ])
    func iconChangesAtSunset(time: String, icon: String) throws {
        #expect(try line(Montevideo.scene(at: time)).hasPrefix(icon))
        var fresh = try Montevideo.scene(at: time)
        fresh.staleAfter = 86_400
        fresh.report?.observedAt = fresh.now
        #expect(try line(fresh) == "\(icon) 18°C")
    }

    @Test func neverFetched() throws {
        var scene = try Montevideo.scene()
        scene.report = nil
        #expect(throws: NoWeather.self) { try line(scene) }
        let error = #expect(throws: NoWeather.self) { try line(scene) }
        #expect(error?.sentence == "no weather has been fetched yet; fetching it now")
        scene.lastFailure = timeout
        let second = #expect(throws: NoWeather.self) { try line(scene) }
        #expect(
            second?.sentence
                == "no weather has been fetched yet; last error: api.open-meteo.com did not answer within 20 s")
    }

    @Test func expired() throws {
        var scene = try Montevideo.scene(at: "2026-11-29T00:00:00-03:00")
        scene.lastFailure = timeout
        let error = #expect(throws: NoWeather.self) { try line(scene) }
        #expect(
            error?.sentence == "the forecast ended on Sunday 29 November 2026 at 00:00; last error: "
                + "api.open-meteo.com did not answer within 20 s")
    }

    @Test func hoursEndBeforeTheDays() throws {
        let scene = try Montevideo.scene(at: "2026-11-24T10:00:00-03:00")
        let ended = "the forecast ended on Tuesday 24 November 2026 at 00:00"
        #expect(#expect(throws: NoWeather.self) { try line(scene) }?.sentence == ended)
        #expect(
            #expect(throws: NoWeather.self) {
                try HourlyView.lines(of: scene, hours: nil, as: .json, in: Style())
            }?.sentence == ended)
        #expect(try DailyView.lines(of: scene, days: 1, as: .text, in: Style())[3].hasPrefix("Today"))
    }

    @Test func forecastHasNotBegun() throws {
        let scene = try Montevideo.scene(at: "2026-11-19T10:00:00-03:00")
        let error = #expect(throws: NoWeather.self) { try DailyView.lines(of: scene, days: 1, as: .text, in: Style()) }
        #expect(
            error?.sentence
                == "the forecast begins on Saturday 21 November 2026 at 00:00, which is in the future; check the clock"
        )
    }

    @Test func providerWithoutHours() throws {
        var scene = try Montevideo.scene()
        scene.report?.hours = []
        let error = #expect(throws: NoWeather.self) {
            try HourlyView.lines(of: scene, hours: 3, as: .text, in: Style())
        }
        #expect(error?.sentence == "Open-Meteo has no such data for this place")
    }
}
