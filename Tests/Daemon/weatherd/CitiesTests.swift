import HTTP
import Scratch
import Synchronization
import Testing
import Weather

@testable import Location

/// The order of city search: the gazetteer, the online services, then spelling correction.
@Suite(.enabled(if: BuiltCities.gazetteer != nil, BuiltCities.absence))
struct CitiesTests {
    private static let nowhere = #"{"generationtime_ms":0.3}"#

    /// The cities found, and the URLs requested.
    private func search(_ text: String, answered body: String?, environment: [String: String] = [:]) async throws -> (
        cities: [City], urls: [String]
    ) {
        let asked = ProbedService()
        let built = try BuiltCities(environment: environment) { query async throws(FetchFailure) in
            asked.note(query.url)
            guard let body else { throw .noNetwork }
            return HTTPAnswer(status: 200, body: Array(body.utf8))
        }
        let cities = try await built.cities.search(text, language: nil)
        let city = try await built.cities.city(text)
        #expect(city.coordinate == cities.first?.coordinate && city.correction == cities.first?.correction)
        return (cities, asked.urls)
    }

    private final class ProbedService: Sendable {
        private let notes = Mutex<[String]>([])
        func note(_ url: String) { notes.withLock { $0.append(url) } }
        var urls: [String] { notes.withLock { $0 } }
    }

    @Test(arguments: [nowhere, nil]) func misspellingIsCorrectedWithoutOnlineMatch(body: String?) async throws {
        let (cities, urls) = try await search("Berln", answered: body)
        #expect(cities.first?.locality.name == "Berlin" && cities.allSatisfy { $0.correction == "Berlin" })
        #expect(urls.allSatisfy { $0.contains("name=Berln&") })
    }

    @Test func knownNameIsNeitherCorrectedNorSearchedOnline() async throws {
        let (cities, urls) = try await search("Berlin, Germany", answered: nil)
        #expect(cities.first?.correction == nil && urls.isEmpty)
    }

    /// A hamlet with exactly this name is preferred.
    @Test func exactOnlineNameIsPreferredToCorrection() async throws {
        let hamlet = #"{"results":[{"name":"Berln","latitude":1.5,"longitude":2.5}]}"#
        let (cities, _) = try await search("Berln", answered: hamlet)
        #expect(cities.map(\.locality.name) == ["Berln"] && cities.first?.correction == nil)
    }

    @Test func similarOnlineNameIsNotPreferredToCorrection() async throws {
        let other = #"{"results":[{"name":"Berlnau","latitude":1.5,"longitude":2.5}]}"#
        #expect(try await search("Berln", answered: other).cities.first?.locality.name == "Berlin")
    }

    @Test func postalCodeIsSearchedOnline() async throws {
        let body = #"""
            {"results":[{"name":"Beverly Hills","latitude":34.07,"longitude":-118.4,"postcodes":["90210"]}]}
            """#
        let (cities, urls) = try await search("90210", answered: body)
        #expect(cities.map(\.locality.name) == ["Beverly Hills"] && cities.first?.matchedName == "90210")
        #expect(urls.first?.contains("name=90210&") == true)
    }

    @Test func failedPostalCodeLookupIsReported() async throws {
        let offline = try BuiltCities()
        let sample = try BuiltCities(environment: ["WEATHERD_PROVIDERS": "sample"])
        let cases: [(BuiltCities, FetchFailure?)] = [(offline, .noNetwork), (sample, nil)]
        for (built, failure) in cases {
            let expected = SearchFailure.postalCodeNotLookedUp("90210", failure)
            await #expect(throws: expected) { try await built.cities.search("90210", language: nil) }
            await #expect(throws: expected) { try await built.cities.city("90210") }
        }
        let online = try BuiltCities { _ async throws(FetchFailure) in
            HTTPAnswer(status: 200, body: Array(Self.nowhere.utf8))
        }
        await #expect(throws: SearchFailure.notFound("90210", online: nil)) {
            try await online.cities.search("90210", language: nil)
        }
    }

    @Test func unknownNameIsNotFound() async throws {
        let text = "Qwxyzzy"
        let offline = try BuiltCities()
        await #expect(throws: SearchFailure.notFound(text, online: .noNetwork)) {
            try await offline.cities.search(text, language: nil)
        }
        let sample = try BuiltCities(environment: ["WEATHERD_PROVIDERS": "sample"])
        await #expect(throws: SearchFailure.notFound(text, online: nil)) {
            try await sample.cities.search(text, language: nil)
        }
        await #expect(throws: SearchFailure.notFound(text, online: nil)) { try await sample.cities.city(text) }
    }

    /// Without weatherd-places cities are found, and a failed search mentions the package.
    @Test func withoutGazetteerOnlyCitiesAreFound() async throws {
        let path = "/nowhere/gazetteer.sqlite"
        for environment in [[:], ["WEATHERD_PROVIDERS": "sample"]] {
            let built = try BuiltCities(environment: environment, gazetteer: path)
            #expect(try await built.cities.search("munich", language: "de").first?.locality.name == "München")
            #expect(try await built.cities.city("Berln").correction == "Berlin")
            let failure = SearchFailure.notFound(
                "Qwxyzzy", online: environment.isEmpty ? .noNetwork : nil, gazetteer: .notInstalled(path: path))
            await #expect(throws: failure) { try await built.cities.search("Qwxyzzy", language: nil) }
            await #expect(throws: failure) { try await built.cities.city("Qwxyzzy") }
        }
    }

    @Test func namesAreInRequestLanguage() async throws {
        let built = try BuiltCities()
        #expect(try await built.cities.search("munich", language: "de").first?.locality.name == "München")
        #expect(try await built.cities.search("munich", language: nil).first?.locality.name == "Munich")
    }
}
