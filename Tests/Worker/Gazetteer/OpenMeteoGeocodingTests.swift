import HTTP
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Answers in the documented format of Open-Meteo's geocoding, written for these tests.
struct OpenMeteoGeocodingTests {
    private static let now = UnixTime(1_795_262_400)
    private static let two = #"""
        {"results":[
         {"id":1,"name":"Klein Wesenberg","latitude":53.83,"longitude":10.53,"elevation":12.0,"feature_code":"PPL",
          "country_code":"DE","country":"Germany","admin1":"Schleswig-Holstein","timezone":"Europe/Berlin"},
         {"id":2,"name":"Wesenberg","latitude":53.28,"longitude":12.97,"country_code":"DE","country":"Germany",
          "admin1":"Mecklenburg-Vorpommern","timezone":"Europe/Berlin","population":2986}],
         "generationtime_ms":0.6}
        """#

    private func search(
        _ text: String, answered body: String, status: Int = 200,
        asking: @escaping @Sendable (HTTPQuery) -> Void = { _ in }
    ) async throws -> [City] {
        let geocoding = OpenMeteoGeocoding(baseURL: "https://example.org/") { query async throws(FetchFailure) in
            asking(query)
            return HTTPAnswer(status: status, body: Array(body.utf8))
        }
        return try await geocoding.search(try SearchQuery(text), language: "de", at: Self.now)
    }

    @Test func citiesKeepOrderOfService() async throws {
        let cities = try await search("wesenberg", answered: Self.two)
        #expect(cities.map(\.locality.name) == ["Klein Wesenberg", "Wesenberg"])
        #expect(cities.map(\.population) == [nil, 2986])
        let locality = try #require(cities.first?.locality)
        #expect(locality.region == "Schleswig-Holstein" && locality.country == "Germany")
        #expect(locality.countryCode == "DE" && locality.timeZone == "Europe/Berlin")
    }

    @Test func requestMatchesServiceFormat() async throws {
        _ = try await search("São Paulo & co", answered: "{}") { query in
            #expect(
                query.url == "https://example.org/v1/search?name=S%C3%A3o%20Paulo%20co&count=10&language=de&format=json"
            )
        }
    }

    @Test func postalCodeFindsTown() async throws {
        let body = #"""
            {"results":[{"name":"Beverly Hills","latitude":34.07,"longitude":-118.4,"population":34109,
             "postcodes":["90209","90210"]},{"name":"Elsewhere","latitude":1,"longitude":1,"postcodes":"none"}]}
            """#
        let cities = try await search("90210", answered: body) { #expect($0.url.contains("name=90210&")) }
        #expect(cities.map(\.matchedName) == ["90210", nil])
        #expect(try CityResolution(of: cities, for: SearchQuery("90210")) == .one(cities[0]))
    }

    @Test(arguments: [("de_AT", "de"), ("pt-BR", "pt"), ("C", "en"), ("ja", "ja")])
    func languageIsSentWithoutRegion(locale: String, code: String) async throws {
        let geocoding = OpenMeteoGeocoding(baseURL: "https://example.org") { query async throws(FetchFailure) in
            #expect(query.url.contains("&language=\(code)&"))
            return HTTPAnswer(status: 200, body: Array("{}".utf8))
        }
        #expect(try await geocoding.search(try SearchQuery("oslo"), language: locale, at: Self.now).isEmpty)
    }

    @Test(arguments: [
        ("wesenberg, meckl", 1), ("wesenberg, DE", 2), ("wesenberg, germany", 2), ("wesenberg, texas", 0),
    ])
    func regionOrCountryNarrowsResults(text: String, count: Int) async throws {
        #expect(try await search(text, answered: Self.two).count == count)
    }

    @Test func missingListFindsNothing() async throws {
        #expect(try await search("nowhere", answered: #"{"generationtime_ms":0.3}"#).isEmpty)
    }

    @Test func invalidResultIsSkippedAlone() async throws {
        let body = #"""
            {"results":[{"name":7},{"name":"X","latitude":91,"longitude":0},{"name":"","latitude":1,"longitude":1},
             {"latitude":1,"longitude":1},null,{"name":"Here","latitude":1,"longitude":"east"},
             {"name":"There","latitude":1,"longitude":2,"country":null,"admin1":"","population":0}]}
            """#
        let cities = try await search("there", answered: body)
        #expect(cities.map(\.locality.name) == ["There"])
        #expect(cities.first?.locality.region == nil && cities.first?.population == nil)
    }

    @Test(arguments: [
        ("<html>", 200, FetchFailure.malformed(host: "example.org", reason: "the response is not a list of places")),
        ("", 200, .malformed(host: "example.org", reason: "the response is not a list of places")),
        (
            #"{"error":true,"reason":"Parameter count must be between 1 and 100."}"#, 400,
            .refused(host: "example.org", status: 400, reason: "Parameter count must be between 1 and 100.")
        ),
        ("busy", 503, .serviceFailed(host: "example.org", status: 503, reason: nil, retryAfter: nil)),
    ])
    func failuresAreReported(body: String, status: Int, failure: FetchFailure) async throws {
        await #expect(throws: failure) { try await search("there", answered: body, status: status) }
    }
}
