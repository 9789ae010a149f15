import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct GazetteerSearchTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func search(_ text: String, language: String = "en", limit: Int = 10) throws -> [City] {
        try gazetteer.search(try SearchQuery(text), language: language, limit: limit)
    }

    private func resolve(_ text: String) throws -> CityResolution {
        try gazetteer.resolve(try SearchQuery(text), language: "en")
    }

    @Test(arguments: [
        ("montev", "Montevideo", "UY"), ("london", "London", "GB"), ("paris", "Paris", "FR"), ("york", "York", "GB"),
        ("new york", "New York City", "US"), ("san fra", "San Francisco", "US"), ("wien", "Vienna", "AT"),
        ("Москва", "Moscow", "RU"), ("東京", "Tokyo", "JP"), ("sao paulo", "São Paulo", "BR"), ("ZÜRICH", "Zürich", "CH"),
        ("zurich", "Zürich", "CH"), ("muenchen", "Munich", "DE"), ("st louis", "St. Louis", "US"),
        ("saint s", "Saint Petersburg", "RU"), ("nyc", "New York City", "US"), ("coeur dalene", "Coeur d'Alene", "US"),
        ("ndjamena", "N'Djamena", "TD"), ("xian", "Xi’an", "CN"), ("mexico c", "Mexico City", "MX"),
        // Reordered words, and words from the middle.
        ("paulo sao", "São Paulo", "BR"), ("janeiro", "Rio de Janeiro", "BR"),
        // The region or country, by name, code or prefix, in any language, and without a comma.
        ("springfield, missouri", "Springfield", "US"), ("paris, tx", "Paris", "US"),
        ("portland, or", "Portland", "US"),
        ("portland, ore", "Portland", "US"), ("paris, p", "Paris", "FR"), ("paris, texas, usa", "Paris", "US"),
        ("london, on", "London", "CA"),
        ("perth, uk", "Perth", "GB"), ("valencia, ve", "Valencia", "VE"), ("wien, österreich", "Vienna", "AT"),
        ("paris texas", "Paris", "US"), ("georgetown guyana", "Georgetown", "GY"),
        // In Japanese and Chinese notation.
        ("パリ、フランス", "Paris", "FR"), ("维也纳，奥地利", "Vienna", "AT"), ("開羅", "Cairo", "EG"),
    ])
    func largestMatchComesFirst(text: String, name: String, country: String) throws {
        let first = try #require(try search(text).first)
        #expect(first.locality.name == name)
        #expect(first.locality.countryCode == country)
    }

    @Test func resultHasAllFields() throws {
        let city = try #require(try search("montev").first)
        #expect(
            city.locality
                == Locality(
                    name: "Montevideo", region: "Montevideo Department", country: "Uruguay", countryCode: "UY",
                    timeZone: "America/Montevideo"))
        #expect(try #require(city.population) > 1_000_000)
        #expect(city.matchedName == nil)
        #expect(city.coordinate.distance(to: .montevideo) < 10_000)
    }

    @Test func homonymsAreDistinguishable() throws {
        for name in ["springfield", "paris", "london", "san jose", "victoria", "georgetown", "santa cruz"] {
            let cities = try search(name)
            #expect(cities.count == 10)
            for (index, city) in cities.enumerated() {
                for other in cities.dropFirst(index + 1) {
                    let isFar = city.coordinate.distance(to: other.coordinate) >= 20_000
                    #expect(city.locality != other.locality || isFar, "\(city) \(other)")
                }
            }
        }
        let springfields = try search("springfield").prefix(3).map(\.locality.region)
        #expect(springfields == ["Missouri", "Massachusetts", "Illinois"])
    }

    @Test func mismatchedRegionFindsNothing() throws {
        #expect(try search("qwxyzzy").isEmpty)
        #expect(try search("paris, atlantis").isEmpty)
        #expect(try search("montevideo, japan").isEmpty)
        #expect(try search("london", limit: 3).count == 3)
        #expect(try search("london", limit: 0).isEmpty)
    }

    @Test(
        arguments: [
            ("wien", "en", "Vienna", "Wien"), ("wien", "de", "Wien", nil), ("wien", "de_AT.UTF-8", "Wien", nil),
            ("vienna", "de", "Wien", "Vienna"), ("viena", "es_UY", "Viena", nil), ("вена", "ru", "Вена", nil),
            ("вена", "C", "Vienna", "Вена"), ("wien", "xx", "Vienna", "Wien"), ("wien", "", "Vienna", "Wien"),
            ("nueva y", "es", "Nueva York", nil), ("moskau", "fr-FR", "Moscou", "Moskau"), ("oslo", "no", "Oslo", nil),
        ] as [(String, String, String, String?)])
    func languages(text: String, language: String, name: String, matched: String?) throws {
        let first = try #require(try search(text, language: language).first)
        #expect(first.locality.name == name)
        #expect(first.matchedName == matched)
    }

    @Test func regionsAreInTheLanguageToo() throws {
        #expect(try search("münchen", language: "de").first?.locality.region == "Bayern")
        #expect(try search("munich").first?.locality.region == "Bavaria")
    }

    @Test(arguments: [
        ("paris", "Paris", "FR"), ("london", "London", "GB"), ("new york", "New York City", "US"),
        ("wien", "Vienna", "AT"), ("springfield, missouri", "Springfield", "US"), ("zaragoza", "Zaragoza", "ES"),
        ("quebec", "Québec", "CA"), ("luxembourg", "Luxembourg", "LU"),
        // The country or the region without a comma.
        ("new york usa", "New York City", "US"), ("madrid spain", "Madrid", "ES"), ("paris france", "Paris", "FR"),
        ("london england", "London", "GB"), ("rome italy", "Rome", "IT"), ("tokyo japan", "Tokyo", "JP"),
        ("paris texas", "Paris", "US"), ("los angeles california", "Los Angeles", "US"),
        ("springfield missouri", "Springfield", "US"),
        // The one that is larger by far.
        ("roma", "Rome", "IT"), ("athens", "Athens", "GR"), ("portland", "Portland", "US"), ("rome", "Rome", "IT"),
        ("Washington, D.C.", "Washington", "US"), ("washington dc", "Washington", "US"),
        ("Washington D.C.", "Washington", "US"), ("London, U.K.", "London", "GB"),
    ])
    func placeResolvesToOneCity(text: String, name: String, country: String) throws {
        guard case .one(let city) = try resolve(text) else {
            Issue.record("\(text): \(try resolve(text))")
            return
        }
        #expect(city.locality.name == name && city.locality.countryCode == country)
    }

    @Test func washingtonResolvesToItsDistrict() throws {
        guard case .one(let city) = try resolve("Washington, D.C.") else {
            Issue.record("it is ambiguous")
            return
        }
        #expect(city.locality.region == "District of Columbia" || city.locality.region?.contains("D.C.") == true)
    }

    @Test(arguments: ["springfield", "san jose", "rochester"])
    func ambiguousNameResolvesToSeveral(text: String) throws {
        guard case .several(let cities) = try resolve(text) else {
            Issue.record("it is not ambiguous")
            return
        }
        #expect(cities.count > 1)
    }

    @Test(arguments: ["lon", "san fra"])
    func prefixResolvesToNearMatches(text: String) throws {
        guard case .near(let cities) = try resolve(text) else {
            Issue.record("it resolves to a city")
            return
        }
        #expect(!cities.isEmpty)
    }

    /// An incomplete name is not split.
    @Test func incompleteNameIsNotSplitAtCountry() throws {
        #expect(try search("san jo").first?.locality.name.hasPrefix("San Jo") == true)
        #expect(try search("new yo").first?.locality.name == "New York City")
    }

    /// No valid query causes a database error.
    @Test func noQueryCausesDatabaseError() throws {
        let pieces = [
            "a", "NEAR", "or", "NOT", "AND", "12", "(b)", "-", "'", "’", ".", "/", "&", ",", " ", "é", "東", "\u{200C}",
        ]
        for round in 0..<400 {
            // Seven of the pieces, different ones each time.
            let text = "xa" + (1...7).map { pieces[(round * $0 * $0 + round / $0) % pieces.count] }.joined()
            guard let query = try? SearchQuery(text) else { continue }
            #expect(throws: Never.self, "\(text)") { try gazetteer.search(query, language: "de") }
        }
    }
}
