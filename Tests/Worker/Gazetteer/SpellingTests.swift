import ClientProtocol
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

struct EditDistanceTests {
    @Test(
        arguments: [
            ("berln", "berlin", 1, 1), ("berlin", "berlin", 1, 0), ("beriln", "berlin", 1, 1),
            ("berlinn", "berlin", 1, 1),
            ("bexlin", "berlin", 1, 1), ("bexlim", "berlin", 1, nil), ("bexlim", "berlin", 2, 2), ("", "ab", 2, 2),
            ("ab", "", 1, nil), ("ca", "abc", 3, 3), ("rome", "paris", 2, nil),
        ] as [(String, String, Int, Int?)])
    func distances(one: String, other: String, limit: Int, distance: Int?) {
        let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        #expect(EditDistance.between(one, other, limit: limit) == distance)
        #expect(EditDistance.between(other, one, limit: limit) == distance)
    }
}

@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct SpellingTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func correction(_ text: String, language: String = "en") throws -> String? {
        try gazetteer.correction(of: try SearchQuery(text), language: language)?.text
    }

    @Test(
        arguments: [
            ("Berln", "en", "Berlin"), ("Londn", "en", "London"), ("lonodn", "en", "London"), ("Pariss", "en", "Paris"),
            ("Zurrich", "en", "Zürich"), ("Copenhaggn", "en", "Copenhagen"), ("san fransisco", "en", "San Francisco"),
            ("Munchn", "de", "München"), ("Mosku", "de", "Moskau"), ("Warschua", "de_AT", "Warschau"),
            ("Sprinfield, Missouri", "en", "Springfield, Missouri"), ("Berln, Germany", "en", "Berlin, Germany"),
            ("berln germany", "en", "Berlin, germany"), ("Manchster, NH", "en", "Manchester, NH"),
        ])
    func misspellingIsCorrected(text: String, language: String, expected: String) throws {
        #expect(try correction(text, language: language) == expected)
    }

    /// Short words are not corrected, nor those that are far from any name.
    @Test(arguments: ["Oslp", "Rmoe", "xq", "Limb", "qwxyzzy", "Brrrln", "Berln, Atlantis", "Weltschmerz"])
    func unrelatedNameIsNotCorrected(text: String) throws {
        #expect(try correction(text) == nil)
    }

    /// At startup, the configured city is looked up.
    @Test func lookUpReportsCorrection() throws {
        let path = try #require(BuiltGazetteer.path)
        let resolution = try Gazetteer(GazetteerFiles(installed: path)).resolveCorrecting(
            SearchQuery("Berln"), language: "de", keeping: ["de"])
        guard case .one(let city) = resolution else {
            Issue.record("\(resolution)")
            return
        }
        #expect(city.locality.name == "Berlin" && city.correction == "Berlin")
        #expect(throws: GazetteerError.self) {
            try Gazetteer(GazetteerFiles(installed: "/nowhere")).resolveCorrecting(
                SearchQuery("Berlin"), language: "de")
        }
    }
}
