import ClientProtocol
import Foundation
import Languages
import Rendering
import Testing
import Weather

/// The texts beside the numbers of JSON.
@Suite struct ReadyTextsTests {
    private func style(_ units: Units = .metric, _ language: Language = .english) -> Style {
        var style = Style(units: units, language: language)
        style.hasTexts = true
        return style
    }

    private func texts(_ object: [String: Any]) -> [String: String] {
        object["texts"] as? [String: String] ?? [:]
    }

    private func rows(_ object: [String: Any]) -> [String: String] {
        let rows = object["rows"] as? [[String: String]] ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["label"] ?? "", $0["value"] ?? "") })
    }

    @Test func jsonHasNoTextsUnlessRequested() throws {
        let scene = try Montevideo.scene()
        let lines =
            try CurrentView.lines(of: scene, as: .json, in: Style())
            + HourlyView.lines(of: scene, hours: nil, as: .json, in: Style())
            + DailyView.lines(of: scene, days: nil, as: .json, in: Style())
            + SunView.lines(of: scene, as: .json, in: Style())
        #expect(lines.count == 4)
        #expect(!lines.contains { $0.contains(#""texts""#) || $0.contains(#""rows""#) })
    }

    @Test func currentIsInTheUsersUnits() throws {
        let scene = try Montevideo.scene()
        let metric = try object(CurrentView.lines(of: scene, as: .json, in: style()))
        #expect(texts(metric)["temperature"] == "18°")
        #expect(texts(metric)["wind"] == "14 km/h")
        #expect(texts(metric)["updated"]?.hasSuffix("updated 4 min ago") == true)
        #expect(texts(metric)["state"] == nil)
        #expect(rows(metric)["Pressure"]?.hasSuffix(" hPa") == true)
        #expect(rows(metric)["Temperature"] == nil)
        let imperial = try object(CurrentView.lines(of: scene, as: .json, in: style(.imperial)))
        #expect(texts(imperial)["temperature"] == "64°")
        #expect(texts(imperial)["wind"] == "9 mph")
        // The numbers do not depend on it.
        #expect(imperial["temperatureC"] as? Double == metric["temperatureC"] as? Double)
    }

    @Test func kelvinHasNoDegreeSign() throws {
        var units = Units.metric
        units.temperature = .kelvin
        let current = try object(CurrentView.lines(of: Montevideo.scene(), as: .json, in: style(units)))
        #expect(texts(current)["temperature"] == "291 K")
    }

    @Test func hoursBeginNow() throws {
        let hourly = try object(HourlyView.lines(of: Montevideo.scene(), hours: 3, as: .json, in: style()))
        let hours = try #require(hourly["hours"] as? [[String: Any]])
        #expect(hours.map { texts($0)["time"] } == ["Now", "16:00", "17:00"])
        #expect(hours.allSatisfy { texts($0)["temperature"]?.hasSuffix("°") == true })
    }

    @Test func daysBeginToday() throws {
        let daily = try object(DailyView.lines(of: Montevideo.scene(), days: 3, as: .json, in: style(.metric, .german)))
        let days = try #require(daily["days"] as? [[String: Any]])
        #expect(days.map { texts($0)["day"] } == ["Heute", "So", "Mo"])
        for day in days {
            let known = texts(day)
            #expect(known["high"]?.hasSuffix("°") == true && known["low"]?.hasSuffix("°") == true)
            #expect(known["range"]?.contains("°C") == true)
        }
    }

    @Test func sampleWeatherAndUnknownFreshnessAreStated() throws {
        let sample = try Montevideo.scene(provider: sampleProvider)
        let current = try object(CurrentView.lines(of: sample, as: .json, in: style()))
        #expect(texts(current)["state"] == "sample data, made up: not the weather of this place")
        let old = try Montevideo.scene(at: "2026-11-21T18:42:00-03:00")
        let stale = try object(CurrentView.lines(of: old, as: .json, in: style()))
        #expect(texts(stale)["state"]?.hasPrefix("stale") == true)
    }

    @Test func sunHasRowsWithoutIcons() throws {
        let sun = try object(SunView.lines(of: Montevideo.scene(), as: .json, in: style()))
        #expect(texts(sun)["sunset"]?.count == 5)
        let moon = try #require(rows(sun)["Moon"])
        #expect(moon.unicodeScalars.allSatisfy { $0.value < 0x1F000 })
    }
}
