import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Dates and times in each language's CLDR format, unless a comment states otherwise.
@Suite struct DateAndTimeTests {
    private func clock(_ language: Language, _ clock: ClockFormat = .hours24, _ order: DateOrder? = nil) -> PlaceClock {
        var style = Style(language: language)
        style.speak(language, locale: language.rawValue)
        style.clock = clock
        if let order { style.dateOrder = order }
        return PlaceClock(zoneName: "America/Montevideo", in: style)
    }

    @Test(arguments: [
        (Language.english, "Saturday 21 November 2026", "Sat 21 Nov"),
        (.spanish, "sábado, 21 de noviembre de 2026", "sáb 21 nov"),
        (.italian, "sabato 21 novembre 2026", "sab 21 nov"),
        (.russian, "суббота, 21 ноября 2026 г.", "сб 21 нояб."),
        (.german, "Samstag, 21. November 2026", "Sa 21. Nov."),
        (.french, "samedi 21 novembre 2026", "sam. 21 nov."),
        (.portuguese, "sábado, 21 de novembro de 2026", "sáb. 21 nov."),
        (.polish, "sobota, 21 listopada 2026", "sob. 21 lis"),
        (.ukrainian, "субота, 21 листопада 2026 р.", "сб 21 лист."),
        (.japanese, "2026年11月21日 土曜日", "11月21日(土)"),
        (.chinese, "2026年11月21日 星期六", "11月21日 周六"),
    ])
    func dates(_ language: Language, long: String, short: String) throws {
        let clock = clock(language)
        let moment = try moment("2026-11-21T15:42:00-03:00")
        #expect(clock.longDate(moment) == long)
        #expect(clock.shortDate(clock.date(moment)) == short)
    }

    @Test(arguments: [
        (Language.english, "3:05 PM", "12:30 AM"), (.spanish, "3:05 p. m.", "12:30 a. m."),
        (.italian, "3:05 PM", "12:30 AM"),
        (.ukrainian, "3:05 пп", "12:30 дп"), (.japanese, "午後3:05", "午前0:30"), (.chinese, "下午3:05", "午夜12:30"),
    ])
    func twelveHours(_ language: Language, afternoon: String, night: String) throws {
        let clock = clock(language, .hours12)
        func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
        #expect(plain(clock.time(try moment("2026-11-21T15:05:00-03:00"))) == afternoon)
        #expect(plain(clock.time(try moment("2026-11-21T00:30:00-03:00"))) == night)
    }

    @Test(arguments: Language.allCases)
    func twentyFourHours(_ language: Language) throws {
        #expect(clock(language).time(try moment("2026-11-21T03:05:00-03:00")) == "03:05")
    }

    /// The day of the month is next to its month, and the year is present, in any order.
    @Test(arguments: Language.allCases, DateOrder.allCases)
    func everyOrderIsADate(_ language: Language, _ order: DateOrder) throws {
        let clock = clock(language, .hours24, order)
        let text = clock.longDate(try moment("2026-05-05T15:42:00-03:00"))
        let words = language.words
        #expect(text.contains("2026") && text.contains(words.weekdays[2]) && text.contains(words.months[4]))
        #expect(clock.shortDate(tuesday).contains(words.shortWeekdays[2]))
    }

    @Test func configuredDateOrderIsUsed() throws {
        let moment = try moment("2026-11-21T15:42:00-03:00")
        #expect(clock(.english, .hours24, .monthDayYear).longDate(moment) == "Saturday, November 21, 2026")
        #expect(clock(.english, .hours24, .yearMonthDay).longDate(moment) == "Saturday 2026 November 21")
        #expect(clock(.spanish, .hours24, .monthDayYear).longDate(moment) == "sábado, noviembre 21 de 2026")
        // In these languages the month of a date is a genitive that follows the day.
        #expect(clock(.russian, .hours24, .monthDayYear).longDate(moment) == "суббота, 21 ноября 2026 г.")
        #expect(clock(.polish, .hours24, .yearMonthDay).longDate(moment) == "sobota, 2026, 21 listopada")
    }

