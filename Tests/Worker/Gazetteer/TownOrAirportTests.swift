import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// A word is a town before it is an airport.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence), .timeLimit(.minutes(20)))
struct TownOrAirportTests {
    private let path: String
    private let gazetteer: Gazetteer

    init() throws {
        path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func resolve(_ text: String, language: String = "en") throws -> CityResolution {
        try gazetteer.resolve(try SearchQuery(text), language: language)
    }

    private func column(_ sql: String) throws -> [String] {
        try GazetteerFile(path: path, kind: .gazetteer).read(nil) { query in
            var values: [String] = []
            try query.each(sql) {
                values.append(try $0.text(0))
                return true
            }
            return values
        }
    }

    /// All of the gazetteer, as they are written and in capitals.
    @Test func townWithCodeOfAirportIsMeant() throws {
        let codes = Set(try column("SELECT code FROM airport UNION SELECT icao FROM airport"))
        let towns = Set(try column("SELECT name FROM place WHERE length(name) IN (3, 4)")).filter {
            $0.utf8.count == $0.count && codes.contains($0.uppercased())
        }
        #expect(towns.count > 280)
        var wrong: [String] = []
        for town in towns {
            for text in [town, town.uppercased()] {
                let query = try SearchQuery(text)
                let resolution = try gazetteer.resolve(query, language: "en")
                let first = try gazetteer.search(query, language: "en").first
                let meant: [City] =
                    switch resolution {
                    case .one(let city): [city]
                    case .several(let cities): cities
                    case .near, .none: []
                    }
                if meant.isEmpty || meant.contains(where: { $0.airportCode != nil }) || meant.first != first {
                    wrong.append("\(text): \(meant.map(\.locality.name)), \(first?.locality.name ?? "")")
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("Oss", "NL"), ("OSS", "NL"), ("oss", "NL"), ("Rho", "IT"), ("RHO", "IT"), ("Ufa", "RU"), ("Pau", "FR"),
        ("Lima", "PE"),
        ("Bari", "IT"), ("Keflavik, Iceland", "IS"), ("Keflavik", "IS"), ("Rhodes", "GR"),
    ])
    func wordIsTown(text: String, country: String) throws {
        let city = try #require(try resolve(text).only, "\(text): \(String(describing: try? resolve(text)))")
        #expect(city.airportCode == nil && city.locality.countryCode == country)
    }

    @Test(arguments: [
        ("MUC", "MUC"), ("EDDF", "FRA"), ("eddf", "FRA"), ("EGLL", "LHR"), ("KJFK", "JFK"), ("SUMU", "MVD"),
        ("airport RHO", "RHO"),
        ("Rho airport", "RHO"), ("airport oss", "OSS"), ("Flughafen ZRH", "ZRH"), ("aéroport NCE", "NCE"),
        ("GRU, Brazil", "GRU"),
    ])
    func codeIsAirport(text: String, code: String) throws {
        #expect(try resolve(text).only?.airportCode == code, "\(String(describing: try? resolve(text)))")
    }

    /// A word in lower case is rather the beginning of a name.
    @Test func codeInLowerCaseIsNotMeantBesideNames() throws {
        #expect(try resolve("ber").only == nil)
        #expect(try resolve("BER").only?.airportCode == "BER")
    }

    /// `set-location` and `search` agree.
    @Test(arguments: [
        "London", "Springfield, Missouri", "paris texas", "JFK", "heathrow", "roma", "Athens", "Vitória, ES",
        "Santa Cruz",
    ])
    func resolvedCityIsTheFirstFound(text: String) throws {
        let query = try SearchQuery(text)
        for language in ["en_US", "pt_BR", "de"] {
            let first = try gazetteer.search(query, language: language).first
            switch try gazetteer.resolve(query, language: language) {
            case .one(let city): #expect(city == first)
            case .several(let cities): #expect(cities.first == first)
            case .near, .none: Issue.record("\(text) is not found")
            }
        }
    }
}
