import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The city list is the fallback while the gazetteer is unavailable.
@Suite(.enabled(if: GazetteerTables.canBeBuilt, GazetteerTables.absence), .timeLimit(.minutes(20)))
struct GazetteerFallbackTests {
    private let scratch: TemporaryDirectory
    private let path: String
    private let cities: String
    private let whole: (gazetteer: Data, cities: Data)

    init() throws {
        scratch = try TemporaryDirectory()
        path = scratch.file("gazetteer.sqlite")
        cities = scratch.file("cities.sqlite")
        whole = try GazetteerTables.small.get()
        try whole.cities.write(to: URL(fileURLWithPath: cities))
    }

    private func gazetteer(named: Bool = false) -> Gazetteer {
        Gazetteer(GazetteerFiles(named: named ? path : nil, installed: path, cities: cities))
    }

    private func search(_ text: String, of gazetteer: Gazetteer) throws -> [String] {
        try gazetteer.search(SearchQuery(text), language: "en").map(\.locality.name)
    }

    @Test func gazetteerInstalledLaterIsUsed() throws {
        let gazetteer = gazetteer()
        #expect(gazetteer.status() == .citiesOnly(path: cities, .notInstalled(path: path)))
        #expect(try search("andorra la v", of: gazetteer) == ["Andorra la Vella"])
        try whole.gazetteer.write(to: URL(fileURLWithPath: path))
        #expect(gazetteer.status() == .complete(path: path))
        #expect(try search("andorra la v", of: gazetteer) == ["Andorra la Vella"])
    }

    @Test func missingConfiguredGazetteerFallsBack() throws {
        #expect(gazetteer(named: true).status() == .citiesOnly(path: cities, .missing(path: path)))
        try whole.gazetteer.write(to: URL(fileURLWithPath: path))
        #expect(gazetteer(named: true).status() == .complete(path: path))
    }

    /// The city list is not accepted as a gazetteer, since it does not contain all places.
    @Test(arguments: ["", "no database", nil])
    func damagedGazetteerFallsBack(content: String?) throws {
        try (content.map { Data($0.utf8) } ?? whole.cities).write(to: URL(fileURLWithPath: path))
        let gazetteer = gazetteer()
        guard case .citiesOnly(cities, .damaged(path, _)) = gazetteer.status() else {
            Issue.record("\(gazetteer.status())")
            return
        }
        #expect(try search("andorra la v", of: gazetteer) == ["Andorra la Vella"])
    }

    @Test func startupLookupUsesCityList() throws {
        let resolution = try gazetteer().resolveCorrecting(SearchQuery("Andorra la Vella"), language: "en")
        guard case .one(let city) = resolution else {
            Issue.record("\(resolution)")
            return
        }
        #expect(city.locality.countryCode == "AD")
    }

    @Test func withoutEitherFileGazetteerIsReportedMissing() throws {
        try FileManager.default.removeItem(atPath: cities)
        let gazetteer = gazetteer()
        #expect(gazetteer.status() == .unusable(.notInstalled(path: path)))
        #expect(throws: GazetteerError.notInstalled(path: path)) { try search("andorra", of: gazetteer) }
    }

    /// A flipped bit in the list only causes a wrong letter or an error.
    @Test func bitFlips() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: cities))
        defer { try? file.close() }
        var failures = 0
        for round in 0..<300 {
            // The beginning of each page, which has its structure, as often as the rest.
            let page = round * 37 % (whole.cities.count / 4096) * 4096
            let offset = page + (round.isMultiple(of: 2) ? round % 64 : round * 97 % 4096)
            let byte = whole.cities[offset]
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([byte ^ (1 << (round % 8))]))
            let gazetteer = gazetteer()
            _ = try? search("andorra la v", of: gazetteer)
            if case .unusable = gazetteer.status() { failures += 1 }
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([byte]))
        }
        #expect(failures > 0)
        #expect(try search("andorra la v", of: gazetteer()) == ["Andorra la Vella"])
    }
}
