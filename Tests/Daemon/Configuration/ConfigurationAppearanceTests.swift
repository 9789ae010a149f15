import ClientProtocol
import Rendering
import Testing
import Weather

@testable import Configuration
@testable import Languages

/// How the weather is displayed.
struct ConfigurationAppearanceTests {
    @Test(arguments: [
        ("es_MX.UTF-8", Language.spanish, ClockFormat.hours12, DateOrder.dayMonthYear),
        ("en_US.UTF-8", .english, .hours12, .monthDayYear), ("de_DE@euro", .german, .hours24, .dayMonthYear),
        ("zh_CN", .chinese, .hours24, .yearMonthDay), ("sr_RS", .english, .hours24, .dayMonthYear),
        ("C.UTF-8", .english, .hours24, .dayMonthYear),
    ])
    func languageDefaultsToLocale(locale: String, language: Language, clock: ClockFormat, order: DateOrder) throws {
        let style = try configuration(environment: ["LANG": locale]).style
        #expect(style.language == language && style.clock == clock && style.dateOrder == order)
    }

    /// Then no word is in another language, such as the country's name, and `doctor` says so.
    @Test(arguments: ["nl_NL.UTF-8", "sr_RS", "zh_TW.UTF-8", "zh_HK", "zh_Hant"])
    func everythingIsInEnglishWithoutATranslation(locale: String) throws {
        let untranslated = try configuration(environment: ["LANG": locale])
        #expect(untranslated.style.language == .english && untranslated.language == "en")
        #expect(untranslated.unsupportedLocale == String(locale.prefix { $0 != "." }))
        let chosen = try configuration("language = \"de\"", environment: ["LANG": locale])
        #expect(chosen.language == "de" && chosen.unsupportedLocale == nil)
        #expect(try configuration(environment: ["LANG": "de_AT"]).unsupportedLocale == nil)
        #expect(try configuration(environment: ["LANG": "C.UTF-8"]).unsupportedLocale == nil)
    }

    @Test func configuredLanguageOverridesLocale() throws {
        let italian = try configuration("language = \"it\"", environment: ["LANG": "en_US.UTF-8"])
        #expect(italian.style.language == .italian && italian.style.clock == .hours24)
        #expect(italian.language == "it")
        let named = try configuration(
            "language = \"it\"", environment: ["LC_ALL": "en_US.UTF-8", "WEATHERD_LANGUAGE": "pt_PT"])
        #expect(named.style.language == .europeanPortuguese)
        // The region of the user's own language still applies.
        #expect(try configuration("language = \"en\"", environment: ["LANG": "en_US"]).style.clock == .hours12)
    }

    @Test func trayIsOffByDefault() throws {
        #expect(try configuration().tray == TraySettings())
        let tray = try configuration("theme = \"light\"\n[tray]\nenabled = true\nicon = \"weather\"").tray
        #expect(tray.isEnabled && tray.icon == .weather && tray.theme == .light)
        #expect(try configuration(environment: ["WEATHERD_TRAY_ENABLED": "true"]).tray.isEnabled)
        #expect(complaint("[tray]\nicon = \"sun\"").contains("must be one of temperature, weather"))
        #expect(complaint("[tray]\nenabled = \"yes\"") != "no complaint")
    }

    @Test func configuredClockAndDateOrderOverrideLocale() throws {
        var style = try configuration(
            "clock = \"24h\"\ndate-order = \"ymd\"", environment: ["LANG": "en_US.UTF-8"]
        ).style
        #expect(style.clock == .hours24 && style.dateOrder == .yearMonthDay)
        style.speak(.spanish, locale: "es_MX")
        #expect(style.clock == .hours24 && style.dateOrder == .yearMonthDay)
    }

    @Test func appearanceKeysAreRead() throws {
        let configuration = try configuration(
            """
            language = "en_US"
            clock = "24h"
            icons = "ascii"
            theme = "light"
            colors = "off"

            [short]
            format = "{temperature}"
            alternate = "{place}"
            unavailable = "n/a"
            alt = "{condition}"
            tooltip = "{place}\\n{temperature}"

            [classes]
            hot = 27.5
            cold = -3
            wet = 1
            windy = 8
            """
        )
        #expect(configuration.style.language == .english)
        #expect(configuration.style.clock == .hours24)
        #expect(configuration.style.dateOrder == .monthDayYear)
        #expect(configuration.style.icons == .ascii)
        #expect(!configuration.style.hasColors)
        #expect(configuration.style.theme == .light && configuration.style.keepsTheme)
        #expect(configuration.style.placeholder.text == "n/a")
        #expect(try configuration.style.shortTemplate == Template("{temperature}"))
        #expect(configuration.style.keepsShortTemplate)
        #expect(try configuration.alternateTemplate == Template("{place}"))
        #expect(try configuration.style.altTemplate == Template("{condition}"))
        #expect(try configuration.style.tooltipTemplates == [Template("{place}"), Template("{temperature}")])
        #expect(configuration.style.thresholds.hot == 27.5)
        #expect(configuration.style.thresholds.cold == -3)
        #expect(configuration.style.thresholds.wet == 1)
        #expect(configuration.style.thresholds.windy == 8)
    }

    @Test(arguments: [
        ("en_US.UTF-8", ClockFormat.hours12, DateOrder.monthDayYear), ("en_GB.UTF-8", .hours24, .dayMonthYear),
        ("C.UTF-8", .hours24, .dayMonthYear), ("nl_NL.UTF-8", .hours24, .dayMonthYear),
    ])
    func clockAndDateOrderDefaultToLocale(locale: String, clock: ClockFormat, order: DateOrder) throws {
        let style = try configuration("", environment: ["LANG": locale]).style
        #expect(style.language == .english)
        #expect(style.clock == clock)
        #expect(style.dateOrder == order)
        #expect(style.units == .metric, "units never come from the locale")
    }

    @Test(arguments: ["", "theme = \"auto\""])
    func themeDefaultsToTerminal(text: String) throws {
        let style = try configuration(text).style
        #expect(style.theme == .dark && !style.keepsTheme && style.placeholder == .standard)
    }

    @Test(arguments: [
        ("clock = \"13h\"", "24h, 12h"), ("date-order = \"ddd\"", "dmy, mdy, ymd"), ("colors = \"pink\"", "on or off"),
        ("theme = \"pink\"", "auto, dark, light"), ("[short]\nunavailable = \"%{\"", "at most 20 characters"),
        ("[classes]\nhot = 1000", "-100 to 100"), ("[classes]\nwindy = -1", "0 to 200"),
        ("[short]\nalternate = \"{plaice}\"", "column 1"), ("[short]\ntooltip = \"{\"", "column 1"),
        ("[short]\ntooltip = \"a\\nb {\"", "line 2: "),
        ("language = \"tlh\"", "en, es, it, ru, de, fr, pt, pt-PT, pl, uk, ja, zh"),
    ])
    func invalidAppearanceValueIsError(text: String, expected: String) {
        #expect(complaint(text).contains(expected))
    }
}
