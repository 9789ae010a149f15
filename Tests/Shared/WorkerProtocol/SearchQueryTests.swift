import Scratch
import Testing
import Weather

@testable import WorkerProtocol

struct SearchQueryTests {
    @Test(
        arguments: [
            ("montev", ["montev"], []), ("  San José ", ["San", "José"], []), ("東京", ["東京"], []), ("मुम्बई", ["मुम्बई"], []),
            ("Springfield, Missouri", ["Springfield"], [["Missouri"]]), ("Paris,TX, US", ["Paris"], [["TX"], ["US"]]),
            ("Coeur d'Alene", ["Coeur", "d", "Alene"], []), ("Xi’an", ["Xi", "an"], []),
            // One letter may be a name.
            ("津", ["津"], []), (" Å ", ["Å"], []),
            ("Winston-Salem, North Carolina", ["Winston", "Salem"], [["North", "Carolina"]]),
            ("Halle (Saale)", ["Halle", "Saale"], []), ("St. Louis", ["St", "Louis"], []), ("Paris,", ["Paris"], []),
            ("Mitte, Berlin, Berlin, Germany, Europe", ["Mitte"], [["Berlin"], ["Berlin"], ["Germany"]]),
            ("Biel/Bienne", ["Biel", "Bienne"], []), ("Block 5 & 6", ["Block", "5", "6"], []),
            // Operators of the full-text search language are ordinary words here.
            ("near (a or b)", ["near", "a", "or", "b"], []), ("not and or", ["not", "and", "or"], []),
        ] as [(String, [String], [[String]])])
    func acceptedQueries(text: String, words: [String], areas: [[String]]) throws {
        let query = try SearchQuery(text)
        #expect(query.words == words)
        #expect(query.areas == areas)
    }

    @Test(
        arguments: [
            ("", .tooShort), ("a", .tooShort), ("12", .tooShort), ("1 2", .tooShort),
            ("59.9", .tooShort), ("59.91,10.75,5", .tooShort),
            (", Paris", .tooShort),
            ("...", .tooShort), (String(repeating: "a", count: 500), .tooLong),
            ("a" + String(repeating: "\u{301}", count: 500), .tooLong),
            (#""paris""#, .character("\"")), ("par*", .character("*")), ("NEAR(", .character("(")),
            ("paris)", .character(")")), (")paris(", .character(")")), ("paris -- x", .character("--")),
            ("paris; drop", .character(";")), ("name:paris", .character(":")), ("^paris", .character("^")),
            ("paris\nlyon", .character("\n")), ("par\tis", .character("\t")), ("par\0is", .character("\0")),
            ("par_is", .character("_")), ("par$is", .character("$")), ("paris + lyon", .character("+")),
            ("{paris}", .character("{")), ("paris\u{202E}", .character("\u{202E}")), ("🌧 paris", .character("🌧")),
        ] as [(String, SearchQuery.Invalid)])
    func rejectedQueries(text: String, reason: SearchQuery.Invalid) {
        #expect(throws: reason) { try SearchQuery(text) }
    }

    @Test(
        arguments: [
            // A single city; one that is far larger than its namesakes; several of similar size; an incomplete name.
            ("lond", [("London", nil, 9_000_000)], 0),
            ("Paris", [("Paris", nil, 25_000), ("Paris", nil, 2_100_000)], 1),
            ("springfield", [("Springfield", nil, 170_000), ("Springfield", nil, 150_000)], nil),
            ("lon", [("London", nil, 9_000_000), ("Longyan", nil, 1_000_000)], nil), ("nowhere", [], nil),
            ("sao paulo", [("São Paulo", nil, 12_000_000), ("São Paulo de Olivença", nil, 14_000)], 0),
            ("wien", [("Vienna", "Wien", 1_700_000), ("Wiener Neustadt", nil, 45_000)], 0),
            ("xi an", [("Xi’an", nil, 9_600_000), ("Xiangyang", nil, 1_000_000)], 0),
            ("zaragoza", [("Tijuana", "Zaragoza", 1_900_000), ("Zaragoza", nil, 670_000)], 1),
            ("wien", [("Wien", nil, 800), ("Vienna", "Wien", 1_700_000)], 1),
            ("moskva", [("Moskva", nil, 0), ("Moskva", nil, 0)], nil),
            // Five times as large is decisive; less is not.
            ("athens", [("Athens", nil, 664_046), ("Athens", nil, 127_315)], 0),
            ("cambridge", [("Cambridge", nil, 145_000), ("Cambridge", nil, 118_000)], nil),
            ("90210", [("Beverly Hills", "90210", 34_000)], 0),
            ("10115", [("Berlin", "10115", 3_400_000), ("New York", "10115", 8_800_000)], nil),
        ] as [(String, [(String, String?, Int)], Int?)])
    func bestMatchIsResolved(text: String, found: [(name: String, matched: String?, population: Int)], index: Int?)
        throws
    {
        let cities = found.enumerated().map { index, found in
            var city = City(coordinate: .montevideo, locality: Locality(name: found.name))
            city.locality.region = "\(index)"
            city.population = found.population == 0 ? nil : found.population
            city.matchedName = found.matched
            return city
        }
        let resolution = CityResolution(of: cities, for: try SearchQuery(text))
        let one: City? = if case .one(let city) = resolution { city } else { nil }
        #expect(one == index.map { cities[$0] })
    }

    /// A translation ranks before a former name.
    @Test(arguments: [(City.NameKind.translated, 0), (.own, 0), (.other, nil)] as [(City.NameKind, Int?)])
    func bestMatchIsResolvedForTranslatedNames(kind: City.NameKind, index: Int?) throws {
        var rome = City(
            coordinate: .montevideo, locality: Locality(name: "Rome"), population: 2_318_895, matchedName: "Roma")
        rome.matchedKind = kind
        let cities = [rome, City(coordinate: .oslo, locality: Locality(name: "Roma"), population: 14_259)]
        let resolution = CityResolution(of: cities, for: try SearchQuery("roma"))
        #expect(resolution == (index.map { .one(cities[$0]) } ?? .several(cities)))
    }

    @Test(
        arguments: [
            ("90210", true), ("10115", true), ("SW1A 1AA", true), ("K1A 0B1", true), ("00-950", true),
            ("10115, Germany", true), ("Block 5 & 6", false), ("paris", false),
            ("Mitte 10115 Berlin", false),
        ])
    func postalCodeDetection(text: String, isOne: Bool) throws {
        #expect(try SearchQuery(text).isPostalCode == isOne)
    }

    @Test func dottedAbbreviationIsOneCode() throws {
        #expect(try SearchQuery("Washington, D.C.").areas == [["DC"]])
        #expect(try SearchQuery("Washington D C").takingArea(ofLast: 2)?.areas == [["DC"]])
    }
}
