import Almanac
import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Rules that only Russian, Ukrainian, Japanese and Chinese have.
@Suite struct EasternLanguageTests {
    @Test(arguments: [
        (Language.russian, Condition.tornado, "смерч"), (.ukrainian, .tornado, "смерч"),
        (.japanese, .clear, "快晴"), (.chinese, .mostlyClear, "少云"),
    ])
    func conditionsUseNationalServiceTerms(_ language: Language, _ condition: Condition, name: String) {
        #expect(language.words.condition(condition) == name)
    }

    /// In Slavic languages the adjective for the likelihood agrees in gender with the noun.
    @Test(arguments: [
        (Language.russian, Condition.rain, "возможен дождь", "вероятен дождь"),
        (.russian, .thunderstorm, "возможна гроза", "вероятна гроза"),
        (.russian, .dust, "возможна пыль", "вероятна пыль"),
        (.russian, .overcast, "возможно пасмурно", "вероятно пасмурно"),
        (.ukrainian, .rain, "можливий дощ", "імовірний дощ"),
        (.ukrainian, .thunderstorm, "можлива гроза", "імовірна гроза"),
        (.ukrainian, .dust, "можливий пил", "імовірний пил"), (.ukrainian, .clear, "можливо ясно", "імовірно ясно"),
        (.japanese, .thunderstorm, "雷雨の可能性", "雷雨の見込み"),
        (.chinese, .thunderstorm, "可能有雷阵雨", "很可能有雷阵雨"), (.chinese, .overcast, "可能阴", "很可能阴"),
    ])
    func chances(_ language: Language, _ condition: Condition, possible: String, likely: String) {
        #expect(language.words.condition(condition, .possible) == possible)
        #expect(language.words.condition(condition, .likely) == likely)
    }

    @Test(arguments: [
        (Language.russian, Label.nextHours, "Ближайшие часы"), (.ukrainian, .nextHours, "Найближчі години"),
        (.ukrainian, .civilTwilight, "Цивільні сутінки"), (.japanese, .nowcast, "直近の天気"),
        (.chinese, .solarNoon, "太阳正午"),
    ])
    func labels(_ language: Language, _ label: Label, text: String) {
        #expect(language.words.label(label) == text)
    }

    @Test func moon() {
        #expect(Language.russian.words.moonPhase(.waxingGibbous) == "растущая луна")
        let ukrainian = Language.ukrainian.words
        #expect(ukrainian.moonPhase(.newMoon) == "молодик" && ukrainian.moonPhase(.fullMoon) == "повня")
        #expect(ukrainian.moonPhase(.waxingGibbous) == "місяць росте")
        #expect(Language.japanese.words.moonPhase(.waxingGibbous) == "十三夜")
        #expect(Language.japanese.words.moonPhase(.waningGibbous) == "居待月")
        #expect(Language.chinese.words.lit("62%") == "月面照亮 62%")
    }

    /// `об 11:00`, `із середи`: prepositions that separate vowels or sibilants.
    @Test func ukrainianPrepositions() {
        let words = Language.ukrainian.words
        #expect(words.updated(at: "11:05", isLast: false) == "оновлено об 11:05")
        #expect(words.updated(at: "15:38", isLast: false) == "оновлено о 15:38")
        #expect(words.updated(ago: "5 год", at: "11:05") == "останнє оновлення 5 год тому, об 11:05")
        #expect(words.measured(at: "11:05", by: nil, distance: nil) == "виміряно об 11:05")
        #expect(words.issued(at: "11:05") == "видано об 11:05")
        #expect(words.from("середа, 18:00") == "із середи, 18:00")
        #expect(words.from("четвер, 18:00") == "із четверга, 18:00")
        #expect(words.from("неділя, 18:00") == "з неділі, 18:00")
    }

    /// The colors of the 中国气象局's warnings, and its UV levels.
    @Test func chineseLevels() {
        let words = Language.chinese.words
        let severities = [Alert.Severity.minor, .moderate, .severe, .extreme].map { words.severity($0) }
        #expect(severities == ["一般", "较重", "严重", "特别严重"])
        #expect(UVExposure.allCases.map { words.exposure($0) } == ["弱", "中等", "强", "很强", "极强"])
    }

    @Test func wind() {
        #expect(Language.japanese.words.wind(speed: "11 km/h", from: "南") == "南の風 11 km/h")
        #expect(Language.chinese.words.wind(speed: "11 km/h", from: "南") == "南风 11 km/h")
        #expect(Language.chinese.words.phrase(.windy) == "有大风")
    }

    @Test func times() {
        #expect(Language.japanese.words.valid(at: "9:00") == "9:00時点")
        #expect(Language.japanese.words.time("9:04", onDay: "月") == "月曜 9:04")
        #expect(Language.chinese.words.amount("0.4 mm", in: "15分钟") == "15分钟内 0.4 mm")
    }

    /// A colon or a comma between words is full-width.
    @Test(arguments: [Language.japanese, .chinese])
    func punctuationIsFullWidth(_ language: Language) {
        for (key, text) in language.words.vocabulary.flatMap(\.texts) + language.words.sentences {
            let characters = Array(text)
            for (previous, character) in zip(characters, characters.dropFirst()) where ":,".contains(character) {
                #expect(previous.isASCII, "\(key): \(text)")
            }
        }
    }

    @Test(arguments: [Language.japanese, .chinese])
    func cardUsesSeparatorOfLanguage(_ language: Language) throws {
        let scene = try Montevideo.scene(provider: Provider(id: "x", name: "X"))
        let card = try ShowView.lines(of: scene, as: .text, in: Style(language: language))
        #expect(!card.contains { $0.contains(", ") })
    }

    @Test(arguments: [
        (Language.japanese, Locality(name: "東京", region: "東京", country: "日本"), "東京、日本"),
        (.japanese, Locality(name: "横浜市", region: "神奈川県", country: "日本"), "横浜市、神奈川県、日本"),
        (.chinese, Locality(name: "台北", region: "台湾", country: "台湾"), "台北，台湾"),
        (.ukrainian, Locality(name: "Відень", region: "Відень", country: "Австрія"), "Відень, Австрія"),
    ])
    func placeWithRegionAndCountry(_ language: Language, locality: Locality, text: String) {
        #expect(locality.fullText(in: language.words) == text)
    }
}
