import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// The compiler ensures that each language has all texts, and these tests check them.
@Suite struct VocabularyTests {
    @Test(arguments: Language.allCases)
    func vocabularyIsComplete(_ language: Language) {
        let words = language.words
        for (key, text) in words.vocabulary.flatMap(\.texts) + words.sentences + lists(words) {
            #expect(!text.isEmpty, "\(key)")
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(key): \(text)")
            #expect(!text.contains("  "), "\(key): \(text)")
            #expect(
                text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0xAD },
                "\(key): \(text)")
            #expect(
                text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars), "\(key)")
        }
    }

    @Test(arguments: Language.allCases)
    func namesAreDistinct(_ language: Language) {
        let english = Dictionary(
            uniqueKeysWithValues: Language.english.words.vocabulary.flatMap(\.texts).map { ($0.key, $0.text) })
        for (group, texts) in language.words.vocabulary {
            for (index, one) in texts.enumerated() {
                for other in texts[..<index] where one.text == other.text && english[one.key] != english[other.key] {
                    Issue.record("\(group): \(one.key) and \(other.key) are both \(one.text)")
                }
            }
        }
    }

    @Test(arguments: translations)
    func translationsDifferFromEnglish(_ language: Language) {
        let english = Language.english.words
        let pairs = zip(
            language.words.vocabulary.flatMap(\.texts) + language.words.sentences,
            english.vocabulary.flatMap(\.texts) + english.sentences)
        // Most units are the same in all languages with the Latin alphabet.
        let alike = pairs.filter { $0.text == $1.text && !$0.key.hasPrefix("unit ") }.map { $0.0.key }
        #expect(Set(alike) == Self.shared[language] ?? [])
    }

    private static let latin: Set = ["condition tornado", "kind tornado", "kind tsunami", "phrase radar"]

    /// Texts that are the same in a language and in English.
    private static let shared: [Language: Set<String>] = [
        // English and the others have "tornado" from Spanish, and "tsunami" from Japanese.
        .spanish: latin, .italian: latin.union(["heading bias"]), .portuguese: latin.union(["kind avalanche"]),
        .europeanPortuguese: latin.union(["kind avalanche"]),
        // German uses "Wind" and "offline" too; German, Italian and Polish use "Bias".
        .german: ["label wind", "label ensemble", "heading wind", "heading bias", "phrase offline"],
        // The gas has its name from Greek.
        .french: [
            "label ozone", "label observations", "label ensemble", "phrase radar", "kind tsunami", "kind avalanche",
        ],
        // Both words are Polish, the first from Latin.
        .polish: ["phrase model", "phrase radar", "kind tsunami", "heading bias"],
    ]

    @Test(arguments: Language.allCases)
    func calendarAndCompassAreComplete(_ language: Language) {
        let words = language.words
        #expect(words.compass.count == 16 && Set(words.compass).count == 16)
        #expect(words.weekdays.count == 7 && Set(words.weekdays).count == 7)
        #expect(words.shortWeekdays.count == 7 && Set(words.shortWeekdays).count == 7)
        #expect(words.months.count == 12 && Set(words.months).count == 12)
        #expect(words.shortMonths.count == 12 && Set(words.shortMonths).count == 12)
    }

    /// A heading wider than its column makes the table wider.
    @Test(arguments: Language.allCases)
    func headingsAreShort(_ language: Language) {
        for heading in Heading.allCases {
            let limit =
                switch heading {
                case .condition, .maxWind, .precipitation: 12
                case .snowDepth, .freezingLevel: 10
                default: 9
                }
            let text = language.words.heading(heading)
            #expect(text.columns <= limit, "\(heading): \(text)")
        }
    }

    /// The terms of each country's weather service.
    @Test(arguments: [
        (Language.german, Condition.mostlyClear, "gering bewölkt"), (.german, .sleet, "Schneeregen"),
        (.french, .sleet, "pluie et neige mêlées"), (.french, .rainShowers, "averses"),
        (.spanish, .sleet, "aguanieve"), (.spanish, .snowShowers, "chubascos de nieve"),
        (.italian, .sleet, "pioggia mista a neve"), (.italian, .freezingRain, "pioggia congelante"),
        (.italian, .squall, "raffiche di vento"), (.italian, .dust, "polvere in sospensione"),
        (.portuguese, .mostlyClear, "poucas nuvens"), (.europeanPortuguese, .mostlyClear, "pouco nublado"),
        (.portuguese, .haze, "névoa seca"), (.europeanPortuguese, .haze, "bruma"),
        (.polish, .rainShowers, "przelotny deszcz"),
    ])
    func conditionsUseNationalServiceTerms(_ language: Language, _ condition: Condition, name: String) {
        #expect(language.words.condition(condition) == name)
    }

    @Test(arguments: [
        (Language.german, "sonnig", "heiter"), (.french, "ensoleillé", "plutôt ensoleillé"),
        (.spanish, "soleado", "poco nuboso"), (.italian, "soleggiato", "in prevalenza soleggiato"),
        (.portuguese, "ensolarado", "sol com poucas nuvens"),
        (.europeanPortuguese, "céu limpo", "céu pouco nublado"),
        (.polish, "słonecznie", "przeważnie słonecznie"),
    ])
    func skyByDay(_ language: Language, clear: String, mostlyClear: String) {
        #expect(language.words.condition(.clear, isDay: true) == clear)
        #expect(language.words.condition(.mostlyClear, isDay: true) == mostlyClear)
    }

    /// Both have the same form.
    @Test(arguments: [
        (Language.german, "Polartag", "Polarnacht"), (.french, "jour polaire", "nuit polaire"),
        (.spanish, "día polar", "noche polar"), (.italian, "giorno polare", "notte polare"),
        (.portuguese, "dia polar", "noite polar"), (.polish, "dzień polarny", "noc polarna"),
    ])
    func daysWithoutSunriseOrSunset(_ language: Language, day: String, night: String) {
        #expect(language.words.phrase(.polarDay) == day)
        #expect(language.words.phrase(.polarNight) == night)
    }

    @Test(arguments: Language.allCases)
    func nowDiffersFromItsHeading(_ language: Language) {
        #expect(language.words.phrase(.now).capitalizedFirst != language.words.heading(.time))
    }

    /// On the narrowest common terminal.
    @Test(arguments: Language.allCases)
    func mapKeysFitALine(_ language: Language) {
        #expect(language.words.phrase(.mapKeys).columns <= 80)
    }

    @Test func languagesNameThemselves() {
        #expect(
            Language.allCases.map(\.words.name) == [
                "English", "Español", "Italiano", "Русский", "Deutsch", "Français", "Português", "Português (Portugal)",
                "Polski", "Українська", "日本語", "简体中文",
            ])
    }

    /// Only letters of its script: no Latin letter in a Cyrillic word, such as `c` for `с`.
    @Test(arguments: [Language.russian, .ukrainian])
    func noWordMixesAlphabets(_ language: Language) {
        let words = language.words
        for (key, text) in words.vocabulary.flatMap(\.texts) + words.sentences + lists(words) {
            for word in text.split(whereSeparator: { !$0.isLetter }) {
                let latin = word.unicodeScalars.filter { $0.value < 0x250 }.count
                #expect(latin == 0 || latin == word.unicodeScalars.count, "\(key): \(word)")
            }
        }
    }

    private func lists(_ words: any Words) -> [(key: String, text: String)] {
        [words.compass, words.weekdays, words.shortWeekdays, words.months, words.shortMonths].joined()
            .map { ("list", $0) }
    }
}
