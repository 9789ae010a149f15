import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The names of a locality in other languages.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct GazetteerLanguageTests {
    private static let storedLanguages: Set<String> = ["en", "de", "ja", "fr", "pt", "zh"]
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func found(_ text: String, language: String = "en") throws -> Locality {
        guard
            case .one(let city) = try gazetteer.resolve(
                try SearchQuery(text), language: language, keeping: Self.storedLanguages)
        else {
            Issue.record("\(text) does not match one city")
            throw CancellationError()
        }
        return city.locality
    }

    @Test(arguments: [
        ("kyiv", "de", "Kyjiw", "Ukraine"), ("tokyo", "ja", "東京", "日本"), ("tokyo", "de", "Tokio", "Japan"),
        ("munich", "de_AT.UTF-8", "München", "Deutschland"), ("munich", "fr-FR", "Munich", "Allemagne"),
        ("münchen", "en", "Munich", "Germany"), ("munich", "zh_TW", "慕尼黑", "德國"), ("munich", "ja", "ミュンヘン", "ドイツ"),
        ("munich", "C", "Munich", "Germany"),
    ])
    func placeIsTranslated(text: String, locale: String, name: String, country: String) throws {
        for language in ["en", "de", "pt_BR", "nl"] {
            let locality = try found(text, language: language).translated(to: locale)
            #expect(locality.name == name && locality.country == country, "stored in \(language)")
        }
    }

    @Test func regionsAreTranslatedToo() throws {
        #expect(try found("munich").translated(to: "de").region == "Bayern")
        #expect(try found("münchen", language: "de").translated(to: "en").region == "Bavaria")
    }

    /// From GeoNames' languages, the cities of CLDR's time zones, and names that exist in only one language.
    @Test(arguments: [
        ("vienna", "ja", "ウィーン"), ("vienna", "uk", "Відень"), ("vienna", "zh", "维也纳"), ("vienna", "zh_TW", "維也納"),
        ("geneva", "uk", "Женева"), ("geneva", "zh", "日内瓦"), ("cairo", "zh", "开罗"), ("cairo", "ja", "カイロ"),
        ("lisbon", "ja", "リスボン"), ("lisbon", "uk", "Лісабон"), ("montevideo", "zh", "蒙得维的亚"), ("xi an", "uk", "Сіань"),
        ("bakhmut", "uk", "Бахмут"), ("kazan, russia", "uk", "Казань"), ("suzhou, jiangsu", "ja", "蘇州市"),
        ("hiroshima", "zh", "广岛"), ("seoul", "ja", "ソウル"),
    ])
    func worldCitiesHaveLocalizedNames(text: String, language: String, name: String) throws {
        #expect(try found(text, language: language).name == name)
    }

    @Test(arguments: [
        ("charleston, west virginia", "zh", "西弗吉尼亚州"), ("sydney", "ja", "ニューサウスウェールズ州"),
        ("sydney", "uk", "Новий Південний Уельс"), ("guangzhou", "ru", "Гуандун"), ("sapporo", "zh", "北海道"),
        ("cologne", "ja", "ノルトライン＝ヴェストファーレン州"),
    ])
    func regionsHaveLocalizedNames(text: String, language: String, region: String) throws {
        #expect(try found(text, language: language).region == region)
    }

    /// Not "Wien, Vienna" or "Київ, Місто Київ".
    @Test(arguments: [
        ("vienna", "de"), ("vienna", "ja"), ("oslo", "zh"), ("kyiv", "uk"), ("prague", "it"), ("tokyo", "ja"),
        ("montevideo", "ru"), ("geneva", "ja"),
    ])
    func regionNamedAfterCityIsTranslatedLikeIt(text: String, language: String) throws {
        let locality = try found(text, language: language)
        #expect(locality.region == locality.name)
        let localized = locality.translated(to: language)
        #expect(localized.region == localized.name)
    }

    /// Its name only starts with the city's.
    @Test(arguments: ["jammu", "arica", "dadra"])
    func regionWithLongerNameKeepsIt(text: String) throws {
        let locality = try found(text, language: "de")
        #expect(locality.region != nil && locality.region != locality.name)
    }

    /// All Chinese names are in simplified characters.
    @Test(arguments: ["springfield", "charleston", "georgetown", "santa cruz", "valencia"])
    func chineseNamesAreSimplified(text: String) throws {
        for city in try gazetteer.search(try SearchQuery(text), language: "zh") {
            let names = [city.locality.name, city.locality.region, city.locality.country].compactMap(\.self)
            #expect(!names.joined().contains { "維亞爾蘭羅國聖島東區達薩馬倫頓紐約華".contains($0) }, "\(names)")
        }
    }

    @Test(arguments: ["zh", "en", "ja"])
    func largerCityRanksFirstInLocalScript(language: String) throws {
        let cities = try gazetteer.search(try SearchQuery("维也纳"), language: language)
        #expect(cities.first?.locality.countryCode == "AT")
    }

    /// The user's own language is used even if weatherd is not translated into it.
    @Test func configuredLanguageIsUsed() throws {
        let locality = try found("vienna", language: "nl_NL")
        #expect(locality.name == "Wenen" && locality.translated(to: "nl").name == "Wenen")
        #expect(locality.translated(to: "de").name == "Wien")
        #expect(locality.translations?.names["ru"] == nil, "no other languages are stored")
    }

    @Test func positionHasNamesOfItsSettlement() throws {
        let position = try #require(Coordinate(latitude: 48.15, longitude: 11.55))
        let locality = try gazetteer.locality(at: position, language: "en", keeping: Self.storedLanguages)
        #expect(locality.name == "Munich" && locality.language == "en")
        #expect(locality.translated(to: "de").name == "München")
    }

    @Test func settlementIsFoundByItsCenter() throws {
        guard
            case .one(let city) = try gazetteer.resolve(
                try SearchQuery("munich"), language: "en", keeping: Self.storedLanguages)
        else {
            Issue.record("Munich is missing")
            return
        }
        let settlement = try gazetteer.settlement(at: city.coordinate, language: "de", keeping: Self.storedLanguages)
        #expect(settlement?.name == "München" && settlement?.language == "de")
        let beside = try #require(
            Coordinate(latitude: city.coordinate.latitude, longitude: city.coordinate.longitude + 0.01))
        #expect(try gazetteer.settlement(at: beside, language: "de", keeping: Self.storedLanguages) == nil)
    }
}
