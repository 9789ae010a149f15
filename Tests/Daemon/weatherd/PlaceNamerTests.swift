import Configuration
import Scratch
import Store
import Testing
import Weather

@testable import Location

/// The names of stored places, after the language has changed.
@Suite(.timeLimit(.minutes(20)), .enabled(if: BuiltCities.gazetteer != nil, BuiltCities.absence))
struct PlaceNamerTests {
    private static let munich = Coordinate(latitude: 48.13743, longitude: 11.57549) ?? .oslo
    private static let nearMunich = Coordinate(latitude: 48.15, longitude: 11.55) ?? .oslo
    private static let hamlet = Coordinate(latitude: 48.2, longitude: 11.5) ?? .oslo

    /// As stored by version 0.1.0.
    private static func favourite(
        _ coordinate: Coordinate, _ name: String, language: String? = nil, called: String? = nil
    )
        -> Place
    {
        var locality = Locality(name: name, region: "Bavaria", country: "Germany", countryCode: "DE")
        locality.language = language
        return Place(name: called, coordinate: coordinate, locality: locality)
    }

    /// The places after renaming them in a language.
    private func named(_ places: [Place], language: String) async throws -> [Place] {
        let built = try BuiltCities(environment: ["WEATHERD_LANGUAGE": language, "WEATHERD_PROVIDERS": "sample"])
        let store = built.store
        try await store.changeSettings(at: BuiltCities.now) { $0.favourites = places }
        let changes = store.changes()
        let namer = PlaceNamer(
            store: store, cities: built.cities, language: { built.source.configuration.language },
            now: { BuiltCities.now }, logger: built.logger)
        await withTaskGroup { group in
            group.addTask { await namer.run() }
            for await _ in changes where store.snapshot.settings.favourites != places { break }
            group.cancelAll()
        }
        return store.snapshot.settings.favourites
    }

    @Test func searchResultIsRenamed() async throws {
        let place = try #require(
            try await named([Self.favourite(Self.munich, "Munich")], language: "de").first)
        #expect(place.calledName == "München" && place.locality?.region == "Bayern")
        #expect(place.locality?.country == "Deutschland")
        #expect(place.translated(to: "en").calledName == "Munich")
    }

    @Test func positionIsRenamed() async throws {
        let place = try #require(
            try await named([Self.favourite(Self.nearMunich, "Munich", language: "en")], language: "ja").first)
        #expect(place.calledName == "ミュンヘン")
    }

    @Test func userNameIsKept() async throws {
        let places = [
            Self.favourite(Self.munich, "Munich", called: "Work"),
            Self.favourite(Self.nearMunich, "Munich", language: "en"),
        ]
        let named = try await named(places, language: "de")
        #expect(named.map(\.calledName) == ["Work", "München"])
    }

    /// A place that only an online search knows has no other name: the nearest town is a different place.
    @Test func unknownPlaceKeepsItsName() async throws {
        let places = [Self.favourite(Self.hamlet, "Einöde"), Self.favourite(Self.munich, "Munich")]
        #expect(try await named(places, language: "de").map(\.calledName) == ["Einöde", "München"])
    }
}
