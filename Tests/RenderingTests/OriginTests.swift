import Foundation
import Testing
import Weather
import Wire

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
            (nil, "model, for 15:30"), (.analysis, "model, for 15:30"), (.forecast, "forecast for 15:30"),
            (.radar, "radar, for 15:30"), (.sample, "sample data, for 15:30"), (.station, "measured at 15:30"),
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
