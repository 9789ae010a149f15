import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Sentences about a day, with several spells.
@Suite struct DaySentenceTests {
    private static let morning = Summary.Spell(condition: .rainLight, from: "11:00", until: "12:00")
    private static let evening = Summary.Spell(condition: .rainLight, from: "18:00", until: "19:00")
    private static let snow = Summary.Spell(condition: .snow, until: "17:00", followsAtOnce: true)
    private static let storm = Summary.Spell(
        condition: .thunderstorm, likelihood: .possible, from: "18:00", until: nil)

    private func text(_ language: Language, _ spells: [Summary.Spell], _ omission: Summary.Omission? = nil) -> String {
        let summary = Summary(subject: .today, spells: spells, omission: omission, high: "9°", low: "2°")
        return language.words.summary(summary).replacing("\u{A0}", with: " ")
    }

    /// Of one kind, and one after the other.
    @Test(arguments: [
        (
            Language.english, "Today: light rain from 11:00 until 12:00 and from 18:00 until 19:00, 2° to 9°.",
            "Today: light rain from 11:00 until 12:00, then snow until 17:00, more at other times, 2° to 9°."
        ),
        (
            .german, "Heute: leichter Regen von 11:00 bis 12:00 Uhr und von 18:00 bis 19:00 Uhr, 2° bis 9°.",
            "Heute: leichter Regen von 11:00 bis 12:00 Uhr, dann Schneefall bis 17:00 Uhr, zu anderen Zeiten weiterer "
                + "Niederschlag, 2° bis 9°."
        ),
        (
            .spanish, "Hoy: lluvia débil de 11:00 a 12:00 y de 18:00 a 19:00, de 2° a 9°.",
            "Hoy: lluvia débil de 11:00 a 12:00, después nieve hasta las 17:00, más precipitaciones a otras horas, "
                + "de 2° a 9°."
        ),
        (
            .french, "Aujourd’hui : pluie faible de 11:00 à 12:00 et de 18:00 à 19:00, de 2° à 9°.",
            "Aujourd’hui : pluie faible de 11:00 à 12:00, puis neige jusqu’à 17:00, autres précipitations à d’autres "
                + "moments, de 2° à 9°."
        ),
        (
            .italian, "Oggi: pioggia debole dalle 11:00 alle 12:00 e dalle 18:00 alle 19:00, da 2° a 9°.",
            "Oggi: pioggia debole dalle 11:00 alle 12:00, poi neve fino alle 17:00, altre precipitazioni in altri "
                + "orari, da 2° a 9°."
        ),
        (
            .portuguese, "Hoje: chuva fraca das 11:00 às 12:00 e das 18:00 às 19:00, de 2° a 9°.",
            "Hoje: chuva fraca das 11:00 às 12:00, depois neve até as 17:00, mais precipitação em outros horários, "
                + "de 2° a 9°."
        ),
        (
            .europeanPortuguese, "Hoje: chuva fraca das 11:00 às 12:00 e das 18:00 às 19:00, de 2° a 9°.",
            "Hoje: chuva fraca das 11:00 às 12:00, depois neve até às 17:00, mais precipitação noutros horários, "
                + "de 2° a 9°."
        ),
        (
            .polish, "Dziś: słaby deszcz od 11:00 do 12:00 i od 18:00 do 19:00, od 2° do 9°.",
            "Dziś: słaby deszcz od 11:00 do 12:00, potem śnieg do 17:00, opady także o innych porach, od 2° do 9°."
        ),
        (
            .russian, "Сегодня: небольшой дождь с 11:00 до 12:00 и с 18:00 до 19:00, от 2° до 9°.",
            "Сегодня: небольшой дождь с 11:00 до 12:00, затем снег до 17:00, в другое время также осадки, от 2° до 9°."
        ),
        (
            .ukrainian, "Сьогодні: невеликий дощ з 11:00 до 12:00 та з 18:00 до 19:00, від 2° до 9°.",
            "Сьогодні: невеликий дощ з 11:00 до 12:00, потім сніг до 17:00, в інший час також опади, від 2° до 9°."
        ),
        (
            .japanese, "今日は弱い雨（11:00から12:00までと18:00から19:00まで）、2°〜9°。",
            "今日は弱い雨（11:00から12:00まで）、その後雪（17:00まで）、ほかの時間帯にも降水、2°〜9°。"
        ),
        (
            .chinese, "今天：11:00至12:00和18:00至19:00有小雨，2°～9°。",
            "今天：11:00至12:00有小雨，随后17:00前有中雪，其他时段还有降水，2°～9°。"
        ),
    ])
    func twoSpells(_ language: Language, alike: String, other: String) {
        #expect(text(language, [Self.morning, Self.evening]) == alike)
        #expect(text(language, [Self.morning, Self.snow], .expected) == other)
    }

