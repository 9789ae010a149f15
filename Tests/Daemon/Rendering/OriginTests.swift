import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

/// The origin of the current weather, in words and in JSON.
@Suite struct OriginTests {
    private func scene(_ origin: Origin?, station: Station? = nil) throws -> Scene {
        var scene = try Montevideo.scene()
        scene.report?.currentOrigin = origin
        scene.report?.station = station
        return scene
    }

    private func source(_ scene: Scene, _ style: Style = Style()) throws -> String {
        let lines = try CurrentView.lines(of: scene, as: .text, in: style)
        return try #require(lines.first { $0.contains("updated") })
    }

    @Test(
        arguments: [
            (nil, "model, values of 15:30"), (.analysis, "model, values of 15:30"), (.forecast, "forecast for 15:30"),
            (.radar, "radar, values of 15:30"), (.sample, "sample data, values of 15:30"),
            (.station, "measured at 15:30"),
        ] as [(Origin?, String)])
    func everyOriginIsStated(origin: Origin?, text: String) throws {
        #expect(try source(scene(origin)) == "\(text), updated 4 min ago")
    }

    @Test func stationHasNameAndDistance() throws {
        var station = Station(id: "KSEA", name: "Seattle-Tacoma\u{7}", distance: 12_400)
        #expect(
            try source(scene(.station, station: station))
                == "measured at 15:30 by Seattle-Tacoma (12 km away), updated 4 min ago")
        #expect(
            try source(scene(.station, station: station), Style(units: .imperial)).contains("(7.7 mi away)"))
        station.name = nil
        station.distance = nil
        #expect(try source(scene(.station, station: station)) == "measured at 15:30 by KSEA, updated 4 min ago")
    }

    /// A station besides the forecast has its elevation difference, the temperature correction and the age.
    @Test func measurementHasHeightAndAge() throws {
        var station = Station(id: "SUMU", name: "Carrasco", distance: 12_400, elevation: 232)
        (station.heightDifference, station.temperatureCorrection) = (189, 1.2)
        var scene = try scene(.station, station: station)
        scene.report?.isMeasured = true
        let provider = Provider(id: "x", name: "X", attribution: "Observations by X")
        scene.report?.furtherSources = [provider]
        var style = Style()
        func details() throws -> [String] {
            try CurrentView.lines(of: scene, as: .text, in: style).filter {
                $0.contains("measured") || $0.contains("Observations")
            }
        }
        #expect(
            try details() == [
                "measured at 15:30 by Carrasco (12 km away), updated 4 min ago",
                "station 189 m higher, temperature corrected by +1.2°, measured 12 min ago", "Observations by X",
            ])
        style.units = .imperial
        #expect(try details().contains("station 620 ft higher, temperature corrected by +2.2°, measured 12 min ago"))
        let json = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        let stationJSON = try #require(json["station"] as? [String: Any])
        #expect(
            stationJSON["heightDifferenceM"] as? Double == 189
                && stationJSON["temperatureCorrectionK"] as? Double == 1.2)
        #expect(json["stationAgeSeconds"] as? Int == 720)
        #expect(((json["furtherSources"] as? [[String: Any]])?.first)?["provider"] as? String == "x")
        scene.report?.station = Station(id: Station.ownID, distance: 0)
        style = Style()
        #expect(
            try details().prefix(2) == ["measured at 15:30, updated 4 min ago", "measured 12 min ago"])
    }

    @Test func tooOldCurrentWeatherIsReplacedAndMarked() throws {
        var scene = try scene(.analysis)
        scene.report?.observedAt = try moment("2026-11-20T19:30:00-03:00")
        #expect(scene.freshness == .fresh)
        #expect(try source(scene) == "forecast for 15:00, last updated 4 min ago")
        #expect(try line("{temperature}", of: scene) == "21°C (forecast)")
        let (_, present) = try scene.present()
        #expect(scene.classes(of: present, in: Style()) == ["partly-cloudy", "day", "fresh", "forecast"])
    }

    /// The services without another kind of current weather would be marked permanently.
    @Test func forecastServedAsCurrentIsNotMarkedInBars() throws {
        let scene = try scene(.forecast)
        #expect(try line("{temperature}", of: scene) == "18°C")
        let (_, present) = try scene.present()
        #expect(scene.classes(of: present, in: Style()).contains("forecast"))
    }

    @Test func json() throws {
        var scene = try scene(.station, station: Station(id: "KSEA", name: "Seattle-Tacoma", distance: 12_400))
        scene.report?.issuedAt = try moment("2026-11-21T12:00:00-03:00")
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        #expect(current["origin"] as? String == "station")
        #expect(current["observedAt"] as? String == "2026-11-21T15:30:00-03:00")
        #expect(current["issuedAt"] as? String == "2026-11-21T12:00:00-03:00")
        let station = try #require(current["station"] as? [String: Any])
        #expect(station["id"] as? String == "KSEA")
        #expect(station["name"] as? String == "Seattle-Tacoma")
        #expect(station["distanceM"] as? Double == 12_400)

        let forecast = try object(CurrentView.lines(of: self.scene(.forecast), as: .json, in: Style()))
        #expect(forecast["observedAt"] is NSNull)
        #expect(forecast["station"] is NSNull)
        #expect(forecast["issuedAt"] is NSNull)
        #expect(forecast["forecastFor"] as? String == "2026-11-21T15:30:00-03:00")
        let analysis = try object(CurrentView.lines(of: self.scene(.analysis), as: .json, in: Style()))
        #expect(analysis["observedAt"] as? String == "2026-11-21T15:30:00-03:00")
        #expect(analysis["forecastFor"] is NSNull)
    }
}