    /// The same two times, on another day, within a sentence and alone.
    @Test(arguments: [
        (Language.english, "updated at 15:42 on Friday 20 November", "until Sunday 18:00", "from Tuesday 18:00"),
        (
            .spanish, "actualizado a las 15:42 del viernes 20 de noviembre", "hasta el domingo a las 18:00",
            "desde el martes a las 18:00"
        ),
        (
            .italian, "aggiornato alle 15:42 di venerdì 20 novembre", "fino alle 18:00 di domenica",
            "dalle 18:00 di martedì"
        ),
        (.russian, "обновлено в 15:42 в пятницу, 20 ноября", "до воскресенья, 18:00", "со вторника, 18:00"),
        (
            .german, "aktualisiert um 15:42 Uhr am Freitag, 20. November", "bis Sonntag, 18:00 Uhr",
            "ab Dienstag, 18:00 Uhr"
        ),
        (
            .french, "actualisé à 15:42 le vendredi 20 novembre", "jusqu’à dimanche à 18:00",
            "à partir de mardi à 18:00"
        ),
        (
            .portuguese, "atualizado às 15:42 de sexta-feira, 20 de novembro", "até as 18:00 de domingo",
            "a partir das 18:00 de terça-feira"
        ),
        (.polish, "zaktualizowano o 15:42 w piątek, 20 listopada", "do niedzieli godz. 18:00", "od wtorku godz. 18:00"),
        (.ukrainian, "оновлено о 15:42 у п’ятницю, 20 листопада", "до неділі, 18:00", "з вівторка, 18:00"),
        (.japanese, "11月20日 金曜日 15:42に更新", "日曜日 18:00まで", "火曜日 18:00から"),
        (.chinese, "11月20日 星期五 15:42更新", "至星期日 18:00", "星期二 18:00起"),
    ])
    func timesOfOtherDays(_ language: Language, fetched: String, until: String, from: String) throws {
        let (clock, words) = (clock(language), language.words)
        let now = try moment("2026-11-21T15:42:00-03:00")
        let yesterday = clock.time(try moment("2026-11-20T15:42:00-03:00"), seenAt: now)
        #expect(words.updated(at: yesterday, isLast: false) == fetched)
        #expect(words.until(clock.timeAndDay(try moment("2026-11-22T18:00:00-03:00"), seenAt: now)) == until)
        #expect(words.from(clock.timeAndDay(try moment("2026-11-24T18:00:00-03:00"), seenAt: now)) == from)
    }

    @Test(arguments: [
        (Language.english, "from 20:00 until Sunday 18:00"), (.spanish, "desde las 20:00 hasta el domingo a las 18:00"),
        (.italian, "dalle 20:00 alle 18:00 di domenica"), (.russian, "с 20:00 до воскресенья, 18:00"),
        (.german, "von 20:00 Uhr bis Sonntag, 18:00 Uhr"), (.french, "de 20:00 jusqu’à dimanche à 18:00"),
        (.portuguese, "das 20:00 até as 18:00 de domingo"), (.polish, "od 20:00 do niedzieli godz. 18:00"),
        (.ukrainian, "з 20:00 до неділі, 18:00"), (.japanese, "20:00から日曜日 18:00まで"), (.chinese, "20:00至星期日 18:00"),
    ])
    func periods(_ language: Language, text: String) throws {
        let (clock, words) = (clock(language), language.words)
        let now = try moment("2026-11-21T15:42:00-03:00")
        let end = clock.timeAndDay(try moment("2026-11-22T18:00:00-03:00"), seenAt: now)
        #expect(words.period(from: "20:00", until: end) == text)
        #expect(words.period(from: "20:00", until: nil) == words.from("20:00"))
        #expect(words.period(from: nil, until: end) == words.until(end))
        #expect(words.period(from: nil, until: nil) == nil)
    }

    /// One o'clock is singular, other hours are plural.
    @Test func oneOClock() {
        #expect(Language.spanish.words.measured(at: "01:30", by: nil, distance: nil) == "medido a la 01:30")
        #expect(Language.spanish.words.until("11:30") == "hasta las 11:30")
        #expect(Language.portuguese.words.measured(at: "01:30", by: nil, distance: nil) == "medido à 01:30")
        #expect(Language.italian.words.measured(at: "1:30 PM", by: nil, distance: nil) == "misurato all’1:30 PM")
        #expect(Language.italian.words.measured(at: "01:30", by: nil, distance: nil) == "misurato alle 01:30")
    }

    /// In French a date has an article, a weekday alone has none.
    @Test func datesAfterFrenchPrepositions() {
        let words = Language.french.words
        let date = "dimanche 29 novembre à 18:00"
        #expect(words.until(date) == "jusqu’au dimanche 29 novembre à 18:00")
        #expect(words.from(date) == "à partir du dimanche 29 novembre à 18:00")
        #expect(
            words.period(from: "mardi à 18:00", until: date)
                == "du mardi 18:00 au dimanche 29 novembre 18:00")
        #expect(words.period(from: date, until: nil) == words.from(date))
    }

    @Test func firstOfMonthInFrench() {
        let date = CalendarDate(year: 2026, month: 5, day: 1)
        #expect(Language.french.words.longDate(date, year: nil, .dayMonthYear) == "vendredi 1er mai")
    }
}
