import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// High and low of today beside the present.
@Suite struct TodayExtremesTests {
    /// The present as a station in Montevideo measured it.
    private func measured(_ temperature: Double, at time: String = "2026-11-21T15:42:00-03:00") throws -> Scene {
        var scene = try Montevideo.scene(at: time)
        scene.report?.current?.temperature = temperature
        scene.report?.currentOrigin = .station
        scene.report?.isMeasured = true
        scene.report?.observedAt = scene.now
        return scene
    }

    /// A service without daily extremes, first asked at 15:38: the hours from 15:00 are known.
    private func firstDay() throws -> Scene {
        var scene = try Montevideo.scene()
        scene.report?.hours.removeFirst(15)
        scene.report?.days[0].temperatureMax = nil
        scene.report?.days[0].temperatureMin = nil
        return scene
    }

    private func places(_ scene: Scene, as output: ViewRequest.Output = .text, _ style: Style = Style()) -> String {
        let card = PlaceCard(scene: scene, position: 1, isCurrent: true, isShown: true)
        return PlacesView.lines(of: [card], noLocation: nil, as: output, in: style).joined(separator: "\n")
    }

    @Test(arguments: [(23.5, "24°C", "12°C"), (9.4, "21°C", "9°C"), (17.6, "21°C", "12°C")])
    func presentIsWithinHighAndLow(temperature: Double, high: String, low: String) throws {
        let scene = try measured(temperature)
        #expect(try line("{high}/{low}", of: scene) == "\(high)/\(low)")
        #expect(places(scene).contains("high \(high) / low \(low)"))
        let show = try ShowView.lines(of: scene, as: .text, in: Style(icons: .ascii)).joined()
        #expect(show.contains("high \(high) / low \(low)"))
        let current = try CurrentView.lines(of: scene, as: .text, in: Style())
        let row = try #require(current.first { $0.hasPrefix("High / low today") })
        #expect(row.contains(temperature > 21 ? "23.5°C /" : "21.0°C /"))
        let daily = try DailyView.lines(of: scene, days: 2, as: .text, in: Style())
        let today = try #require(daily.first { $0.hasPrefix("Today") })
        #expect(today.contains(high) && today.contains(low))
        #expect(current.contains { $0.hasPrefix("Today") && $0.contains(high) && $0.contains(low) })
        for output in [ViewRequest.Output.eww, .yambar] {
            let bar = try ShortView.lines(of: scene, as: output, in: Style()).joined(separator: "\n")
            #expect(bar.contains(high) && bar.contains(low))
        }
    }

    /// JSON has the provider's numbers.
    @Test func jsonKeepsTheProvidersDay() throws {
        let scene = try measured(23.5)
        let daily = try object(DailyView.lines(of: scene, days: 1, as: .json, in: Style()))
        let day = try #require((daily["days"] as? [[String: Any]])?.first)
        #expect(day["temperatureMaxC"] as? Double == 21)
        #expect(places(scene, as: .json).contains(#""temperatureMaxC":21,"#))
        let outlook = Outlook(report: try #require(scene.report), present: nil, now: scene.now)
        #expect(outlook.warming == 0.5)
    }

    /// The first day's high and low are of the hours that are known, and say so.
    @Test func firstDaySaysWhichHoursAreKnown() throws {
        let scene = try firstDay()
        let current = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(current.contains("High / low today  21.0°C / 16.2°C (from 15:00)"))
        #expect(current.contains { $0.hasPrefix("Today") && $0.contains("≤16°C") && $0.contains("≥21°C") })
        let show = try ShowView.lines(of: scene, as: .text, in: Style(icons: .ascii)).joined()
        #expect(show.contains("high 21°C / low 16°C (from 15:00)"))
        #expect(places(scene).contains("high 21°C / low 16°C (from 15:00)"))
        let daily = try DailyView.lines(of: scene, days: 2, as: .text, in: Style())
        #expect(daily.contains { $0.hasPrefix("Today") && $0.contains("≤16°C") && $0.contains("≥21°C") })
        #expect(!daily.contains { $0.hasPrefix("Sun") && $0.contains("≤") })
        #expect(try line("{high}/{low}", of: scene) == "21°C/16°C")
        let brief = Rendering.Notification(.brief, of: scene, in: Style())
        #expect(brief.title == "High 21°C / low 16°C (from 15:00)")
        let json = try object(DailyView.lines(of: scene, days: 1, as: .json, in: Style()))
        #expect((json["days"] as? [[String: Any]])?.first?["temperatureMaxC"] is NSNull)
    }

    @Test func wholeDayOfHoursNeedsNoMark() throws {
        var scene = try Montevideo.scene()
        scene.report?.days[0].temperatureMax = nil
        let current = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(current.contains("High / low today  21.0°C / 12.3°C"))
        // Hours at the end are missing.
        scene.report?.hours.removeSubrange(20..<24)
        let evening = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(evening.contains("High / low today  21.0°C / 12.3°C (from 00:00 until 20:00)"))
    }

    // MARK: - Trend

    /// Steady 15° of a model are no fall from a station's 17.5°.
    @Test(
        arguments: [
            ([15, 15, 15, 15, 15, 15, 15], 17.5, "steady"), ([15, 15, 15, 15, 15, 15, 15], 12, "steady"),
            ([15, 16, 17, 18, 19, 20, 21], 17.5, "rising to 21°C"), ([15, 16, 17, 17, 17, 17, 17], 17.5, "rising"),
            ([15, 14, 13, 12, 11, 10, 9], 10, "falling to 9°C"), ([15, 14, 13, 12, 12, 12, 12], 10, "falling"),
            ([15, 15, 15, 15, 15, 15, 16.9], 30, "steady"),
        ] as [([Double], Double, String)])
    func trendIsOfOneSource(hours: [Double], present: Double, text: String) throws {
        var scene = try measured(present, at: "2026-11-21T12:00:00-03:00")
        for (index, temperature) in hours.enumerated() {
            scene.report?.hours[12 + index].conditions.temperature = temperature
        }
        #expect(try line("{trend}", of: scene) == text)
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        let trend = try #require(current["trend"] as? [String: Any])
        #expect(trend["text"] as? String == text && trend["temperatureC"] is Double)
    }

    /// The trend starts from the nearest hour.
    @Test(arguments: [("12:29:59", "rising"), ("12:30:00", "steady")])
    func trendStartsAtNearestHour(time: String, text: String) throws {
        var scene = try measured(30, at: "2026-11-21T\(time)-03:00")
        for index in 12..<20 { scene.report?.hours[index].conditions.temperature = index == 12 ? 10 : 12 }
        #expect(try line("{trend}", of: scene) == text)
        let report = try #require(scene.report)
        let outlook = Outlook(report: report, present: nil, now: scene.now)
        #expect(outlook.changesOfTrend.contains(try moment("2026-11-21T12:30:00-03:00")))
    }

    @Test func noTrendWithoutTheModelsPresent() throws {
        var scene = try measured(30, at: "2026-11-21T12:10:00-03:00")
        scene.report?.hours[12].conditions.temperature = nil
        #expect(try line("{trend}", of: scene) == "")
    }

    /// The provider has a high, but no low.
    @Test func onlyTheUnknownExtremeIsMarked() throws {
        var scene = try firstDay()
        scene.report?.days[0].temperatureMax = 22
        let daily = try DailyView.lines(of: scene, days: 1, as: .text, in: Style())
        #expect(daily.contains { $0.hasPrefix("Today") && $0.contains("≤16°C") && $0.contains(" 22°C") })
    }
}
