import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct GazetteerAirportsTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func search(_ text: String) throws -> [City] {
        try gazetteer.search(try SearchQuery(text), language: "en")
    }

    @Test(arguments: [
        ("JFK", "JFK", "US", "America/New_York"), ("jfk", "JFK", "US", "America/New_York"),
        ("LHR", "LHR", "GB", "Europe/London"), ("Heathrow", "LHR", "GB", "Europe/London"),
        ("london heathrow", "LHR", "GB", "Europe/London"), ("heathrow, uk", "LHR", "GB", "Europe/London"),
        ("gatwick", "LGW", "GB", "Europe/London"), ("Schiphol", "AMS", "NL", "Europe/Amsterdam"),
        ("o'hare", "ORD", "US", "America/Chicago"), ("BER", "BER", "DE", "Europe/Berlin"),
    ])
    func airportIsFoundByCode(text: String, code: String, country: String, timeZone: String) throws {
        let first = try #require(try search(text).first)
        #expect(first.airportCode == code)
        #expect(first.locality.countryCode == country && first.locality.timeZone == timeZone)
        guard case .one(let city) = try gazetteer.resolve(try SearchQuery(text), language: "en") else {
            Issue.record("\(text) does not match one place")
            return
        }
        #expect(city.airportCode == code)
    }

    /// Neither the airport's city nor a city whose name equals the code is hidden by it.
    @Test(arguments: [
        "london", "paris", "berlin", "ber", "ulm", "Pau", "new york", "denver", "tokyo", "newark", "narita",
    ])
    func cityRanksBeforeAirport(text: String) throws {
        #expect(try search(text).first?.airportCode == nil)
    }

    @Test func villageNamedLikeAirportCodeIsFound() throws {
        #expect(try search("heathrow, florida").first?.locality.region == "Florida")
        #expect(try search("heathrow").contains { $0.airportCode == nil && $0.locality.countryCode == "US" })
    }

    @Test func positionAtAirportIsNamedAfterSettlement() throws {
        let airport = try #require(try search("LHR").first)
        #expect(airport.coordinate.distance(to: try #require(Coordinate(latitude: 51.47, longitude: -0.46))) < 2000)
        #expect(airport.population == nil)
        let locality = try gazetteer.locality(at: airport.coordinate, language: "en")
        #expect(!locality.name.contains("Airport"), "a position is named after a settlement")
    }
}
