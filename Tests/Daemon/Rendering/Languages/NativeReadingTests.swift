import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// What native readers would stumble over: inflection, commas, numbers of their region.
@Suite struct NativeReadingTests {
    private func style(_ locale: String) throws -> Style {
        var style = Style()
        style.speak(try #require(Language(locale: locale)), locale: locale)
        return style
    }

    /// A unit takes the form of its number; a fraction takes the genitive singular.
    @Test(arguments: [
        (Language.russian, UnitSymbol.miles, "1 миля, 3 мили, 5 миль, 11 миль, 21 миля, 3,2 мили"),
        (.ukrainian, .miles, "1 миля, 3 милі, 5 миль, 11 миль, 21 миля, 3,2 милі"),
        (
            .russian, .milesPerHour, "1 миля/ч, 3 мили/ч, 5 миль/ч, 11 миль/ч, 21 миля/ч, 3,2 мили/ч"
        ),
        (
            .ukrainian, .milesPerHour, "1 миля/год, 3 милі/год, 5 миль/год, 11 миль/год, 21 миля/год, 3,2 милі/год"
        ),
        (
            .russian, .grainsPerCubicMeter,
            "1 зерно/м³, 3 зерна/м³, 5 зёрен/м³, 11 зёрен/м³, 21 зерно/м³, 3,2 зерна/м³"
        ),
        (
            .ukrainian, .grainsPerCubicMeter,
            "1 зерно/м³, 3 зерна/м³, 5 зерен/м³, 11 зерен/м³, 21 зерно/м³, 3,2 зерна/м³"
        ),
        (
            .polish, .grainsPerCubicMeter,
            "1 ziarno/m³, 3 ziarna/m³, 5 ziaren/m³, 11 ziaren/m³, 21 ziaren/m³, 3,2 ziarna/m³"
        ),
        (.italian, .knots, "1 nodo, 3 nodi, 5 nodi, 11 nodi, 21 nodi, 3,2 nodi"),
        (.italian, .inches, "1 pollice, 3 pollici, 5 pollici, 11 pollici, 21 pollici, 3,2 pollici"),
        (.portuguese, .knots, "1 nó, 3 nós, 5 nós, 11 nós, 21 nós, 3,2 nós"),
        (.portuguese, .feet, "1 pé, 3 pés, 5 pés, 11 pés, 21 pés, 3,2 pés"),
        (.spanish, .feet, "1 pie, 3 pies, 5 pies, 11 pies, 21 pies, 3,2 pies"),
        (
            .english, .grainsPerCubicMeter,
            "1 grain/m³, 3 grains/m³, 5 grains/m³, 11 grains/m³, 21 grains/m³, 3,2 grains/m³"
        ),
    ])
    func unitsInflect(_ language: Language, _ unit: UnitSymbol, text: String) {
        let style = Style(language: language)
        let all = ["1", "3", "5", "11", "21", "3,2"].map { style.words.quantity($0, unit) }
        #expect(all.joined(separator: ", ") == text)
    }

    @Test func quantitiesOfViewsInflect() {
        var style = Style(units: .imperial, language: .russian)
        #expect(style.distance(5150) == "3,2 мили")
        #expect(style.wind(14.3) == "32 мили/ч")
        style.language = .italian
        style.units.wind = .knots
        #expect(style.wind(0.52, decimals: 0) == "1 nodo")
    }

    /// As in CLDR.
    @Test(arguments: [
        ("es_MX.UTF-8", "17.6 °C", "1,270"), ("es_US", "17.6 °C", "1,270"), ("es_PR", "17.6 °C", "1,270"),
        ("es_GT", "17.6 °C", "1,270"), ("es_HN", "17.6 °C", "1,270"), ("es_NI", "17.6 °C", "1,270"),
        ("es_SV", "17.6 °C", "1,270"), ("es_PA", "17.6 °C", "1,270"), ("es_PE", "17.6 °C", "1,270"),
        ("es_DO", "17.6 °C", "1,270"), ("es-419", "17.6 °C", "1,270"), ("es_ES", "17,6 °C", "1.270"),
        ("es_AR", "17,6 °C", "1.270"), ("es", "17,6 °C", "1.270"), ("de_CH.UTF-8", "17.6 °C", "1’270"),
        ("de_LI", "17.6 °C", "1’270"), ("de_AT", "17,6 °C", "1.270"), ("it_CH", "17.6 °C", "1’270"),
        ("it_IT", "17,6 °C", "1.270"), ("en_US", "17.6°C", "1,270"),
    ])
    func numbersFollowTheRegion(locale: String, temperature: String, grouped: String) throws {
        let style = try style(locale)
        #expect(style.temperature(17.64, decimals: 1).replacing("\u{A0}", with: " ") == temperature)
        #expect(1270.grouped(by: style.words.groupSign) == grouped)
    }

    /// A request in the language alone keeps the region, another language has its own.
    @Test func anotherLanguageHasNoRegion() throws {
        var style = try style("de_CH")
        style.speak(.german, locale: "de")
        #expect(style.words.decimalSign == ".")
        style.speak(.spanish, locale: "es")
        #expect(style.words.decimalSign == ",")
    }

    @Test func theSkyOfSpainAndAmerica() throws {
        #expect(try style("es_ES").words.condition(.partlyCloudy) == "intervalos nubosos")
        #expect(try style("es_ES").words.condition(.partlyCloudy, .possible) == "posibles intervalos nubosos")
        #expect(try style("es_AR").words.condition(.partlyCloudy) == "parcialmente nublado")
    }

    @Test(arguments: [
        (Language.german, "PM2,5"), (.french, "PM2,5"), (.polish, "PM2,5"), (.russian, "PM2,5"), (.english, "PM2.5"),
        (.italian, "PM2.5"), (.japanese, "PM2.5"),
    ])
    func fineParticles(_ language: Language, label: String) throws {
        var scene = try Montevideo.airScene()
        scene.air?.provider = openMeteo
        let lines = try AirView.lines(of: scene, as: .text, in: Style(language: language))
        #expect(lines.contains { $0.hasPrefix(label + " ") })
    }

    /// Zero minutes or seconds are not said.
    @Test(arguments: Language.allCases)
    func wholeHoursHaveNoMinutes(_ language: Language) {
        let words = language.words
        #expect(!words.duration(hours: 12, minutes: 0).contains("0"))
        #expect(!words.duration(minutes: 2, seconds: 0).contains("0"))
        #expect(words.duration(hours: 12, minutes: 5).contains("5"))
        #expect(words.duration(hours: 0, minutes: 0).contains("0"))
    }

    /// From one day to a date, with its commas, and without a range of a weekday to a time of day.
    @Test(arguments: [
        (
            Language.english, "from Tuesday 04:48 until Friday 4 December 04:48"
        ),
        (.german, "von Dienstag, 04:48 Uhr, bis Freitag, 4. Dezember, 04:48 Uhr"),
        (.french, "du mardi 04:48 au vendredi 4 décembre 04:48"),
        (.spanish, "desde el martes a las 04:48 hasta el viernes 4 de diciembre a las 04:48"),
        (.italian, "dalle 04:48 di martedì alle 04:48 di venerdì 4 dicembre"),
        (.portuguese, "das 04:48 de terça-feira até as 04:48 de sexta-feira, 4 de dezembro"),
        (.europeanPortuguese, "das 04:48 de terça-feira até às 04:48 de sexta-feira, 4 de dezembro"),
        (.polish, "od wtorku godz. 04:48 do piątku 4 grudnia godz. 04:48"),
        (.russian, "со вторника, 04:48, до пятницы, 4 декабря, 04:48"),
        (.ukrainian, "з вівторка, 04:48, до п’ятниці, 4 грудня, 04:48"),
    ])
    func periodsOfDays(_ language: Language, text: String) throws {
        let clock = PlaceClock(zoneName: "UTC", in: Style(language: language))
        let now = try moment("2026-11-27T04:48:00Z")
        let start = clock.timeAndDay(try moment("2026-12-01T04:48:00Z"), seenAt: now)
        let end = clock.timeAndDay(try moment("2026-12-04T04:48:00Z"), seenAt: now)
        #expect(language.words.period(from: start, until: end) == text)
    }

    @Test func commasOfLoneAndAmericanDates() throws {
        #expect(
            Language.spanish.words.time("01:52", onDay: "miércoles, 9 de diciembre")
                == "miércoles, 9 de diciembre, a la 01:52")
        #expect(
            Language.portuguese.words.time("01:52", onDay: "quarta-feira, 9 de dezembro")
                == "quarta-feira, 9 de dezembro, à 01:52")
        #expect(Language.spanish.words.upSince("viernes, 23 de octubre").hasSuffix("desde el viernes 23 de octubre"))
        let words = Language.english.words
        let end = words.time("4:48 PM", onDay: "Friday, December 4")
        #expect(words.period(from: end, until: "5:00 PM") == "from Friday, December 4, 4:48 PM, until 5:00 PM")
    }

    /// Only a bare time takes the word.
    @Test func hoursInGerman() {
        let words = Language.german.words
        #expect(words.updated(at: "04:48", isLast: false) == "aktualisiert um 04:48 Uhr")
        #expect(words.updated(at: "04:48 UTC", isLast: false) == "aktualisiert um 04:48 UTC")
        #expect(words.from("8:45 AM") == "ab 8:45 AM")
        #expect(words.period(from: "14:00", until: "17:00") == "von 14:00 bis 17:00 Uhr")
        #expect(words.time("18:00", onDay: "Sa") == "Sa 18:00", "in a table")
    }

    /// The evening is not the night.
    @Test(arguments: [
        (Language.german, "heute Abend und Nacht"), (.french, "ce soir et cette nuit"),
        (.italian, "stasera e stanotte"),
        (.polish, "wieczorem i w nocy"), (.russian, "вечером и ночью"), (.ukrainian, "увечері та вночі"),
    ])
    func tonightBeginsInTheEvening(_ language: Language, text: String) {
        #expect(language.words.phrase(.tonight) == text)
    }

    @Test(arguments: [
        (Language.english, "values of 04:45"), (.german, "Stand 04:45 Uhr"), (.french, "valeurs de 04:45"),
        (.spanish, "valores de las 04:45"), (.italian, "dati delle 04:45"), (.portuguese, "dados das 04:45"),
        (.polish, "stan na 04:45"), (.russian, "по состоянию на 04:45"), (.ukrainian, "станом на 04:45"),
    ])
    func valuesAreOfATimeThatIsPast(_ language: Language, text: String) {
        #expect(language.words.valid(at: "04:45") == text)
    }

    /// No adjective of one gender beside nouns of any.
    @Test(arguments: [
        (Language.spanish, "según observaciones", "probablemente"), (.french, "selon les observations", "probablement"),
        (.italian, "in atto", "probabilmente"), (.portuguese, "segundo observações", "provavelmente"),
        (.polish, "według obserwacji", "prawdopodobne"), (.russian, "по наблюдениям", "вероятно"),
        (.ukrainian, "за спостереженнями", "імовірно"),
    ])
    func certaintyFitsEveryKind(_ language: Language, observed: String, likely: String) {
        #expect(language.words.certainty(.observed) == observed)
        #expect(language.words.certainty(.likely) == likely)
    }

    /// Two times, not eleven hours of twilight.
    @Test(arguments: Language.allCases)
    func twilightIsNotASpan(_ language: Language) throws {
        let lines = SunView.lines(of: try Montevideo.scene(), as: .text, in: Style(language: language))
        let nautical = try #require(lines.first { $0.hasPrefix(language.words.label(.nauticalTwilight)) })
        #expect(!nautical.contains("–"))
        #expect(nautical.split(whereSeparator: { !($0.isNumber || $0 == ":") }).count == 2)
    }

    @Test func chineseHoursOfTheDay() {
        let words = Language.chinese.words
        let times = [(12, false), (2, false), (6, false), (9, false), (12, true), (3, true), (8, true)].map {
            words.time(hour12: $0.0, minute: "00", isAfternoon: $0.1)
        }
        #expect(times == ["午夜12:00", "凌晨2:00", "清晨6:00", "上午9:00", "中午12:00", "下午3:00", "晚上8:00"])
    }

    @Test(arguments: [(Language.japanese, "12月1日(火)"), (.chinese, "12月1日 周二"), (.english, "Tue 1 Dec")])
    func theDateOfATemplateHasNoPadding(_ language: Language, text: String) {
        let clock = PlaceClock(zoneName: "UTC", in: Style(language: language))
        #expect(clock.shortDateAlone(CalendarDate(year: 2026, month: 12, day: 1)) == text)
    }

    @Test(arguments: [Language.japanese, .chinese])
    func bracketsAreFullWidth(_ language: Language) throws {
        var scene = try Montevideo.airScene()
        scene.air?.provider = openMeteo
        let style = Style(language: language)
        let current = try CurrentView.lines(of: scene, as: .text, in: style).dropLast()
        let air = try AirView.lines(of: scene, as: .text, in: style).dropLast()
        #expect((current + air).allSatisfy { !$0.contains(" (") })
        #expect(air.contains { $0.contains("（") })
    }

    @Test(arguments: [
        (Language.russian, "ru_RU"), (.ukrainian, "uk_UA"), (.japanese, "ja_JP"), (.chinese, "zh_CN"),
    ])
    func metersPerSecondAreHintedAt(_ language: Language, locale: String) throws {
        var style = try style(locale)
        style.hintAtUnits(locale: locale)
        #expect(style.hintsAtUnits)
        #expect(style.words.phrase(style.unitsHint).contains("weatherctl set-units wind=ms"))
        style.hintAtUnits(locale: "en_US")
        #expect(style.hintsAtUnits && style.unitsHint == .unitsHint)
    }
}
