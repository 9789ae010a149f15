import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@testable import Languages

extension Montevideo {
    /// Three hours of air quality from 15:00, fetched at 15:38.
    static func airScene(at time: String = "2026-11-21T15:42:00-03:00") throws -> Scene {
        var scene = try scene(at: time)
        let start = try moment("2026-11-21T15:00:00-03:00")
        let hours = (0..<3).map { index in
            var air = AirQuality(time: start.advanced(by: index * 3600))
            air.europeanIndex = 34 + Double(index)
            air.usIndex = 52
            air.fineParticles = 8.14
            air.particles = 0
            air.carbonMonoxide = 210.6
            air.birchPollen = 12.3
            return air
        }
        scene.air = AirReport(
            coordinate: scene.place.coordinate,
            provider: Provider(id: "open-meteo", name: "Open-Meteo", attribution: "Air by CAMS and Open-Meteo.com"),
            fetchedAt: try moment("2026-11-21T15:38:00-03:00"), hours: hours)
        return scene
    }
}

@Suite struct AirViewTests {
    private func text(_ scene: Scene) throws -> String {
        try AirView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
    }

    private func json(_ scene: Scene) throws -> [String: Any] {
        let line = try #require(AirView.lines(of: scene, as: .json, in: Style()).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func failure(_ scene: Scene) -> String? {
        #expect(throws: NoWeather.self) { try AirView.lines(of: scene, as: .text, in: Style()) }?.sentence
    }

