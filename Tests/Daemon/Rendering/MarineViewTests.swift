import ClientProtocol
import Languages
import Testing
import Weather

@testable import Rendering

@Suite struct MarineViewTests {
    private func scene(_ change: (inout MarineHour) -> Void = { _ in }) throws -> Scene {
        let coordinate = try #require(Coordinate(latitude: 52.1, longitude: 4.2))
        let now = UnixTime(1_795_820_400)
        let levels = [0.0, 0.5, 1, 1, 0.5, 0, -0.5, -0.5, -0.5, 0]
        let hours = levels.enumerated().map { index, level in
            var hour = MarineHour(time: now.advanced(by: index * 3600))
            (hour.waveHeight, hour.waveDirection, hour.wavePeriod) = (1.44, 270, 6.2)
            (hour.windWaveHeight, hour.windWavePeriod) = (0.06, 1)
            (hour.swellHeight, hour.swellDirection, hour.swellPeriod) = (1.1, 315, 9)
            (hour.waterTemperature, hour.currentSpeed, hour.currentDirection) = (8.4, 0.42, 45)
            hour.seaLevel = level
            change(&hour)
            return hour
        }
        var scene = Scene(
            place: Place(name: "Scheveningen", coordinate: coordinate), report: nil, now: now, staleAfter: 3600)
        scene.marine = MarineReport(
            coordinate: coordinate, timeZone: "Europe/Amsterdam",
            provider: Provider(id: "open-meteo", name: "Open-Meteo", attribution: "Marine weather by Open-Meteo.com"),
            fetchedAt: now, hours: hours)
        return scene
    }

    private func text(_ scene: Scene, _ change: (inout Style) -> Void = { _ in }) throws -> String {
        var style = Style()
        change(&style)
        return try MarineView.lines(of: scene, as: .text, in: style).joined(separator: "\n")
    }

    @Test func seaHasARowForEachValue() throws {
        let text = try text(scene())
        #expect(text.contains("1.4 m, from W, 6 s"))
        #expect(text.contains("1.1 m, from NW, 9 s"))
        #expect(!text.contains("Wind waves"), "ripples are none")
        #expect(text.contains("towards NE"))
        #expect(text.contains("High tide") && text.contains("+1.0 m") && text.contains("Low tide"))
        #expect(text.contains("not for navigation"))
        #expect(text.contains("Marine weather by Open-Meteo.com"))
    }

    @Test func withoutLevelsThereAreNoTides() throws {
        let text = try text(scene { $0.seaLevel = nil })
        #expect(!text.contains("tide") && !text.contains("Sea level"))
    }

    @Test func beaufortIsOfTheWind() throws {
        #expect(try text(scene()) { $0.units.wind = .beaufort }.contains("0.4 m/s, towards NE"))
    }

    @Test func jsonHasHoursAndTides() throws {
        let json = try MarineView.lines(of: scene(), as: .json, in: Style())[0]
        #expect(json.contains(#""waveHeightM":1.44"#) && json.contains(#""swellPeriodSeconds":9"#))
        #expect(json.contains(#""kind":"high""#) && json.contains(#""hours":[{"#))
    }

    @Test func inlandThereIsNoSea() throws {
        var scene = try scene()
        scene.marine = nil
        scene.marineFailure = .notCovered(host: "x", reason: nil)
        #expect { try text(scene) } throws: { ($0 as? NoWeather)?.sentence.hasPrefix("no sea here") == true }
        scene.marineFailure = nil
        #expect { try text(scene) } throws: {
            ($0 as? NoWeather)?.sentence == "no marine weather has been fetched yet; fetching it now"
        }
    }

    @Test(arguments: Language.allCases)
    func everyLanguageDescribesTheSea(language: Language) throws {
        let text = try text(scene()) { $0.language = language }
        #expect(text.contains(language.words.label(.swell)) && text.contains(language.words.phrase(.notForNavigation)))
    }
}
