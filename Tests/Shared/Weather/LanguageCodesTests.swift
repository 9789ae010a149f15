import Testing
import Weather

struct LanguageCodesTests {
    @Test(arguments: [
        ("de_AT.UTF-8", ["de_AT", "de"]), ("de_AT@euro", ["de_AT", "de"]), ("pt-BR", ["pt_BR", "pt"]),
        ("zh-Hant-TW", ["zh_TW", "zh"]), ("FR", ["fr"]), ("no_NO", ["no_NO", "nb"]), ("nb", ["nb"]), ("nn", ["nn"]),
        ("en_GB", ["en"]), ("C", ["en"]), ("POSIX", ["en"]), ("C.UTF-8", ["en"]), ("", ["en"]),
    ])
    func countryPrecedesLanguage(locale: String, codes: [String]) {
        #expect(LanguageCodes.codes(of: locale) == codes)
    }

    @Test func languageOfACode() {
        #expect(LanguageCodes.language(of: "pt_BR") == "pt")
        #expect(LanguageCodes.language(of: "pt") == "pt")
    }
}
