import Foundation
import HTTP
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Answers in the documented format of OpenWeatherMap's geocoding, written for these tests.
struct OpenWeatherMapGeocodingTests {
    private static let now = UnixTime(1_795_262_400)
    private static let two = #"""
        [{"name":"Springfield","local_names":{"ja":"スプリングフィールド","feature_name":"Springfield"},"lat":37.2082,
          "lon":-93.2923,"country":"US","state":"Missouri"},
         {"name":"Springfield","lat":39.799,"lon":-89.644,"country":"US","state":"Illinois"}]
        """#

    /// A gazetteer that contains one country.
    @Sendable private static func countryName(_ code: String, _ language: String) -> String? {
        guard code == "US" else { return nil }
        return language == "ja" ? "アメリカ合衆国" : "United States"
    }

    private func geocoding(
        answered body: String, status: Int = 200, asking: @escaping @Sendable (HTTPQuery) -> Void = { _ in }
    ) throws -> OpenWeatherMapGeocoding {
        let key = try #require(APIKey("0123456789abcdef"))
        return OpenWeatherMapGeocoding(baseURL: "https://example.org/", key: key, countryName: Self.countryName) {
            query async throws(FetchFailure) in
            asking(query)
            return HTTPAnswer(status: status, body: Array(body.utf8))
        }
    }

    private func search(_ text: String, answered body: String, status: Int = 200) async throws -> [City] {
        try await geocoding(answered: body, status: status)
            .search(try SearchQuery(text), language: "en", at: Self.now)
    }

    @Test func citiesKeepOrderOfService() async throws {
        let cities = try await search("springfield", answered: Self.two)
        #expect(cities.map(\.locality.region) == ["Missouri", "Illinois"])
        let city = try #require(cities.first)
        #expect(city.coordinate == Coordinate(latitude: 37.2082, longitude: -93.2923))
        #expect(city.locality.countryCode == "US" && city.locality.country == "United States")
        #expect(city.locality.timeZone == nil && city.population == nil)
    }

    @Test(arguments: [("ja", "スプリングフィールド"), ("ja_JP", "スプリングフィールド"), ("de", "Springfield")])
    func namesAreInTheUsersLanguage(language: String, name: String) async throws {
        let cities = try await geocoding(answered: Self.two)
            .search(try SearchQuery("springfield"), language: language, at: Self.now)
        #expect(cities.first?.locality.name == name)
    }

    /// A search for a country is in English, whatever the language of the result's names.
    @Test func countriesAreInTheUsersLanguage() async throws {
        let cities = try await geocoding(answered: Self.two)
            .search(try SearchQuery("springfield, united states"), language: "ja", at: Self.now)
        #expect(cities.map(\.locality.country) == ["アメリカ合衆国", "アメリカ合衆国"])
        let position = try #require(Coordinate(latitude: 37.25, longitude: -93.3))
        let locality = try await geocoding(answered: Self.two).locality(at: position, language: "ja", at: Self.now)
        #expect(locality?.country == "アメリカ合衆国" && locality?.countryCode == "US")
    }

    @Test func unknownCountryKeepsItsCode() async throws {
        let cities = try await search(
            "there", answered: #"[{"name":"There","lat":1,"lon":2,"country":"XX"}]"#)
        #expect(cities.first?.locality.country == nil && cities.first?.locality.countryCode == "XX")
    }

    @Test(arguments: [
        ("springfield, mis", 1), ("springfield, US", 2), ("springfield, united", 2), ("springfield, DE", 0),
    ])
    func regionOrCountryNarrowsResults(text: String, count: Int) async throws {
        #expect(try await search(text, answered: Self.two).count == count)
    }

    @Test func requestsMatchServiceFormat() async throws {
        _ = try await geocoding(answered: "[]") { query in
            #expect(
                query.url
                    == "https://example.org/geo/1.0/direct?q=S%C3%A3o%20Paulo%20co&limit=5&appid=0123456789abcdef")
            #expect(query.key != nil)
        }.search(try SearchQuery("São Paulo & co"), language: "pt", at: Self.now)
        let position = try #require(Coordinate(latitude: 51.50004, longitude: -0.1))
        let none = try await geocoding(answered: "[]") { query in
            #expect(
                query.url == "https://example.org/geo/1.0/reverse?lat=51.5&lon=-0.1&limit=1&appid=0123456789abcdef")
            #expect(query.key != nil)
        }.locality(at: position, language: "en", at: Self.now)
        #expect(none == nil)
    }

    @Test func positionIsNamedAfterNearestSettlement() async throws {
        let near = try #require(Coordinate(latitude: 37.25, longitude: -93.3))
        let locality = try await geocoding(answered: Self.two).locality(at: near, language: "en", at: Self.now)
        #expect(locality?.name == "Springfield" && locality?.region == "Missouri")
        #expect(locality?.offset == nil && locality?.language == "en")
        let far = try #require(Coordinate(latitude: 37.7082, longitude: -93.2923))
        let offset = try await geocoding(answered: Self.two).locality(at: far, language: "en", at: Self.now)?.offset
        // Half a degree of latitude.
        #expect(abs(try #require(offset).distance - 55_600) < 100)
        #expect(offset?.bearing == 0)
    }

    @Test func resultsAreLimited() async throws {
        let many = Array(repeating: #"{"name":"There","lat":1,"lon":2}"#, count: 50).joined(separator: ",")
        #expect(try await search("there", answered: "[\(many)]").count == 5)
    }

    @Test func invalidResultIsSkippedAlone() async throws {
        let body = #"""
            [{"name":7},{"name":"X","lat":91,"lon":0},{"name":"","lat":1,"lon":1},{"lat":1,"lon":1},null,3,
             {"name":"There","lat":1,"lon":2,"country":null,"state":"","local_names":null}]
            """#
        let cities = try await search("there", answered: body)
        #expect(cities.map(\.locality.name) == ["There"])
        #expect(cities.first?.locality.region == nil && cities.first?.locality.country == nil)
    }

    @Test(arguments: [
        ("<html>", 200, FetchFailure.malformed(host: "example.org", reason: "the response is not a list of places")),
        ("", 200, .malformed(host: "example.org", reason: "the response is not a list of places")),
        ("{}", 200, .malformed(host: "example.org", reason: "the response is not a list of places")),
        (
            #"{"cod":401, "message": "Invalid API key. Please see http://example.org for more info."}"#, 401,
            .keyRefused(host: "OpenWeatherMap", reason: "Invalid API key; new keys take up to two hours to work")
        ),
        (
            #"{"cod":"401"}"#, 200,
            .keyRefused(host: "OpenWeatherMap", reason: "new keys take up to two hours to work")
        ),
        (
            #"{"cod":"400","message":"Nothing to geocode"}"#, 400,
            .refused(host: "example.org", status: 400, reason: "Nothing to geocode")
        ),
        ("busy", 503, .serviceFailed(host: "example.org", status: 503, reason: nil, retryAfter: nil)),
    ])
    func failuresAreReported(body: String, status: Int, failure: FetchFailure) async throws {
        await #expect(throws: failure) { try await search("there", answered: body, status: status) }
    }
}

private enum Recordings {
    static let folder = RecordingFolder("owm")

    static func cities(_ name: String) throws -> [City] {
        let json = try JSONValue(HTTPAnswer(status: 200, body: folder.body(name)), from: "")
        return (OpenWeatherMapGeocodingAnswer(json)?.results ?? []).compactMap {
            $0.city(in: "de", country: nil)
        }
    }
}

@Suite(.enabled(if: Recordings.folder.contains("geo_zip_lisbon.json"), "\(RecordingFolder.absence)"))
struct OpenWeatherMapGeocodingRecordingTests {
    @Test func lisbonIsFound() throws {
        let lisbon = try #require(try Recordings.cities("geo_direct_lisbon.json").first)
        #expect(lisbon.coordinate == Coordinate(latitude: 38.7077507, longitude: -9.1365919))
        #expect(lisbon.locality.name == "Lissabon" && lisbon.locality.countryCode == "PT")
    }

    @Test func londonIsNamed() throws {
        let names = try Recordings.cities("geo_reverse_london.json").map(\.locality.name)
        #expect(names == ["London", "City of Westminster", "Lambeth", "Clerkenwell", "London City"])
    }

    /// The answer for a postal code, which is never requested, is an object instead of a list.
    @Test func postalCodeAnswerIsOneResult() throws {
        #expect(try Recordings.cities("geo_zip_lisbon.json").isEmpty)
    }
}
