import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The table of English names, and other ways to write names.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence), .timeLimit(.minutes(20)))
struct EnglishNameTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func resolve(_ text: String, _ language: String = "en") throws -> CityResolution {
        try gazetteer.resolve(try SearchQuery(text), language: language)
    }

    @Test(arguments: [
        ("Cologne", "Köln", "DE"), ("Seville", "Sevilla", "ES"), ("Ghent", "Gent", "BE"), ("Lucerne", "Luzern", "CH"),
        ("Hanover", "Hannover", "DE"), ("Bruges", "Brugge", "BE"), ("Rhodes", "Ródos", "GR"), ("Mecca", "Makkah", "SA"),
        ("Medina", "Madinah", "SA"), ("Ypres", "Ieper", "BE"), ("Heraklion", "Irákleion", "GR"),
        ("Damietta", "Damietta", "EG"),
    ])
    func englishNameIsFoundAndShown(english: String, own: String, country: String) throws {
        for text in [english, own] {
            let city = try #require(try resolve(text).only, "\(text): \(String(describing: try? resolve(text)))")
            #expect(city.locality.name == english && city.locality.countryCode == country)
        }
        let position = try #require(try resolve(english).only).coordinate
        #expect(try gazetteer.locality(at: position, language: "en_GB").name == english)
        #expect(
            try gazetteer.locality(at: position, language: "sv_SE", keeping: ["en"]).translated(to: "en").name
                == english)
    }

    /// Every row of the table is shown, and found under the English name.
    @Test func wholeTableIsFound() throws {
        let rows = try GazetteerTables.english()
        #expect(rows.count >= 400 && rows.allSatisfy { $0.name != $0.own })
        let missing = try rows.map(\.name).filter { name in
            try !gazetteer.search(SearchQuery(name), language: "en").contains { $0.locality.name == name }
        }
        #expect(missing.isEmpty)
    }

    /// The place's own name stays that of the languages without another.
    @Test func otherLanguagesKeepTheOwnName() throws {
        #expect(try resolve("Köln", "de").only?.locality.name == "Köln")
        #expect(try resolve("Köln", "sv").only?.locality.name == "Köln")
        #expect(try resolve("Cologne", "fr").only?.locality.name == "Cologne")
    }

    @Test(arguments: [
        ("St Petersburg, Russia", "RU"), ("St. Gallen", "CH"), ("Saint Gallen", "CH"), ("Sankt Gallen", "CH"),
        ("St Etienne", "FR"),
        ("St Niklaas", "BE"), ("Ste-Foy-lès-Lyon", "FR"), ("S. Paulo", "BR"), ("St Pölten", "AT"),
        ("Saint Pölten", "AT"),
        ("Saint Louis, Missouri", "US"), ("Sankt Moritz", "CH"), ("Sta. Cruz de Tenerife", "ES"),
        ("Sto Domingo, DO", "DO"),
        ("Ft Worth", "US"),
    ])
    func saintIsFoundInEveryForm(text: String, country: String) throws {
        #expect(try resolve(text).only?.locality.countryCode == country, "\(String(describing: try? resolve(text)))")
    }

    @Test(arguments: [("堺", "JP", "Sakai"), ("津", "JP", "Tsu"), ("柏", "JP", "Kashiwa")])
    func oneLetterIsAName(text: String, country: String, name: String) throws {
        #expect(try gazetteer.search(SearchQuery(text), language: "en").first?.locality.name == name)
        #expect(
            try resolve(text, "ja").only?.locality.countryCode == country,
            "\(String(describing: try? resolve(text, "ja")))")
        #expect(try resolve("鎌倉", "ja").only?.locality.countryCode == "JP")
    }

    @Test(arguments: [
        ("Muinch", "Munich"), ("New Yrok", "New York City"), ("Colgone", "Cologne"),
        ("Londno", "London"),
        ("Sevlile", "Seville"), ("Amsterdma", "Amsterdam"), ("Prauge", "Prague"), ("Bruseels", "Brussels"),
        ("San Francsico", "San Francisco"),
    ])
    func transposedAndDroppedLettersAreCorrected(text: String, name: String) throws {
        let query = try SearchQuery(text)
        let city = try #require(try gazetteer.resolveCorrecting(query, language: "en").only)
        #expect(city.locality.name == name && city.correction != nil)
    }

    /// A word that only begins an obscure name is rather misspelled; the beginning of a well-known one is not.
    @Test func beginningOfAnObscureNameIsCorrected() throws {
        #expect(try gazetteer.correction(of: SearchQuery("Barcelno"), language: "en")?.text == "Barcelona")
        #expect(try gazetteer.search(SearchQuery("Muinch"), language: "en").first?.correction == "Munich")
        #expect(try gazetteer.search(SearchQuery("Barcel"), language: "en").first?.correction == nil)
        #expect(try gazetteer.search(SearchQuery("münch"), language: "en").first?.correction == nil)
    }
}
