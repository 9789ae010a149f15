import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct OutlookTests {
    private func outlook(_ scene: Scene) throws -> Outlook {
        let (report, present) = try scene.present()
        return Outlook(report: report, present: present, now: scene.now)
    }

    /// The hours of a day in Montevideo from noon, with the given temperatures; at 12:30 it is 20°.
    private func trend(_ temperatures: [Double?]) throws -> (trend: Trend, temperature: Double)? {
        var scene = try Montevideo.scene(at: "2026-11-21T12:30:00-03:00")
        let noon = try moment("2026-11-21T12:00:00-03:00")
        scene.report?.fetchedAt = noon
        scene.report?.observedAt = noon
        scene.report?.current?.temperature = 20
        scene.report?.hours = temperatures.enumerated().map { index, temperature in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = temperature
            return Hour(time: noon.advanced(by: index * 3600), conditions: conditions)
        }
        return try outlook(scene).trend
    }

    @Test(arguments: [
        ([19, 21, 22, 23, 24, 25, 26, 40], Trend.rising, 26.0), ([25, 19, 18, 17, 16, 15, 14], .falling, 14),
        ([20, 20, 21, 21.9, 21, 20, 18.1], .steady, 18.1), ([20, 20, 20, 20, 20, 20, 22], .rising, 22),
        // The first trend counts, as far as it goes.
        ([20, 21, 23, 24, 21, 18, 16], .rising, 24), ([20, 19, 18, 19.5, 17, 22, 25], .falling, 17),
        // A small setback is ignored.
        ([20, 22, 21, 23, 22, 24, 23], .rising, 24), ([-40, 20, 20, 20, 20, 20, 20], .steady, 20),
    ])
    func trends(temperatures: [Double], trend: Trend, to temperature: Double) throws {
        let found = try #require(try self.trend(temperatures))
        #expect(found == (trend, temperature))
    }

    /// Some services do not report the day's extremes; without hours, they are unknown.
    @Test func unknownExtremesAreMarkedAndNotCompared() throws {
        var scene = try Montevideo.scene()
        for index in 0..<24 { scene.report?.hours[index].conditions.temperature = nil }
        scene.report?.days[0].temperatureMax = nil
        scene.report?.days[0].temperatureMin = nil
        #expect(try line("{high}/{low}{( {tomorrow})}", of: scene) == "–/–")
        #expect(try line("{tomorrow-high}", of: scene) == "22°C")
        #expect(try outlook(scene).warming == nil)
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        #expect(current["tomorrow"] is NSNull)
        let daily = try DailyView.lines(of: scene, days: 2, as: .text, in: Style())
        #expect(daily.contains { $0.hasPrefix("Today          –                       –") })
        let cards = PlaceCard(scene: scene, position: 1, isCurrent: true, isShown: true)
        #expect(
            !PlacesView.lines(of: [cards], noLocation: nil, as: .text, in: Style()).joined().contains("high"))
    }

    @Test func noTrendBeyondTheForecast() throws {
        #expect(try trend([20, 21, 22, 23, 24, 25]) == nil)
        #expect(try trend([20]) == nil)
        #expect(try trend([20, nil, 23, nil, nil, nil, nil]) == nil)
        #expect(try trend([20, nil, 23, nil, nil, nil, 25])?.trend == .rising)
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = nil
        #expect(try outlook(scene).trend == nil)
    }

    @Test(arguments: [
        (21.0, 24.0, "3° warmer than today", "5° warmer than today", "3 K warmer than today"),
        (21, 18, "3° colder than today", "5° colder than today", "3 K colder than today"),
        (21, 21.9, "same temperature as today", "2° warmer than today", "same temperature as today"),
        (21, 20.5, "same temperature as today", "same temperature as today", "same temperature as today"),
        (0, -1, "1° colder than today", "2° colder than today", "1 K colder than today"),
        (21, 21, "same temperature as today", "same temperature as today", "same temperature as today"),
    ])
    func tomorrow(today: Double, next: Double, celsius: String, fahrenheit: String, kelvin: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.days[0].temperatureMax = today
        scene.report?.days[1].temperatureMax = next
        let outlook = try outlook(scene)
        for (unit, text) in [(Units.Temperature.celsius, celsius), (.fahrenheit, fahrenheit), (.kelvin, kelvin)] {
            var style = Style()
            style.units.temperature = unit
            #expect(outlook.tomorrowText(in: style) == text)
        }
    }

    @Test func noTomorrowOnTheLastDay() throws {
        var scene = try Montevideo.scene()
        let today = try #require(scene.report?.days.first)
        scene.report?.days = [today]
        #expect(try outlook(scene).tomorrow == nil)
        #expect(
            try line("{tomorrow}{tomorrow-high}{tomorrow-low}{tomorrow-icon}{( {tomorrow-condition})}", of: scene)
                == "–––")
        scene.report?.days = []
        #expect(try line("{tomorrow}{trend}", of: scene) == "rising to 20°C")
    }

    @Test func outlookCrossesYearEnd() throws {
        var scene = try Montevideo.scene()
        let midnight = try moment("2026-12-31T00:00:00-03:00")
        scene.now = midnight.advanced(by: 12 * 3600)
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        scene.report?.hours = (0..<48).map { index in
            var conditions = Conditions(condition: index < 24 ? .clear : .rain)
            conditions.temperature = Double(index)
            return Hour(time: midnight.advanced(by: index * 3600), conditions: conditions)
        }
        scene.report?.days = (0..<2).map { index in
            let start = midnight.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2026 + index, month: index == 0 ? 12 : 1, day: index == 0 ? 31 : 1),
                start: start, end: start.advanced(by: 86_400))
            day.temperatureMax = 23 + 24 * Double(index)
            return day
        }
        #expect(
            try line("{date} {tomorrow} {tomorrow-summary} {summary}", of: scene)
                == "Thu 31 Dec 24° warmer than today Tomorrow: rain all day, 24°C to 47°C. "
                + "Rest of today: sunny, 12°C to 23°C.")
    }

    @Test(arguments: [
        ("2026-11-21T15:42:00-03:00", "3 h 58 min of daylight left"),
        ("2026-11-21T15:42:01-03:00", "3 h 58 min of daylight left"),
        ("2026-11-21T15:43:00-03:00", "3 h 57 min of daylight left"),
        ("2026-11-21T19:39:59-03:00", "1 min of daylight left"),
        ("2026-11-21T19:40:00-03:00", nil), ("2026-11-21T23:59:59-03:00", nil),
        // Before sunrise, all of the day's light is left.
        ("2026-11-22T00:00:00-03:00", "14 h 19 min of daylight left"),
        ("2026-11-22T05:21:00-03:00", "14 h 19 min of daylight left"),
    ])
    func daylightLeft(time: String, text: String?) throws {
        #expect(try outlook(Montevideo.scene(at: time)).daylightLeftText(in: Style()) == text)
    }

    @Test func daylightNearThePolarCircle() throws {
        #expect(try outlook(Tromsø.scene()).daylightLeft == nil)
        var scene = try Montevideo.scene(at: "2026-11-22T00:10:00-03:00")
        scene.report?.days[0].daylight = .polarDay
        scene.report?.days[1].daylight = .polarDay
        #expect(try outlook(scene).daylightLeft == nil)
        // Yesterday's sun sets after midnight.
        scene.report?.days[0].daylight = .sun(
            rise: try moment("2026-11-21T01:30:00-03:00"), set: try moment("2026-11-22T00:40:00-03:00"))
        #expect(try outlook(scene).daylightLeft == 1800)
    }
}
