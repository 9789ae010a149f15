import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The time zone of a position follows the zones' boundaries. In 0.1.0 it was that of the nearest place, which was
/// across a border for 56 of 1,000 points.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct GazetteerTimeZoneTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func timeZone(_ latitude: Double, _ longitude: Double) throws -> String? {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try gazetteer.locality(at: position, language: "en").timeZone
    }

    /// A thousand points, evenly on land and coastal waters, each with its zone by the polygons of
    /// timezone-boundary-builder. The map's cells are 2.8 km wide, so a few points are across a border.
    @Test func onLand() throws {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "zones-on-land.tsv")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        try #require(lines.count == 1000)
        var wrong: [String] = []
        for line in lines {
            let columns = line.split(separator: "\t")
            let latitude = try #require(Double(columns[0]))
            let longitude = try #require(Double(columns[1]))
            let zone = try timeZone(latitude, longitude)
            if zone != String(columns[2]) { wrong.append("\(line): \(zone ?? "none")") }
        }
        #expect(wrong.count <= 5, "\(wrong)")
    }

    @Test(arguments: [
        // The nearest place of each is across the border.
        (64.3, -141.1, "America/Anchorage"), (48.0, 87.5, "Asia/Urumqi"), (-22.0, -68.2, "America/Santiago"),
        // Enclaves, and zones that differ by less than an hour.
        (-29.5, 28.2, "Africa/Maseru"), (36.1, -112.0, "America/Phoenix"), (35.9, -110.0, "America/Denver"),
        (27.7, 85.32, "Asia/Kathmandu"), (-31.7, 128.9, "Australia/Eucla"),
        // At sea, at the polar edge of the map, and where its edges meet.
        (30, -40, "Etc/GMT+3"), (0, 180, "Etc/GMT+12"), (0, -180, "Etc/GMT+12"), (-90, 0, "Antarctica/McMurdo"),
    ])
    func known(latitude: Double, longitude: Double, zone: String) throws {
        #expect(try timeZone(latitude, longitude) == zone)
    }

    @Test func northPoleHasATimeZone() throws {
        #expect(try timeZone(90, 0)?.hasPrefix("Etc/") == true)
    }
}
