import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Which scale air quality is shown on.
@Suite struct AirScaleViewTests {
    /// A day of the same air: by hand, 3.1 on Canada's scale, 75 on India's (PM2.5 of 45), 5 on the United Kingdom's.
    private func scene(in country: String?) throws -> Scene {
        var scene = try Montevideo.scene()
        scene.place.locality = Locality(name: "Here", countryCode: country)
        let start = try moment("2026-11-21T15:00:00-03:00")
        let hours = (-24..<33).map { index in
            var air = AirQuality(time: start.advanced(by: index * 3600))
            air.europeanIndex = 34
            air.usIndex = 52
            air.fineParticles = 45
            air.particles = 20
            air.ozone = 20
            air.nitrogenDioxide = 10
            air.sulphurDioxide = 1
            return air
        }
        scene.air = AirReport(
            coordinate: scene.place.coordinate, provider: Provider(id: "x", name: "X"),
            fetchedAt: try moment("2026-11-21T15:38:00-03:00"), hours: hours)
        return scene
    }

    private func style(_ scale: AirScale) -> Style {
        var style = Style()
        style.airScale = scale
        return style
    }

    @Test(
        arguments: [
            ("CA", AirScale.aqhi), ("IN", .naqi), ("GB", .daqi), ("US", .us), ("PR", .us), ("NO", .european),
            (nil, .european),
        ] as [(String?, AirScale)])
    func countryHasItsScale(country: String?, scale: AirScale) throws {
        #expect(AirScale.auto.scale(in: country) == scale)
        for chosen in AirScale.allCases where chosen != .auto { #expect(chosen.scale(in: country) == chosen) }
        let json = try object(AirView.lines(of: scene(in: country), as: .json, in: Style()))
        #expect(json["scale"] as? String == scale.rawValue)
    }

    @Test(arguments: [
        ("CA", "Canadian index", "Low (3)"), ("IN", "Indian index", "Satisfactory (75)"),
        ("GB", "UK index", "Moderate (5)"), ("US", "US index", "Moderate (52)"), ("NO", "European index", "Fair (34)"),
    ])
    func scaleOfThePlaceComesFirst(country: String, label: String, value: String) throws {
        let lines = try AirView.lines(of: scene(in: country), as: .text, in: Style())
        #expect(lines[2].hasPrefix(label + "  ") && lines[2].hasSuffix("  " + value))
        #expect(lines.contains { $0.hasPrefix("European index") } && lines.contains { $0.hasPrefix("US index") })
        // Tomorrow is on the same scale.
        let tomorrow = try #require(lines.first { $0.hasPrefix("Tomorrow") })
        #expect(tomorrow.hasSuffix("  " + value))
    }

    @Test func settingOverridesTheCountry() throws {
        #expect(try AirView.lines(of: scene(in: "NO"), as: .text, in: style(.daqi))[2].hasPrefix("UK index"))
        #expect(try AirView.lines(of: scene(in: "CA"), as: .text, in: style(.european))[2].hasPrefix("European index"))
    }

    @Test func everyScaleIsInJSON() throws {
        let json = try object(AirView.lines(of: scene(in: nil), as: .json, in: Style()))
        #expect(json["aqhi"] as? Double == 3 && json["aqhiBand"] as? String == "low")
        #expect(json["naqi"] as? Double == 75 && json["naqiBand"] as? String == "satisfactory")
        #expect(json["daqi"] as? Double == 5 && json["daqiBand"] as? String == "moderate")
        #expect(json["europeanAqi"] as? Double == 34)
    }

    /// Another scale replaces one that is unknown.
    @Test func placeholdersHaveTheScaleOfThePlace() throws {
        func line(_ country: String?, _ scene: (inout Scene) -> Void = { _ in }) throws -> String? {
            var changed = try self.scene(in: country)
            scene(&changed)
            let style = Style(shortTemplate: try Template("{air-quality} {air-quality-band}"))
            return try ShortView.lines(of: changed, as: .text, in: style).first
        }
        #expect(try line("IN") == "75 satisfactory")
        #expect(try line("GB") == "5 moderate")
        #expect(try line("US") == "52 moderate")
        #expect(try line(nil) == "34 fair")
        #expect(try line("IN") { $0.air?.hours.removeFirst(14) } == "34 fair")
    }

    @Test func canadasScaleEndsAboveTen() {
        #expect(AirIndex.canadian.text(10, in: Style()).plain == "High (10)")
        #expect(AirIndex.canadian.text(29, in: Style()).plain == "Very high (10+)")
        #expect(AirIndex.british.text(10, in: Style()).plain == "Very high (10)")
    }

    @Test(
        arguments: [
            (
                AirIndex.canadian,
                [
                    (1.0, "low"), (3, "low"), (4, "moderate"), (6, "moderate"), (7, "high"), (10, "high"),
                    (11, "very-high"),
                ]
            ),
            (.british, [(3, "low"), (4, "moderate"), (7, "high"), (9, "high"), (10, "very-high")]),
            (
                .indian,
                [
                    (0, "good"), (50, "good"), (51, "satisfactory"), (100, "satisfactory"), (101, "moderate"),
                    (201, "poor"),
                    (301, "very-poor"), (400, "very-poor"), (401, "severe"), (500, "severe"),
                ]
            ),
        ] as [(AirIndex, [(Double, String)])])
    func bandsOfTheScales(index: AirIndex, bands: [(Double, String)]) {
        for (value, band) in bands { #expect(index.band(value)?.rawValue == band, "\(value)") }
    }
}