    @Test func allFieldsAreShown() throws {
        #expect(
            try text(Montevideo.airScene()) == """
                Montevideo, Saturday 21 November 2026

                European index   Fair (34)
                US index         Moderate (52)
                PM2.5            8.1 µg/m³ (good)
                PM10             0.0 µg/m³ (good)
                Carbon monoxide  211 µg/m³
                Birch pollen     12 grains/m³

                values of 15:00, updated at 15:38
                Air by CAMS and Open-Meteo.com
                """)
    }

    @Test func openWeatherIndexIsShown() throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].openWeatherIndex = 4
        #expect(try text(scene).contains("\nOpenWeather index  Poor (4)\n"))
    }

    /// No pollen is a measurement; an unknown value is not.
    @Test func pollenOfZeroIsShownAndUnknownPollenIsNot() throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].birchPollen = 0
        scene.air?.hours[0].grassPollen = 0.04
        scene.air?.hours[0].olivePollen = nil
        let text = try text(scene)
        #expect(text.contains("\nBirch pollen     0 grains/m³\n"))
        #expect(text.contains("\nGrass pollen     0.0 grains/m³\n"))
        #expect(!text.contains("Olive"))
    }

    @Test func tomorrowShowsWorstHour() throws {
        var scene = try Montevideo.airScene()
        let start = try moment("2026-11-21T15:00:00-03:00")
        scene.air?.hours = (0..<33).map { index in
            var air = AirQuality(time: start.advanced(by: index * 3600))
            air.europeanIndex = index == 20 ? 57 : 34
            return air
        }
        #expect(try text(scene).contains("\nEuropean index  Fair (34)\nTomorrow        Moderate (57)\n"))
        // The last hour of tomorrow is unknown.
        scene.air?.hours.removeLast()
        #expect(try !text(scene).contains("Tomorrow"))
    }

    @Test func valuesFollowTheHour() throws {
        #expect(try text(Montevideo.airScene(at: "2026-11-21T16:10:00-03:00")).contains("European index   Fair (35)"))
    }

    @Test func oldAirQualityIsMarked() throws {
        var scene = try Montevideo.airScene(at: "2026-11-21T18:10:00-03:00")
        scene.airFailure = timeout
        #expect(
            try text(scene).hasSuffix(
                """
                values of 17:00, last updated 2 h ago, at 15:38
                last error: api.open-meteo.com did not answer within 20 s
                Air by CAMS and Open-Meteo.com
                """))
        #expect(try json(scene)["freshness"] as? String == "stale")
        #expect(try json(Montevideo.airScene(at: "2026-11-21T17:30:00-03:00"))["freshness"] as? String == "fresh")
    }

    @Test func everyKey() throws {
        let json = try json(Montevideo.airScene())
        #expect(json["europeanAqi"] as? Double == 34 && json["europeanAqiBand"] as? String == "fair")
        #expect(json["usAqi"] as? Double == 52 && json["usAqiBand"] as? String == "moderate")
        #expect(json["pm25UgM3"] as? Double == 8.14 && json["pm10UgM3"] as? Double == 0)
        #expect(json["birchPollenGrainsM3"] as? Double == 12.3)
        #expect(json["scale"] as? String == "european")
        #expect(json["time"] as? String == "2026-11-21T15:00:00-03:00")
        #expect(json["attribution"] as? String == "Air by CAMS and Open-Meteo.com")
        #expect(
            json.filter { $0.value is NSNull }.keys.sorted() == [
                "alderPollenGrainsM3", "ammoniaUgM3", "aqhi", "aqhiBand", "daqi", "daqiBand", "dustUgM3",
                "grassPollenGrainsM3", "lastError", "lastErrorCode",
                "mugwortPollenGrainsM3", "naqi", "naqiBand", "nitrogenDioxideUgM3", "olivePollenGrainsM3",
                "openWeatherAqi",
                "openWeatherAqiBand", "ozoneUgM3", "ragweedPollenGrainsM3", "sulphurDioxideUgM3",
            ])
    }

    /// The message must not suggest a configuration error.
    @Test func sampleWeatherHasNone() throws {
        var scene = try Montevideo.scene()
        scene.report?.provider.isSample = true
        scene.airFailure = .notCovered(host: "", reason: nil)
        #expect(failure(scene) == "the weather shown is sample data, which has no air quality")
    }

    @Test func missingAirQualityHasReason() throws {
        var scene = try Montevideo.scene()
        #expect(failure(scene) == "no air quality has been fetched yet; fetching it now")
        scene.airFailure = .notCovered(host: "", reason: nil)
        #expect(
            failure(scene)
                == "no provider of air quality is configured; open-meteo needs no key: add it to air.providers in config.toml"
        )
        scene = try Montevideo.airScene(at: "2026-11-21T19:00:00-03:00")
        scene.airFailure = timeout
        #expect(
            failure(scene) == "the forecast ended on Saturday 21 November 2026 at 18:00; last error: "
                + "api.open-meteo.com did not answer within 20 s")
        scene.air?.hours = []
        scene.airFailure = nil
        #expect(failure(scene) == "Open-Meteo has no such data for this place")
    }

    @Test func timeZoneOfAirQualityIsUsed() throws {
        var scene = try Montevideo.airScene()
        scene.report = nil
        #expect(try text(scene).contains("\nvalues of 18:00 UTC, "))
        scene.air?.timeZone = "America/Montevideo"
        #expect(try text(scene).contains("\nvalues of 15:00, "))
    }

    @Test(arguments: [
        (0.0, "Good (0)"), (20.4, "Good (20)"), (20.5, "Fair (21)"), (40, "Fair (40)"), (60, "Moderate (60)"),
        (80, "Poor (80)"), (100, "Very poor (100)"), (101, "Extremely poor (101)"), (-3, "−3"),
    ])
    func europeanBands(value: Double, words: String) throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].europeanIndex = value
        #expect(try text(scene).contains("\nEuropean index   \(words)\n"))
    }

    @Test(arguments: [
        (50.0, "Good (50)"), (51, "Moderate (51)"), (101, "Unhealthy for sensitive groups (101)"),
        (151, "Unhealthy (151)"), (201, "Very unhealthy (201)"), (301, "Hazardous (301)"), (900, "Hazardous (900)"),
    ])
    func usBands(value: Double, words: String) throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].usIndex = value
        #expect(try text(scene).contains("\nUS index         \(words)\n"))
    }

    /// By the index that is shown first.
    @Test func everyPollutantHasABand() throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].fineParticles = 60
        scene.air?.hours[0].particles = 60
        scene.air?.hours[0].ozone = 131
        scene.air?.hours[0].nitrogenDioxide = 41
        scene.air?.hours[0].sulphurDioxide = 800
        func lines() throws -> [String] { try text(scene).split(separator: "\n").map(String.init) }
        #expect(
            try lines()[3...8] == [
                "PM2.5             60 µg/m³ (very poor)", "PM10              60 µg/m³ (poor)",
                "Ozone             131 µg/m³ (poor)", "Nitrogen dioxide  41 µg/m³ (fair)",
                "Sulphur dioxide   800 µg/m³ (extremely poor)", "Carbon monoxide   211 µg/m³",
            ])
        scene.air?.hours[0].europeanIndex = nil
        #expect(
            try lines()[2...7] == [
                "PM2.5             60 µg/m³ (unhealthy)", "PM10              60 µg/m³ (moderate)",
                "Ozone             131 µg/m³ (moderate)", "Nitrogen dioxide  41 µg/m³ (good)",
                "Sulphur dioxide   800 µg/m³ (very unhealthy)", "Carbon monoxide   211 µg/m³ (good)",
            ])
        scene.air?.hours[0].usIndex = nil
        #expect(try lines()[1] == "PM2.5             60 µg/m³")
        scene.air?.hours[0].openWeatherIndex = 4
        #expect(try lines()[2] == "PM2.5              60 µg/m³ (poor)")
    }

    @Test func wideBandWraps() throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].europeanIndex = nil
        scene.air?.hours[0].fineParticles = 40
        var style = Style()
        style.width = 40
        let lines = try AirView.lines(of: scene, as: .text, in: style)
        let row = try #require(lines.firstIndex { $0.hasPrefix("PM2.5") })
        #expect(
            lines[row...].prefix(3) == [
                "PM2.5            40 µg/m³ (unhealthy for", "                 sensitive groups)",
                "PM10             0.0 µg/m³ (good)",
            ])
    }
}