    /// Of different kinds; all day; and nothing but doubt.
    @Test(arguments: [
        (
            Language.english,
            "Today: light rain from 11:00 until 12:00, thunderstorm possible from 18:00, more possible at other times, "
                + "2° to 9°.",
            "Today: snow all day, 2° to 9°.", "Tomorrow: overcast, probably dry, 4°."
        ),
        (
            .german,
            "Heute: leichter Regen von 11:00 bis 12:00 Uhr, Gewitter möglich ab 18:00 Uhr, zu anderen Zeiten weiterer "
                + "Niederschlag möglich, 2° bis 9°.",
            "Heute: den ganzen Tag Schneefall, 2° bis 9°.", "Morgen: bedeckt, wahrscheinlich trocken, 4°."
        ),
        (
            .spanish,
            "Hoy: lluvia débil de 11:00 a 12:00, posible tormenta desde las 18:00, posibles precipitaciones a otras "
                + "horas, de 2° a 9°.",
            "Hoy: nieve todo el día, de 2° a 9°.", "Mañana: cubierto, probablemente sin precipitaciones, 4°."
        ),
        (
            .french,
            "Aujourd’hui : pluie faible de 11:00 à 12:00, orage possible à partir de 18:00, autres précipitations "
                + "possibles à d’autres moments, de 2° à 9°.",
            "Aujourd’hui : neige toute la journée, de 2° à 9°.", "Demain : couvert, probablement sec, 4°."
        ),
        (
            .italian,
            "Oggi: pioggia debole dalle 11:00 alle 12:00, temporale possibile dalle 18:00, possibili precipitazioni in "
                + "altri orari, da 2° a 9°.",
            "Oggi: neve per tutto il giorno, da 2° a 9°.", "Domani: coperto, probabilmente asciutto, 4°."
        ),
        (
            .portuguese,
            "Hoje: chuva fraca das 11:00 às 12:00, trovoada possível a partir das 18:00, possível precipitação em outros "
                + "horários, de 2° a 9°.",
            "Hoje: neve o dia todo, de 2° a 9°.", "Amanhã: encoberto, provavelmente sem precipitação, 4°."
        ),
        (
            .europeanPortuguese,
            "Hoje: chuva fraca das 11:00 às 12:00, trovoada possível a partir das 18:00, possível precipitação noutros "
                + "horários, de 2° a 9°.",
            "Hoje: neve todo o dia, de 2° a 9°.", "Amanhã: encoberto, provavelmente sem precipitação, 4°."
        ),
        (
            .polish,
            "Dziś: słaby deszcz od 11:00 do 12:00, możliwa burza od 18:00, możliwe opady także o innych porach, "
                + "od 2° do 9°.",
            "Dziś: przez cały dzień śnieg, od 2° do 9°.",
            "Jutro: zachmurzenie całkowite, prawdopodobnie bez opadów, 4°."
        ),
        (
            .russian,
            "Сегодня: небольшой дождь с 11:00 до 12:00, возможна гроза с 18:00, в другое время также возможны осадки, "
                + "от 2° до 9°.",
            "Сегодня: весь день снег, от 2° до 9°.", "Завтра: пасмурно, вероятно, без осадков, 4°."
        ),
        (
            .ukrainian,
            "Сьогодні: невеликий дощ з 11:00 до 12:00, можлива гроза з 18:00, в інший час також можливі опади, "
                + "від 2° до 9°.",
            "Сьогодні: увесь день сніг, від 2° до 9°.", "Завтра: похмуро, імовірно, без опадів, 4°."
        ),
        (
            .japanese, "今日は弱い雨（11:00から12:00まで）、雷雨の可能性（18:00から）、ほかの時間帯にも降水の可能性、2°〜9°。",
            "今日は一日中雪、2°〜9°。", "明日は曇り、おそらく降水なし、4°。"
        ),
        (
            .chinese, "今天：11:00至12:00有小雨，18:00起可能有雷阵雨，其他时段还可能有降水，2°～9°。",
            "今天：全天有中雪，2°～9°。", "明天：阴，大概率无降水，4°。"
        ),
    ])
    func likelihoodsAndWholeDays(_ language: Language, uncertain: String, allDay: String, dry: String) {
        #expect(text(language, [Self.morning, Self.storm], .possible) == uncertain)
        #expect(text(language, [Summary.Spell(condition: .snow, isAllDay: true)]) == allDay)
        let tomorrow = Summary(subject: .tomorrow, sky: .overcast, isProbablyDry: true, high: "4°", low: "4°")
        #expect(language.words.summary(tomorrow).replacing("\u{A0}", with: " ") == dry)
    }

    /// Where the measured present is beyond the forecast, the trend has no temperature.
    @Test(arguments: Language.allCases)
    func trendWithoutTemperature(_ language: Language) {
        let words = language.words
        #expect(Set(Trend.allCases.map { words.trend($0) }).count == 3)
        #expect(Trend.allCases.allSatisfy { words.trend($0).allSatisfy { !$0.isNumber } })
        #expect(words.trend(.steady) == words.trend(.steady, to: "21°"))
    }
}
