import Almanac
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct GrammarTests {
    private static let counts = [1, 2, 5, 11, 12, 21, 22, 25, 101, 104, 111, 112]

    @Test(arguments: [
        (
            Language.russian,
            "1 день, 2 дня, 5 дней, 11 дней, 12 дней, 21 день, 22 дня, 25 дней, 101 день, 104 дня, 111 дней, 112 дней"
        ),
        (
            .ukrainian,
            "1 день, 2 дні, 5 днів, 11 днів, 12 днів, 21 день, 22 дні, 25 днів, 101 день, 104 дні, 111 днів, 112 днів"
        ),
        (
            .polish,
            "1 dzień, 2 dni, 5 dni, 11 dni, 12 dni, 21 dni, 22 dni, 25 dni, 101 dni, 104 dni, 111 dni, 112 dni"
        ),
    ])
    func daysAfterNumbers(_ language: Language, text: String) {
        #expect(Self.counts.map { language.words.age(.days($0)) }.joined(separator: ", ") == text)
    }

    @Test func pluralForms() {
        #expect(
            Self.counts.map { PluralForm(polish: $0) } == [
                .one, .few, .many, .many, .many, .many, .few, .many, .many, .few, .many, .many,
            ])
        #expect(
            Self.counts.map { PluralForm(eastSlavic: $0) } == [
                .one, .few, .many, .many, .many, .one, .few, .many, .one, .few, .many, .many,
            ])
    }

    @Test(arguments: [
        (Language.english, "updated 5 days ago", "last updated under 1 min ago"),
        (.spanish, "actualizado hace 5 días", "última actualización hace menos de 1 min"),
        (.italian, "aggiornato 5 giorni fa", "ultimo aggiornamento meno di 1 min fa"),
        (.russian, "обновлено 5 дней назад", "последнее обновление меньше минуты назад"),
        (.german, "aktualisiert vor 5 Tagen", "zuletzt aktualisiert vor weniger als 1 min"),
        (.french, "actualisé il y a 5 jours", "dernière actualisation il y a moins de 1 min"),
        (.portuguese, "atualizado há 5 dias", "última atualização há menos de 1 min"),
        (.polish, "zaktualizowano 5 dni temu", "ostatnia aktualizacja niecałą minutę temu"),
        (.ukrainian, "оновлено 5 днів тому", "останнє оновлення менше хвилини тому"),
        (.japanese, "5日前に更新", "最終更新 1分以内"),
        (.chinese, "5天前更新", "上次更新：不到1分钟前"),
    ])
    func howLongAgo(_ language: Language, days: String, lately: String) {
        let words = language.words
        #expect(words.updated(ago: words.age(.days(5)), isLast: false) == days)
        #expect(words.updated(ago: words.age(.underOneMinute), isLast: true) == lately)
    }

    /// The line is read alone: a participle says what happened, a noun without a verb would not; with "last" there is one.
    @Test(arguments: [Language.spanish, .italian, .french, .portuguese, .europeanPortuguese])
    func updateTextUsesAParticiple(_ language: Language) throws {
        let words = language.words
        let participle = try #require(words.updated(at: "15:38", isLast: false).split(separator: " ").first)
        #expect(!words.updated(at: "15:38", isLast: true).contains(participle))
        #expect(words.updated(ago: "3 min", isLast: false).hasPrefix("\(participle) "))
        #expect(words.phrase(.updatedJustNow).contains(participle))
    }

    /// The word for a warning is feminine in one of these languages.
    @Test(arguments: [
        (Language.spanish, "emitido a las 12:10"), (.italian, "emessa alle 12:10"), (.french, "émis à 12:10"),
        (.portuguese, "emitido às 12:10"),
    ])
    func issueTextAgreesWithWarning(_ language: Language, text: String) {
        #expect(language.words.issued(at: "12:10") == text)
    }

    @Test(arguments: [
        (Language.english, "Next new moon", "Next full moon"), (.spanish, "Próxima luna nueva", "Próxima luna llena"),
        (.italian, "Prossima luna nuova", "Prossima luna piena"),
        (.russian, "Ближайшее новолуние", "Ближайшее полнолуние"),
        (.german, "Nächster Neumond", "Nächster Vollmond"),
        (.french, "Prochaine nouvelle lune", "Prochaine pleine lune"),
        (.portuguese, "Próxima lua nova", "Próxima lua cheia"), (.polish, "Najbliższy nów", "Najbliższa pełnia"),
        (.ukrainian, "Найближчий молодик", "Найближча повня"), (.japanese, "次の新月", "次の満月"),
        (.chinese, "下次新月", "下次满月"),
    ])
    func moonsToCome(_ language: Language, new: String, full: String) {
        #expect(language.words.next(.newMoon) == new)
        #expect(language.words.next(.fullMoon) == full)
    }

    /// Rain tomorrow; and a day with snow until the morning and one temperature.
    @Test(arguments: [
        (
            Language.english, "Tomorrow: light rain from 14:00 until 17:00, 12° to 18°.",
            "Today: snow until 9:00, 2°, windy."
        ),
        (
            .spanish, "Mañana: lluvia débil de 14:00 a 17:00, de 12° a 18°.",
            "Hoy: nieve hasta las 9:00, 2°, ventoso."
        ),
        (
            .italian, "Domani: pioggia debole dalle 14:00 alle 17:00, da 12° a 18°.",
            "Oggi: neve fino alle 9:00, 2°, ventoso."
        ),
        (
            .russian, "Завтра: небольшой дождь с 14:00 до 17:00, от 12° до 18°.",
            "Сегодня: снег до 9:00, 2°, ветрено."
        ),
        (
            .german, "Morgen: leichter Regen von 14:00 bis 17:00 Uhr, 12° bis 18°.",
            "Heute: Schneefall bis 9:00 Uhr, 2°, windig."
        ),
        (
            .french, "Demain : pluie faible de 14:00 à 17:00, de 12° à 18°.",
            "Aujourd’hui : neige jusqu’à 9:00, 2°, venteux."
        ),
        (
            .portuguese, "Amanhã: chuva fraca das 14:00 às 17:00, de 12° a 18°.",
            "Hoje: neve até as 9:00, 2°, ventoso."
        ),
        (
            .europeanPortuguese, "Amanhã: chuva fraca das 14:00 às 17:00, de 12° a 18°.",
            "Hoje: neve até às 9:00, 2°, ventoso."
        ),
        (
            .polish, "Jutro: słaby deszcz od 14:00 do 17:00, od 12° do 18°.",
            "Dziś: śnieg do 9:00, 2°, wietrznie."
        ),
        (
            .ukrainian, "Завтра: невеликий дощ з 14:00 до 17:00, від 12° до 18°.",
            "Сьогодні: сніг до 9:00, 2°, вітряно."
        ),
        (.japanese, "明日は弱い雨（14:00から17:00まで）、12°〜18°。", "今日は雪（9:00まで）、2°、風が強い。"),
        (.chinese, "明天：14:00至17:00有小雨，12°～18°。", "今天：9:00前有中雪，2°，有大风。"),
    ])
    func daySummary(_ language: Language, rainy: String, snowy: String) {
        let words = language.words
        let today = Summary(
            subject: .today, spells: [Summary.Spell(condition: .snow, until: "9:00")], high: "2°",
            wind: words.phrase(.windy))
        #expect(words.summary(rainyTomorrow).replacing("\u{A0}", with: " ") == rainy)
        #expect(words.summary(today).replacing("\u{A0}", with: " ") == snowy)
    }

    @Test(arguments: [
        (Language.german, Condition.snow, Likelihood.likely, "Schneefall wahrscheinlich"),
        (.french, .thunderstorm, .possible, "orage possible"), (.french, .rainShowers, .likely, "averses probables"),
        (.spanish, .rainShowers, .possible, "posibles chubascos"), (.spanish, .snow, .likely, "probable nieve"),
        (.italian, .squall, .possible, "raffiche di vento possibili"),
        (.portuguese, .thunderstorm, .possible, "trovoada possível"),
        (.europeanPortuguese, .rainShowers, .likely, "aguaceiros prováveis"),
        (.polish, .rain, .possible, "możliwy deszcz"), (.polish, .thunderstorm, .possible, "możliwa burza"),
        (.polish, .overcast, .likely, "prawdopodobne zachmurzenie całkowite"),
    ])
    func likelihoodAgreesWithItsNoun(
        _ language: Language, _ condition: Condition, _ likelihood: Likelihood, text: String
    ) {
        #expect(language.words.condition(condition, likelihood) == text)
    }

    @Test(arguments: [
        (Language.german, "Schnee in 20 min", "Regen hält an", "trocken ab 16:40 Uhr"),
        (.french, "neige dans 20 min", "la pluie continue", "temps sec à partir de 16:40"),
        (.spanish, "nieve dentro de 20 min", "sigue lloviendo", "sin precipitaciones a partir de las 16:40"),
        (.italian, "neve tra 20 min", "continua a piovere", "asciutto dalle 16:40"),
        (.portuguese, "neve em 20 min", "continua chovendo", "tempo seco a partir das 16:40"),
        (.europeanPortuguese, "neve dentro de 20 min", "continua a chover", "tempo seco a partir das 16:40"),
        (.polish, "śnieg za 20 min", "nadal pada deszcz", "bez opadów od 16:40"),
    ])
    func nowcastText(_ language: Language, snow: String, rain: String, dry: String) {
        #expect(language.words.begins(isSnow: true, minutes: 20) == snow)
        #expect(language.words.continues(isSnow: false) == rain)
        #expect(language.words.dry(from: "16:40") == dry)
    }

    /// A comparison does not call two days equally warm: it may freeze on both.
    @Test(arguments: [
        (
            Language.german, "3° wärmer als heute", "gleiche Temperatur wie heute", "1 min kürzer als gestern"
        ),
        (.french, "3° de plus qu’aujourd’hui", "même température qu’aujourd’hui", "1 min de moins qu’hier"),
        (.spanish, "3° más que hoy", "la misma temperatura que hoy", "1 min menos que ayer"),
        (.italian, "3° in più di oggi", "stessa temperatura di oggi", "1 min in meno di ieri"),
        (.portuguese, "3° a mais que hoje", "a mesma temperatura de hoje", "1 min a menos que ontem"),
        (.europeanPortuguese, "mais 3° do que hoje", "a mesma temperatura de hoje", "menos 1 min do que ontem"),
        (.polish, "o 3° cieplej niż dziś", "taka sama temperatura jak dziś", "o 1 min krócej niż wczoraj"),
    ])
    func comparedWithAnotherDay(_ language: Language, warmer: String, same: String, shorter: String) {
        #expect(language.words.tomorrow("3°", isWarmer: true) == warmer)
        #expect(language.words.tomorrow(nil, isWarmer: true) == same)
        #expect(language.words.dayLength("1 min", isLonger: false) == shorter)
    }

    /// The remaining daylight may begin after sunrise, so it is not the time until sunset.
    @Test func lightInPolish() {
        let words = Language.polish.words
        #expect(words.daylightLeft("2 godz.") == "jeszcze 2 godz. światła dziennego")
        #expect(
            words.upSince("wtorek, 17 listopada") == "dziś brak, Słońce nad horyzontem od wtorku 17 listopada")
    }

    /// In the afternoon the sentence is about the rest of the day.
    @Test(arguments: [
        (Language.english, "Rest of today: overcast."), (.spanish, "Resto del día: cubierto."),
        (.italian, "Resto della giornata: coperto."), (.russian, "До конца дня: пасмурно."),
        (.german, "Heute noch: bedeckt."), (.french, "Reste de la journée : couvert."),
        (.portuguese, "Resto do dia: encoberto."), (.polish, "Do końca dnia: zachmurzenie całkowite."),
        (.ukrainian, "До кінця дня: похмуро."), (.japanese, "今日はこれから曇り。"), (.chinese, "今天余下时间：阴。"),
    ])
    func restOfTheDay(_ language: Language, sentence: String) {
        let summary = Summary(subject: .restOfToday, sky: .overcast)
        #expect(language.words.summary(summary).replacing("\u{A0}", with: " ") == sentence)
    }
}
