import Foundation
import Rendering
import Testing

@testable import Languages

@Suite struct LanguageTests {
    @Test(arguments: [
        ("en", Language.english), ("es_MX.UTF-8", .spanish), ("it-CH", .italian), ("ru_RU.KOI8-R", .russian),
        ("de_AT@euro", .german), ("fr_CA", .french), ("pt_PT", .europeanPortuguese), ("pt_BR.UTF-8", .portuguese),
        ("pt", .portuguese), ("pt-PT", .europeanPortuguese), ("pt_MZ.UTF-8", .europeanPortuguese),
        ("pl", .polish),
        ("uk_UA", .ukrainian), ("ja_JP.UTF-8", .japanese), ("zh_CN", .chinese), ("zh-Hans-HK", .chinese),
        ("zh-Hans-CN", .chinese),
        ("DE", .german),
    ])
    func supportedLocales(locale: String, language: Language) {
        #expect(Language(locale: locale) == language)
    }

    private static let project = URL(filePath: #filePath).appending(path: "../../../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
    }

    /// GeoNames has no variants of a language, and its own names are in English.
    @Test func theGazetteerHasTheNamesOfEveryLanguage() throws {
        let script = try text("Sources/Worker/Gazetteer/GeoNames/languages.py")
        let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("SPOKEN = (") })
        let spoken = line.split(separator: "\"").filter { $0.count == 2 && $0.allSatisfy(\.isLetter) }
        #expect(Set(spoken.map { String($0) }) == Self.codes.subtracting(["en"]))
    }

    @Test func theReadmeCountsTheLanguages() throws {
        let count = NumberFormatter()
        count.locale = Locale(identifier: "en")
        count.numberStyle = .spellOut
        let words = try #require(count.string(from: Self.codes.count as NSNumber)).capitalized
        #expect(try text("README.md").contains("**\(words) languages**"))
    }

    /// Without variants: `pt` for `pt-PT`.
    private static let codes = Set(Language.allCases.map { String($0.rawValue.prefix(2)) })

    @Test(arguments: [
        "", "C", "POSIX", "C.UTF-8", "sr", "sr_RS@latin", "english", "_US", "x", "zh_TW", "zh_HK.UTF-8", "zh-Hant",
        "zh_Hant_MO",
    ])
    func unsupportedLocales(_ locale: String) {
        #expect(Language(locale: locale) == nil)
    }

    /// Regions follow CLDR.
    @Test(arguments: [
        ("en_US.UTF-8", ClockFormat.hours12, DateOrder.monthDayYear), ("en_GB", .hours24, .dayMonthYear),
        ("en_CA", .hours12, .monthDayYear), ("en_IE", .hours24, .dayMonthYear), ("en", .hours24, .dayMonthYear),
        ("es_ES", .hours24, .dayMonthYear), ("es_MX.UTF-8", .hours12, .dayMonthYear),
        ("es-419", .hours12, .dayMonthYear),
        ("es_US", .hours12, .dayMonthYear), ("it_IT", .hours24, .dayMonthYear), ("ru_RU", .hours24, .dayMonthYear),
        ("de_CH", .hours24, .dayMonthYear), ("fr_CA", .hours24, .dayMonthYear), ("fr_TN", .hours12, .dayMonthYear),
        ("pt_BR", .hours24, .dayMonthYear), ("pl_PL", .hours24, .dayMonthYear), ("uk_UA", .hours24, .dayMonthYear),
        ("ja_JP", .hours24, .yearMonthDay), ("zh_CN", .hours24, .yearMonthDay), ("zh-Hans-SG", .hours12, .yearMonthDay),
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
