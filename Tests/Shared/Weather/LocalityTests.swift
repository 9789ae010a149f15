import Foundation
import Testing
import Weather

struct LocalityTests {
    private func offset(_ json: String) throws -> Locality.Offset {
        try JSONDecoder().decode(Locality.Offset.self, from: Data(json.utf8))
    }

    @Test func offsetRoundTrips() throws {
        let offset = Locality.Offset(distance: 41_000, bearing: 225)
        #expect(try JSONDecoder().decode(Locality.Offset.self, from: JSONEncoder().encode(offset)) == offset)
    }

    /// A distance in kilometres is a whole number, and must not overflow.
    @Test(arguments: [
        #"{"distance":1e300,"bearing":0}"#, #"{"distance":-1,"bearing":0}"#, #"{"distance":1,"bearing":361}"#,
    ])
    func impossibleOffsetIsRejected(json: String) {
        #expect(throws: DecodingError.self) { try offset(json) }
    }

    private var munich: Locality {
        var locality = Locality(name: "Munich", region: "Bavaria", country: "Germany")
        locality.translations = Locality.Translations(
            names: ["en": "Munich", "de": "München", "pt": "Munique", "zh": "慕尼黑"],
            regions: ["en": "Bavaria", "de": "Bayern"],
            countries: [
                "en": "Germany", "de": "Deutschland", "pt_BR": "Alemanha", "pt": "Alemanha (PT)", "zh_TW": "德國",
            ])
        return locality
    }

    @Test(arguments: [
        ("de_AT.UTF-8", "München", "Bayern", "Deutschland"), ("pt-BR", "Munique", "Bavaria", "Alemanha"),
        ("pt_PT", "Munique", "Bavaria", "Alemanha (PT)"), ("zh-Hant-TW", "慕尼黑", "Bavaria", "德國"),
        ("C", "Munich", "Bavaria", "Germany"), ("fi", "Munich", "Bavaria", "Germany"),
    ])
    func placeIsTranslated(locale: String, name: String, region: String, country: String) {
        let translated = munich.translated(to: locale)
        #expect(translated.name == name && translated.region == region && translated.country == country)
        #expect(translated.translated(to: "en").name == "Munich", "the round trip is lossless")
    }

    @Test func unknownNameIsNotTranslated() {
        let locality = Locality(name: "Einöde", region: "Bayern")
        #expect(locality.translated(to: "fr") == locality)
    }

    @Test func localityOfFirstReleaseIsRead() throws {
        let json = #"{"name":"Munich","country":"Germany","language":"en"}"#
        let locality = try JSONDecoder().decode(Locality.self, from: Data(json.utf8))
        #expect(locality.name == "Munich" && locality.translations == nil)
        #expect(try JSONDecoder().decode(Locality.self, from: JSONEncoder().encode(munich)) == munich)
    }

    @Test(arguments: ["munich", "MÜNCHEN", "慕尼黑", "Munich, Bavaria", "münchen,germany", "慕尼黑，Bavaria"])
    func placeMatchesNameInAnyLanguage(name: String) throws {
        let coordinate = try #require(Coordinate(latitude: 48, longitude: 11))
        #expect(Place(coordinate: coordinate, locality: munich).isCalled(name))
        #expect(!Place(name: "Work", coordinate: coordinate, locality: munich).isCalled(name))
    }

    @Test func nameOfOtherTownDoesNotMatch() throws {
        let coordinate = try #require(Coordinate(latitude: 48, longitude: 11))
        var locality = munich
        locality.offset = Locality.Offset(distance: 41_000, bearing: 225)
        #expect(!Place(coordinate: coordinate, locality: locality).isCalled("Munich"))
    }

    /// Half the Earth's circumference, in any direction.
    @Test(arguments: [
        (0.0, 0.0, true), (20_100_000, 360, true), (20_100_000.5, 0, false), (1, 360.5, false), (1, -0.5, false),
    ])
    func offsetIsAtMostHalfTheCircumference(distance: Double, bearing: Double, isAccepted: Bool) {
        let json = #"{"distance":\#(distance),"bearing":\#(bearing)}"#
        #expect(((try? offset(json)) != nil) == isAccepted)
    }
}
