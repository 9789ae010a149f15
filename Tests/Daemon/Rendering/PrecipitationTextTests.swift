import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

/// Precipitation is shown with its period.
@Suite struct PrecipitationTextTests {
    private func current(_ amount: Double, _ period: Int?, _ style: Style = Style()) throws -> String {
        var scene = try Montevideo.scene()
        scene.report?.current?.precipitation = amount
        scene.report?.current?.precipitationPeriod = period
        let lines = try CurrentView.lines(of: scene, as: .text, in: style)
        return try #require(lines.first { $0.hasPrefix("Precipitation ") }).replacing(
            "Precipitation     ", with: "")
    }

    @Test(arguments: [
        (nil, "1.2 mm in 1 h"), (3600, "1.2 mm in 1 h"), (900, "1.2 mm in 15 min"), (0, "1.2 mm/h"),
        (21_600, "1.2 mm in 6 h"),
    ])
    func currentPrecipitationStatesPeriod(period: Int?, text: String) throws {
        #expect(try current(1.2, period) == text)
        #expect(try current(1.2, 0, Style(units: .imperial)) == "0.05 in/h")
        #expect(try current(1.2, 900, Style(units: .imperial)) == "0.05 in/15 min")
    }

    @Test(arguments: [(nil, 3600), (900, 900), (0, 0), (21_600, 21_600)] as [(Int?, Int)])
    func json(period: Int?, seconds: Int) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.precipitationPeriod = period
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        #expect(current["precipitationPeriodSeconds"] as? Int == seconds)
        scene.report?.current?.precipitation = nil
        let unknown = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        #expect(unknown["precipitationPeriodSeconds"] is NSNull)
    }

    /// `wet` is 0.1 mm per hour, whatever the provider's period.
    @Test(arguments: [(0.03, 900, true), (0.02, 900, false), (0.1, 0, true), (0.09, 3600, false), (0.5, 21_600, false)])
    func wetClassFollowsHourlyRate(amount: Double, period: Int, isWet: Bool) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.precipitation = amount
        scene.report?.current?.precipitationPeriod = period
        let (_, present) = try scene.present()
        #expect(scene.classes(of: present, in: Style()).contains("wet") == isWet)
    }

    // MARK: - Periods of several hours

    /// From 18:00, six hours have 6 mm at 60 %.
    private func sixHourly() throws -> Scene {
        var scene = try Montevideo.scene()
        for index in 0..<72 {
            var conditions = Conditions(condition: .overcast)
            conditions.temperature = 10
            if index < 18 || index >= 24 { conditions.precipitation = 0 }
            if index == 18 {
                conditions.precipitation = 6
                conditions.precipitationPeriod = 6 * 3600
            }
            let time = try #require(scene.report?.hours[index].time)
            scene.report?.hours[index] = Hour(
                time: time, conditions: conditions, precipitationProbability: index == 18 ? 60 : nil)
        }
        return scene
    }

    @Test func sixHourAmountIsShownOnce() throws {
        let lines = try HourlyView.lines(of: sixHourly(), hours: 10, as: .text, in: Style())
        func row(_ time: String) -> String? { lines.first { $0.hasPrefix(time) } }
        #expect(row("17:00") == "17:00  10°C                    –  ☁️  overcast")
        #expect(row("18:00") == "18:00  10°C  6.0 mm/6 h  60%/6 h  ☁️  overcast")
        #expect(row("19:00") == "19:00  10°C                       ☁️  overcast")
        #expect(row("23:00") == "23:00  10°C                       ☁️  overcast")
        #expect(row("00:00") == "00:00  10°C                    –  ☁️  overcast")
    }

    @Test func firstRowHasStartedPeriod() throws {
        var scene = try sixHourly()
        scene.now = try moment("2026-11-21T20:10:00-03:00")
        scene.report?.fetchedAt = scene.now
        let lines = try HourlyView.lines(of: scene, hours: 3, as: .text, in: Style())
        #expect(lines.contains("Now    10°C  6.0 mm/6 h  60%/6 h  ☁️  overcast"))
        #expect(lines.contains("21:00  10°C                       ☁️  overcast"))
        #expect(try line("{probability} {precipitation}", of: scene) == "60% 6.0 mm (forecast)")
    }

    @Test func chartSpreadsLongPeriods() throws {
        let report = try #require(sixHourly().report)
        let spread = report.spreadingPrecipitation(over: Array(report.hours[17...24]))
        #expect(spread.map(\.conditions.precipitation) == [0, 1, 1, 1, 1, 1, 1, 0])
    }

    @Test func daySummaryCoversWholePeriod() throws {
        var scene = try sixHourly()
        #expect(try line("{summary}", of: scene) == "Rest of today: light rain likely from 18:00, 10°C.")
        scene.report?.hours[18].conditions.precipitationPeriod = 3 * 3600
        #expect(try line("{summary}", of: scene) == "Rest of today: light rain likely from 18:00 until 21:00, 10°C.")
    }
}
