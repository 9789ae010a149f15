import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Comparison with yesterday and with normals, and the spread of an ensemble.
@Suite struct ComparisonTests {
    private static let archive = Provider(
        id: "open-meteo", name: "Open-Meteo", attribution: "Normals by Open-Meteo.com")

    /// Montevideo at 15:42 with 17.64°C at 15:30 and a high of 19°C.
    ///
    /// - Parameters:
    ///   - yesterday: °C at 15:30 on the day before.
    ///   - normal: the normal high of 21 November, °C.
    private func scene(
        yesterday: Double? = nil, normal: Double? = nil, provider: Provider = openMeteo
    ) throws -> Scene {
        var scene = try Montevideo.scene(provider: provider)
        if let yesterday {
            scene.past = PastTemperatures([
                PastTemperatures.Point(time: try moment("2026-11-20T15:30:00-03:00"), temperature: yesterday)
            ])
        }
        if let normal {
            scene.normals = NormalsReport(
                coordinate: scene.place.coordinate, provider: Self.archive, fetchedAt: scene.now,
                normals: try #require(
                    Normals(
                        highs: Array(repeating: normal, count: Normals.dates),
                        lows: Array(repeating: normal - 8, count: Normals.dates))))
        }
        return scene
    }

    private func comparison(_ scene: Scene) throws -> Comparison {
        let (report, present) = try scene.present()
        return Comparison(of: report, present, in: scene)
    }

    private func high() throws -> Double { try #require(try Montevideo.report().days.first?.temperatureMax) }

    @Test func largeDifferencesAreShown() throws {
        let scene = try scene(yesterday: 13.6, normal: try high() - 7)
        #expect(try comparison(scene).text(in: Style()) == "4° warmer than yesterday, 7° above normal for the date")
        #expect(
            try CurrentView.lines(of: scene, as: .text, in: Style()).contains(
                "4° warmer than yesterday, 7° above normal for the date"))
    }

    @Test(
        arguments: [
            (15.6, nil, "2° warmer than yesterday"), (15.7, nil, nil), (19.6, nil, nil),
            (20.6, nil, "3° colder than yesterday"),
            (nil, 4.0, "4° above normal for the date"), (nil, 3.9, nil), (nil, -3.9, nil),
            (nil, -5.2, "5° below normal for the date"), (nil, nil, nil),
        ] as [(Double?, Double?, String?)])
    func smallDifferencesAreNotShown(yesterday: Double?, excess: Double?, text: String?) throws {
        let scene = try scene(yesterday: yesterday, normal: try excess.map { try high() - $0 })
        #expect(try comparison(scene).text(in: Style()) == text)
    }

    @Test func differencesAreInTheUsersUnit() throws {
        var style = Style()
        style.units.temperature = .fahrenheit
        let scene = try scene(yesterday: 13.64)
        #expect(try comparison(scene).text(in: style) == "7° warmer than yesterday")
    }

    @Test func jsonHasNumbers() throws {
        let current = try object(CurrentView.lines(of: scene(yesterday: 13.6, normal: 20), as: .json, in: Style()))
        #expect(current["yesterdayTemperatureC"] as? Double == 13.6)
        #expect(current["normalHighC"] as? Double == 20)
        #expect(current["normalLowC"] as? Double == 12)
        #expect(current["normalsAttribution"] as? String == "Normals by Open-Meteo.com")
        let unknown = try object(CurrentView.lines(of: scene(), as: .json, in: Style()))
        for key in ["yesterdayTemperatureC", "normalHighC", "normalLowC", "normalsAttribution"] {
            #expect(unknown[key] is NSNull, "\(key)")
        }
    }

    /// A station 5 K warmer than the model, at 15:30.
    ///
    /// - Parameters:
    ///   - model: °C, today.
    ///   - yesterday: of the model, °C.
    private func stationScene(model: Double, yesterday: Double) throws -> Scene {
        var scene = try scene(yesterday: yesterday)
        let hours = try #require(scene.report?.hours)
        scene.report?.hours = hours.map { hour in
            var hour = hour
            hour.conditions.temperature = model
            return hour
        }
        scene.report?.current?.temperature = model + 5
        scene.report?.currentOrigin = .station
        return scene
    }

    @Test func stationIsNotComparedWithModel() throws {
        let steady = try comparison(stationScene(model: 17, yesterday: 17))
        #expect(steady.text(in: Style()) == nil && steady.warming == 0 && steady.yesterday == 22)
        let warmer = try comparison(stationScene(model: 17, yesterday: 13))
        #expect(warmer.text(in: Style()) == "4° warmer than yesterday" && warmer.yesterday == 18)
    }

    /// The hour before a report's first is a past one.
    @Test func modelAtTimeOfMeasurementMayBePast() throws {
        var scene = try stationScene(model: 17, yesterday: 13)
        scene.report?.hours.removeAll { $0.time < scene.now }
        #expect(try comparison(scene).warming == nil)
        let hour = PastTemperatures.Point(time: try moment("2026-11-21T15:00:00-03:00"), temperature: 15)
        scene.past = PastTemperatures(scene.past.points + [hour])
        #expect(try comparison(scene).warming == 3)
    }

    @Test func sampleDataIsNotCompared() throws {
        let scene = try scene(yesterday: 1, normal: 1, provider: sampleProvider)
        let comparison = try comparison(scene)
        #expect(comparison.yesterday == nil && comparison.normalHigh == nil)
        #expect(comparison.text(in: Style()) == nil)
    }

    @Test func normalsOfAnotherServiceAreAttributed() throws {
        let other = Provider(id: "nws", name: "NWS")
        let text = try CurrentView.lines(of: scene(normal: 1, provider: other), as: .text, in: Style())
        #expect(text.last == "Normals by Open-Meteo.com")
        let own = try CurrentView.lines(of: scene(normal: 1), as: .text, in: Style())
        #expect(own.suffix(2) == ["Weather data by Open-Meteo.com (CC BY 4.0)", "Normals by Open-Meteo.com"])
        let same = try CurrentView.lines(of: scene(normal: 1, provider: Self.archive), as: .text, in: Style())
        #expect(same.count { $0 == "Normals by Open-Meteo.com" } == 1)
    }

    @Test func placeholdersCompare() throws {
        var scene = try scene(yesterday: 17.2, normal: 20)
        #expect(
            try line("{yesterday-difference}; {normal-high:.1} {normal-low}{( {high-range})}", of: scene)
                == "same temperature as yesterday; 20.0°C 12°C")
        scene.ensemble = try ensemble(scene)
        #expect(try line("{high-range}", of: scene) == "17°C – 21°C")
        #expect(try line("{normal-high}{( {yesterday-difference})}", of: self.scene()) == "–")
    }

    // MARK: - Ensemble

    private func ensemble(_ scene: Scene, days: ClosedRange<Int> = 21...25) throws -> EnsembleReport {
        EnsembleReport(
            coordinate: scene.place.coordinate,
            provider: Provider(id: "open-meteo", name: "Open-Meteo", attribution: "E"),
            fetchedAt: scene.now,
            days: days.map { day in
                EnsembleDay(
                    date: CalendarDate(year: 2026, month: 11, day: day), members: 51,
                    high: Spread(from: 17.4, to: 20.6), low: Spread(from: -2, to: 1),
                    precipitation: day == 21 ? nil : Spread(from: 0, to: Double(day) / 2))
            })
    }

    @Test func dailyShowsTheSpread() throws {
        var scene = try scene()
        scene.ensemble = try ensemble(scene, days: 21...22)
        let lines = try DailyView.lines(of: scene, days: 3, as: .text, in: Style())
        let first = try #require(lines.firstIndex(of: "Ensemble spread (80% of members)"))
        #expect(
            Array(lines[first...].prefix(4)) == [
                "Ensemble spread (80% of members)",
                "Day                Low         High            Precip",
                "Today       −2°C – 1°C  17°C – 21°C                 –",
                "Sun 22 Nov  −2°C – 1°C  17°C – 21°C  0.0 mm – 11.0 mm",
            ])
    }

    @Test func barsAreDottedWhereMembersDiffer() throws {
        var scene = try scene()
        let plain = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(!plain.contains { $0.contains("·") })
        scene.ensemble = try ensemble(scene, days: 21...22)
        let lines = try CurrentView.lines(of: scene, as: .text, in: Style())
        let today = try #require(lines.first { $0.hasPrefix("Today") })
        #expect(today.contains("·▗▄") || today.contains("·▄"), "the lowest low is lower: \(today)")
        #expect(zip(plain, lines).allSatisfy { $0.columns == $1.columns }, "the layout is the same")
    }

    @Test(arguments: Language.allCases)
    func spreadFitsEightyColumns(language: Language) throws {
        var scene = try scene()
        scene.ensemble = try ensemble(scene)
        var style = Style()
        style.language = language
        style.width = 80
        let lines = try DailyView.lines(of: scene, days: nil, as: .text, in: style)
        let title = language.words.phrase(.ensembleSpread).capitalizedFirst
        #expect(lines.contains(title), "\(lines)")
        #expect(lines.allSatisfy { $0.columns <= 80 })
        style.width = 30
        #expect(!(try DailyView.lines(of: scene, days: nil, as: .text, in: style).contains(title)))
    }

    @Test func dailyJSONHasRanges() throws {
        var scene = try scene()
        scene.ensemble = try ensemble(scene, days: 21...22)
        let daily = try object(DailyView.lines(of: scene, days: 3, as: .json, in: Style()))
        let days = try #require(daily["days"] as? [[String: Any]])
        #expect(days.map { $0["highRangeC"] as? [Double] } == [[17.4, 20.6], [17.4, 20.6], nil])
        #expect(days.map { $0["lowRangeC"] as? [Double] } == [[-2, 1], [-2, 1], nil])
        #expect(days.map { $0["precipitationRangeMM"] as? [Double] } == [nil, [0, 11], nil])
        #expect(days.map { $0["ensembleMembers"] as? Int } == [51, 51, nil])
        #expect((daily["ensemble"] as? [String: Any])?["attribution"] as? String == "E")
        let without = try object(DailyView.lines(of: self.scene(), days: 3, as: .json, in: Style()))
        #expect(without["ensemble"] is NSNull)
    }

    @Test func oldEnsembleIsLeftOut() throws {
        var scene = try scene()
        scene.ensemble = try ensemble(scene)
        scene.ensemble?.fetchedAt = scene.now.advanced(by: -86_401)
        let lines = try DailyView.lines(of: scene, days: nil, as: .text, in: Style())
        #expect(!lines.contains { $0.contains("ensemble") })
    }
}
