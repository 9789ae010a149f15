import Astronomy
import Testing
import Weather

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
    func daysBehindNumbers(_ language: Language, text: String) {
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
        (Language.english, "fetched 5 days ago", "last fetched under 1 min ago"),
        (.spanish, "actualizado hace 5 días", "última actualización hace menos de 1 min"),
        (.italian, "aggiornato 5 giorni fa", "ultimo aggiornamento meno di 1 min fa"),
        (.russian, "обновлено 5 дней назад", "последнее обновление меньше минуты назад"),
        (.german, "aktualisiert vor 5 Tagen", "zuletzt aktualisiert vor weniger als 1 min"),
        (.french, "actualisé il y a 5 jours", "dernière actualisation il y a moins de 1 min"),
        (.portuguese, "atualizado há 5 dias", "última atualização há menos de 1 min"),
        (.polish, "zaktualizowano 5 dni temu", "ostatnia aktualizacja niecałą minutę temu"),
        (.ukrainian, "оновлено 5 днів тому", "останнє оновлення менше хвилини тому"),
        (.japanese, "5日前に更新", "最終更新 1分未満前"),
        (.chinese, "5天前更新", "上次更新: 不到1分钟前"),
    ])
    func howLongAgo(_ language: Language, days: String, lately: String) {
        let words = language.words
        #expect(words.fetched(ago: words.age(.days(5)), isLast: false) == days)
        #expect(words.fetched(ago: words.age(.underOneMinute), isLast: true) == lately)
    }

    @Test(arguments: [
        (Language.english, "Next new moon", "Next full moon"), (.spanish, "Próxima luna nueva", "Próxima luna llena"),
        (.italian, "Prossima luna nuova", "Prossima luna piena"),
        (.russian, "Ближайшее новолуние", "Ближайшее полнолуние"),
        (.german, "Nächster Neumond", "Nächster Vollmond"),
        (.french, "Prochaine nouvelle lune", "Prochaine pleine lune"),
        (.portuguese, "Próxima lua nova", "Próxima lua cheia"), (.polish, "Najbliższy nów", "Najbliższa pełnia"),
        (.ukrainian, "Найближчий новий місяць", "Найближчий повний місяць"), (.japanese, "次の新月", "次の満月"),
        (.chinese, "下次新月", "下次满月"),
    ])
    func moonsToCome(_ language: Language, new: String, full: String) {
        #expect(language.words.next(.newMoon) == new)
        #expect(language.words.next(.fullMoon) == full)
    }

    /// Rain tomorrow; and a day of clouds with snow, of which less is known.
    @Test(arguments: [
        (
            Language.english, "Tomorrow: light rain from 14:00 until 17:00, 12° to 18°.",
            "Today: overcast, snow until 9:00, 2°, windy."
        ),
        (
            .spanish, "Mañana: lluvia débil desde las 14:00 hasta las 17:00, de 12° a 18°.",
            "Hoy: cubierto, nieve hasta las 9:00, 2°, ventoso."
        ),
        (
            .italian, "Domani: pioggia debole dalle 14:00 fino alle 17:00, da 12° a 18°.",
            "Oggi: coperto, neve fino alle 9:00, 2°, ventoso."
        ),
        (
            .russian, "Завтра: небольшой дождь с 14:00 до 17:00, от 12° до 18°.",
            "Сегодня: пасмурно, снег до 9:00, 2°, ветрено."
        ),
        (
            .german, "Morgen: leichter Regen von 14:00 bis 17:00, 12° bis 18°.",
            "Heute: bedeckt, Schnee bis 9:00, 2°, windig."
        ),
        (
            .french, "Demain : pluie faible de 14:00 jusqu’à 17:00, de 12° à 18°.",
            "Aujourd’hui : couvert, neige jusqu’à 9:00, 2°, venteux."
        ),
        (
            .portuguese, "Amanhã: chuva fraca a partir das 14:00 até as 17:00, de 12° a 18°.",
            "Hoje: encoberto, neve até as 9:00, 2°, ventoso."
        ),
        (
            .polish, "Jutro: słaby deszcz od 14:00 do 17:00, od 12° do 18°.",
            "Dziś: zachmurzenie całkowite, śnieg do 9:00, 2°, wietrznie."
        ),
        (
            .ukrainian, "Завтра: невеликий дощ з 14:00 до 17:00, від 12° до 18°.",
            "Сьогодні: похмуро, сніг до 9:00, 2°, вітряно."
        ),
        (.japanese, "明日は14:00から17:00まで弱い雨、12°〜18°。", "今日は曇り、9:00まで雪、2°、風が強い。"),
        (.chinese, "明天14:00至17:00小雨，12°～18°。", "今天阴，至9:00雪，2°，大风。"),
    ])
    func theDayInOneSentence(_ language: Language, rainy: String, snowy: String) {
        let words = language.words
        let today = Summary(
            subject: .today, condition: .overcast, high: "2°", low: nil,
            fall: Summary.Fall(isSnow: true, from: nil, until: "9:00"), wind: words.phrase(.windy))
        #expect(words.summary(rainyTomorrow).replacing("\u{A0}", with: " ") == rainy)
        #expect(words.summary(today).replacing("\u{A0}", with: " ") == snowy)
    }

    /// What falls all day is told once, be it that the sky is called so or not.
    @Test(arguments: Language.allCases)
    func whatFallsAllDay(_ language: Language) {
        let words = language.words
        var day = Summary(subject: .today, condition: .rain, fall: Summary.Fall(isSnow: false))
        #expect(words.parts(of: day) { $0 + $1 } == [words.condition(.rain)])
        day.condition = .overcast
        #expect(words.parts(of: day) { $0 + $1 } == [words.condition(.overcast), words.falling(isSnow: false)])
        day.fall = nil
        day.low = "3°"
        day.high = "3°"
        #expect(words.parts(of: day) { $0 + $1 } == [words.condition(.overcast), "3°"])
    }
}
