import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The in-memory index of the city list finds the same cities as the gazetteer's indexes.
@Suite(.enabled(if: BuiltGazetteer.cities != nil, BuiltGazetteer.absence), .timeLimit(.minutes(20)))
struct CityIndexTests {
    private let scratch: TemporaryDirectory
    /// The city list, with the gazetteer's indexes in it.
    private let file: GazetteerFile

    init() throws {
        scratch = try TemporaryDirectory()
        let path = scratch.file("cities.sqlite")
        try FileManager.default.copyItem(atPath: #require(BuiltGazetteer.cities), toPath: path)
        try TestDatabase.addIndexes(at: path)
        file = try GazetteerFile(path: path, kind: .cities)
    }

    /// The beginning of every n-th name, as a user would type it.
    private func patterns() throws -> [NamePattern] {
        let names = try file.read(nil) { query in
            var names: [String] = []
            for sql in [
                "SELECT name FROM place WHERE id % 811 = 0", "SELECT name FROM name WHERE id % 397 = 0",
                "SELECT name FROM area WHERE id % 241 = 0", "SELECT name FROM area_name WHERE id % 241 = 0",
                "SELECT name FROM place WHERE name GLOB '*[''’‘]*' AND id % 29 = 0",
            ] {
                try query.each(sql) {
                    names.append(try $0.text(0))
                    return true
                }
            }
            return names
        }
        return names.flatMap { name in
            let words = SearchQuery.words(in: name)
            let begun = Array(words.dropLast()) + words.suffix(1).map { String($0.prefix(2)) }
            return [
                NamePattern(fit: .whole, words: words), NamePattern(fit: .beginning, words: begun),
                NamePattern(fit: .words, words: begun), NamePattern(fit: .words, words: words.reversed()),
                NamePattern(fit: .beginning, words: begun, areas: [Set(1...60), Set(30...150)]),
            ]
        }.filter { !$0.words.isEmpty }
    }

    private func found(_ pattern: NamePattern, _ index: GazetteerIndex?) throws -> ([Int], Set<Int>) {
        try file.read(index) { query in
            var ids: [Int] = []
            let names = NameIndex(query: query)
            try names.each(pattern, in: 0..<(.max)) {
                ids.append($0)
                return true
            }
            return (ids, try names.areas(NamePattern(fit: pattern.fit, words: pattern.words)))
        }
    }

    @Test func cityIndexMatchesFullTextIndex() throws {
        // SQLite treats и and й as two letters, `folded` as one.
        let patterns = try patterns().filter { $0.words.joined().lowercased().allSatisfy { !"ий".contains($0) } }
        #expect(patterns.count > 250)
        var others: [NamePattern] = []
        for pattern in patterns {
            let (names, areas) = try found(pattern, .words)
            let (expectedNames, expectedAreas) = try found(pattern, nil)
            #expect(names == expectedNames && areas.isSubset(of: expectedAreas), "\(pattern)")
            if areas != expectedAreas { others.append(pattern) }
        }
        // SQLite's index has "Новая Гвинея" of "Папуа — Новая Гвинея" as a name, since it does not join words around
        // every sign.
        #expect(others.count < 5, "\(others)")
    }

    @Test func cityIndexMatchesSpatialIndex() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let position = try #require(
                Coordinate(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)))
            // The nearest of all, and of one country within 1,000 km.
            for country in [nil, Int.random(in: 1...250, using: &generator)] {
                func place(_ index: GazetteerIndex?) throws -> Settlement? {
                    try file.read(index) { query in
                        let nearest = GazetteerNearest(query: query, position: position)
                        return try nearest.place(nearest.covering(), in: country)
                    }
                }
                let (found, expected) = (try place(.extent), try place(nil))
                let distance = found?.extent.center.distance(to: position) ?? 0
                guard country == nil || distance < 1_000_000 else { continue }
                #expect(found?.id == expected?.id, "\(position) \(country ?? 0)")
            }
        }
        for id in stride(from: 1, through: 25_000, by: 499) {
            let center = try file.read(nil) { query in
                try query.first("SELECT latitude, longitude FROM place WHERE id = ?", [.integer(id)]) {
                    try $0.coordinate(0)
                }
            }
            let position = try #require(center)
            let places = try [GazetteerIndex.extent, nil].map { index in
                try file.read(index) { try GazetteerNearest(query: $0, position: position).centered() }
            }
            #expect(places == [id, id])
        }
    }
}
