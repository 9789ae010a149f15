import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Searches of the city list, which weatherd uses without weatherd-places.
@Suite(.enabled(if: BuiltGazetteer.cities != nil, BuiltGazetteer.absence))
struct CityListTests {
    private static let spoken: Set = ["en", "de", "ja"]
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try BuiltGazetteer.onlyCities()
    }

    private func locality(_ latitude: Double, _ longitude: Double, language: String = "en") throws -> Locality {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try gazetteer.locality(at: position, language: language)
    }

    @Test func cityListIsSmallAndReproducible() throws {
        let cities = try #require(BuiltGazetteer.cities)
        let content = try Data(contentsOf: URL(fileURLWithPath: cities))
        #expect(content.count <= 2_000_000)
        #expect(try GazetteerTables.buildCities(of: #require(BuiltGazetteer.path)) == content)
    }

    @Test(arguments: [
        ("montev", "en", "Montevideo", "UY"), ("paris", "en", "Paris", "FR"), ("new york", "en", "New York City", "US"),
        ("san fra", "en", "San Francisco", "US"), ("sao paulo", "en", "São Paulo", "BR"),
        ("ndjamena", "en", "N'Djamena", "TD"), ("springfield, missouri", "en", "Springfield", "US"),
        ("perth, uk", "en", "Perth", "GB"), ("dallas, usa", "en", "Dallas", "US"),
        ("paris, france", "en", "Paris", "FR"), ("paulo sao", "en", "São Paulo", "BR"),
        // In the user's language, and by the name in it.
        ("wien", "de", "Wien", "AT"), ("munich", "de", "München", "DE"), ("東京", "ja", "東京", "JP"),
        ("Москва", "ru", "Москва", "RU"), ("cairo", "zh", "开罗", "EG"), ("Brescia", "it", "Brescia", "IT"),
        ("wien, österreich", "de", "Wien", "AT"),
        // Too small to have names in all languages, but found in its country's.
        ("Сыктывкар", "ru", "Сыктывкар", "RU"), ("鎌倉", "ja", "鎌倉市", "JP"), ("Ужгород", "uk", "Ужгород", "UA"),
    ])
    func cityIsFound(text: String, language: String, name: String, country: String) throws {
        let first = try #require(try gazetteer.search(SearchQuery(text), language: language).first)
        #expect(first.locality.name == name && first.locality.countryCode == country)
    }

    @Test func cityHasAllFields() throws {
        let first = try #require(try gazetteer.search(SearchQuery("montev"), language: "en").first)
        let expected = Locality(
            name: "Montevideo", region: "Montevideo Department", country: "Uruguay", countryCode: "UY",
            timeZone: "America/Montevideo")
        #expect(first.locality == expected)
        #expect(try #require(first.population) > 1_000_000)
        let munich = try #require(
            try gazetteer.resolve(SearchQuery("munich"), language: "en", keeping: Self.spoken).only?.locality
                .translated(to: "de"))
        #expect([munich.name, munich.region, munich.country] == ["München", "Bayern", "Deutschland"])
    }

    @Test(arguments: [
        ("Berln", "en", "Berlin"), ("san fransisco", "en", "San Francisco"), ("Munchn", "de", "München"),
        ("Manchster, NH", "en", "Manchester, NH"),
    ])
    func misspellingIsCorrected(text: String, language: String, expected: String) throws {
        #expect(try gazetteer.correction(of: SearchQuery(text), language: language)?.text == expected)
    }

    @Test(arguments: ["Qwxyzzy", "Lipa nad Dřevnicí"])
    func smallPlaceIsNotFound(text: String) throws {
        #expect(try gazetteer.search(SearchQuery(text), language: "en").isEmpty)
    }

    /// Villages are not in the list, and the distance to the nearest city is shown.
    @Test func positionIsNamedAfterNearestCity() throws {
        let madeira = try locality(32.4, -17.2)
        #expect(madeira.name == "Câmara de Lobos")
        #expect(abs(try #require(madeira.offset).distance - 34_600) < 1000)
        #expect(try locality(48.14, 11.58, language: "de").name == "München")
    }

    /// Every fifth point of GazetteerTimeZoneTests, with cells ten times as wide.
    @Test func timeZonesOnLand() throws {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "zones-on-land.tsv")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        var wrong: [String] = []
        for index in stride(from: 0, to: lines.count, by: 5) {
            let line = lines[index]
            let columns = line.split(separator: "\t")
            let zone = try locality(#require(Double(columns[0])), #require(Double(columns[1]))).timeZone
            if zone != String(columns[2]) { wrong.append("\(line): \(zone ?? "none")") }
        }
        #expect(lines.count == 1000 && wrong.count <= 10, "\(wrong.count): \(wrong)")
    }

    /// A position in a city has the city's zone, however near the border is.
    @Test(arguments: [
        (47.56, 7.59, "Europe/Zurich"), (46.2, 6.15, "Europe/Zurich"), (31.77, -106.48, "America/Denver"),
        (30, -40, "Etc/GMT+3"), (-31.7, 128.9, "Australia/Eucla"), (90, 0, nil), (-90, 180, nil),
    ])
    func timeZone(latitude: Double, longitude: Double, zone: String?) throws {
        let found = try #require(try locality(latitude, longitude).timeZone)
        #expect(zone == nil || found == zone)
    }
}

extension CityResolution {
    fileprivate var only: City? { if case .one(let city) = self { city } else { nil } }
}
