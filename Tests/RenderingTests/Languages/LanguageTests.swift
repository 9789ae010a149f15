@testable import Languages
import Rendering
import Testing

@Suite struct LanguageTests {
    @Test(arguments: [
        ("en", Language.english), ("es_MX.UTF-8", .spanish), ("it-CH", .italian), ("ru_RU.KOI8-R", .russian),
        ("de_AT@euro", .german), ("fr_CA", .french), ("pt_PT", .europeanPortuguese), ("pt_BR.UTF-8", .portuguese),
        ("pt", .portuguese), ("pt-PT", .europeanPortuguese), ("pt_MZ.UTF-8", .europeanPortuguese),
        ("pl", .polish),
        ("uk_UA", .ukrainian), ("ja_JP.UTF-8", .japanese), ("zh_TW", .chinese), ("zh-Hans-CN", .chinese),
        ("DE", .german),
    ])
    func supportedLocales(locale: String, language: Language) {
        #expect(Language(locale: locale) == language)
    }

    @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "sr", "sr_RS@latin", "english", "_US", "x"])
    func unsupportedLocales(_ locale: String) {
        #expect(Language(locale: locale) == nil)
    }

    /// Regions follow CLDR.
    @Test(arguments: [
        ("en_US.UTF-8", ClockFormat.hours12, DateOrder.monthDayYear), ("en_GB", .hours24, .dayMonthYear),
        ("en_CA", .hours12, .yearMonthDay), ("en_IE", .hours24, .dayMonthYear), ("en", .hours24, .dayMonthYear),
        ("es_ES", .hours24, .dayMonthYear), ("es_MX.UTF-8", .hours12, .dayMonthYear),
        ("es-419", .hours12, .dayMonthYear),
        ("es_US", .hours12, .dayMonthYear), ("it_IT", .hours24, .dayMonthYear), ("ru_RU", .hours24, .dayMonthYear),
        ("de_CH", .hours24, .dayMonthYear), ("fr_CA", .hours24, .dayMonthYear), ("fr_TN", .hours12, .dayMonthYear),
        ("pt_BR", .hours24, .dayMonthYear), ("pl_PL", .hours24, .dayMonthYear), ("uk_UA", .hours24, .dayMonthYear),
        ("ja_JP", .hours24, .yearMonthDay), ("zh_CN", .hours24, .yearMonthDay), ("zh-Hans-SG", .hours12, .yearMonthDay),
        ("zh_TW", .hours12, .yearMonthDay),
    ])
    func clockAndDatesOfTheRegion(locale: String, clock: ClockFormat, order: DateOrder) throws {
        var style = Style()
        style.speak(try #require(Language(locale: locale)), locale: locale)
        #expect(style.clock == clock)
        #expect(style.dateOrder == order)
    }

    /// As when a request sets another language than the configuration.
    @Test func configuredFormatsAreKept() {
        var style = Style(clock: .hours12, dateOrder: .yearMonthDay)
        style.keepsClock = true
        style.keepsDateOrder = true
        style.speak(.german, locale: "de_DE")
        #expect(style.language == .german && style.clock == .hours12 && style.dateOrder == .yearMonthDay)
    }

    @Test func unchangedLanguageKeepsRegion() {
        var style = Style()
        style.speak(.english, locale: "en_US")
        style.speak(.english, locale: "en")
        #expect(style.clock == .hours12 && style.dateOrder == .monthDayYear)
        style.speak(.english, locale: "en_GB")
        #expect(style.clock == .hours24 && style.dateOrder == .dayMonthYear)
    }
}
