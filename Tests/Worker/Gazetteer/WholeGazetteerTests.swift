import Foundation
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Every place of the gazetteer, all 170,000, at its own centre.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct WholeGazetteerTests {
    private struct Town {
        var name: String
        var position: Coordinate
        var country: String
        var timeZone: String
    }

    private static let towns = Result { try read() }

    private static func read() throws -> [Town] {
        let file = try GazetteerFile(path: #require(BuiltGazetteer.path), kind: .gazetteer)
        return try file.read(nil, within: .seconds(60)) { query in
            var towns: [Town] = []
            // A query returns a limited number of rows.
            for start in stride(from: 0, to: 200_000, by: 50_000) {
                let sql = """
                    SELECT place.name, latitude, longitude, area.country, zone.name FROM place
                    JOIN area ON area.id = place.country JOIN zone ON zone.id = place.zone WHERE place.id > ? AND place.id <= ?
                    """
                try query.each(sql, [.integer(start), .integer(start + 50_000)]) { row in
                    towns.append(
                        Town(
                            name: try row.text(0), position: try row.coordinate(1), country: try row.text(3),
                            timeZone: try row.text(4)))
                    return true
                }
            }
            return towns
        }
    }

    /// None is another country's. By the nearest town it was so for 19 of them, by the borders alone it would be for 514.
    @Test func everyTownIsInItsCountry() throws {
        let towns = try Self.towns.get()
        try #require(towns.count > 165_000)
        let path = try #require(BuiltGazetteer.path)
        let (old, new) = (
            Gazetteer(GazetteerFiles(installed: path)),
            Gazetteer(GazetteerFiles(installed: path, borders: BorderFile.path))
        )
        let borders = try #require(BorderMap(bytes: try BorderFile.bytes.get()))
        var (wrong, former, near): ([String], Int, Int) = ([], 0, 0)
        for town in towns {
            // Elsewhere, no other country's town is within a kilometre, and none covers it.
            guard borders.countries(within: 20_000, of: town.position).count > 1 else { continue }
            near += 1
            if try old.countries(at: town.position) != [town.country] { former += 1 }
            let country = try new.countries(at: town.position).first
            if country != town.country { wrong.append("\(town.name) (\(town.country)): \(country ?? "none")") }
        }
        #expect(near > 15_000)
        #expect(former == 19)
        #expect(wrong.isEmpty, "\(wrong)")
    }

    /// The clocks of another country, by place.
    private static let exceptions: [String: Set<String>] = [
        // The base's clocks are the mainland's.
        "CU": ["America/New_York"],
        // East Jerusalem.
        "PS": ["Asia/Jerusalem"],
        // Places of Azad Kashmir, which GeoNames has in India.
        "IN": ["Asia/Karachi"],
        // The base Dhekelia in Cyprus.
        "GB": ["Asia/Nicosia"],
    ]

    @Test func everyTownHasAZoneOfItsCountry() throws {
        let file = try GazetteerFile(path: #require(BuiltGazetteer.path), kind: .gazetteer)
        let own = try file.read(nil) { query in
            var own: Set<String> = []
            let sql = "SELECT zone.name, country FROM zone_country JOIN zone ON zone.id = zone_country.zone"
            try query.each(sql) { row in
                own.insert("\(try row.text(1)) \(try row.text(0))")
                return true
            }
            return own
        }
        let others = try Self.towns.get().filter { !own.contains("\($0.country) \($0.timeZone)") }
        #expect(others.allSatisfy { Self.exceptions[$0.country]?.contains($0.timeZone) == true }, "\(others)")
        #expect(others.count < 60)
    }

    /// What is shown at the centre is the town's country's zone too.
    @Test func zoneAtTheCentreIsOfTheCountry() throws {
        let file = try GazetteerFile(path: #require(BuiltGazetteer.path), kind: .gazetteer)
        let gazetteer = Gazetteer(
            GazetteerFiles(installed: try #require(BuiltGazetteer.path), borders: BorderFile.path))
        let borders = try #require(BorderMap(bytes: try BorderFile.bytes.get()))
        let zones = try file.read(nil) { query in
            var zones: [String: Set<String>] = [:]
            try query.each("SELECT zone.name, country FROM zone_country JOIN zone ON zone.id = zone_country.zone") {
                zones[try $0.text(0), default: []].insert(try $0.text(1))
                return true
            }
            return zones
        }
        var wrong: [String] = []
        for town in try Self.towns.get() where borders.countries(within: 3000, of: town.position).count > 1 {
            let zone = try gazetteer.timeZone(at: town.position) ?? "none"
            let countries = zones[zone] ?? []
            guard !countries.isEmpty, !countries.contains(town.country),
                Self.exceptions[town.country]?.contains(zone) != true
            else { continue }
            wrong.append("\(town.name) (\(town.country)): \(zone)")
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }
}
