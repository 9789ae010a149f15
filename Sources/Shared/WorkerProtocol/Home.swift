import Weather

/// The countries that a user means first: their own, and those of their language.
package struct Home: Sendable, Hashable {
    /// ISO 3166-1 alpha-2; nil when the locale has none.
    package let country: String?
    /// The countries where the language is spoken, with the own one.
    package let countries: Set<String>

    /// - Parameter locale: as in `LANG` or of BCP 47: `pt_BR.UTF-8`.
    package init(locale: String) {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        let country = parts.dropFirst().first { $0.count == 2 }.map { $0.uppercased() }
        self.country = country
        let language = LanguageCodes.codes(of: locale).last.map(LanguageCodes.language) ?? ""
        let spoken = Self.spoken[language] ?? ""
        countries = Set(spoken.split(separator: " ").map(String.init) + [country].compactMap(\.self))
    }

    /// Where each language of weatherd is spoken by most people, and the languages of further countries whose codes are in use.
    private static let spoken = [
        "en": "US GB CA AU NZ IE ZA", "de": "DE AT CH LI LU",
        "es": "ES MX AR CO CL PE VE UY EC BO PY CR PA GT HN SV NI DO CU PR",
        "fr": "FR BE CH CA LU MC", "it": "IT CH SM VA", "pt": "BR PT AO MZ CV", "pl": "PL", "ru": "RU BY KZ KG",
        "uk": "UA",
        "ja": "JP", "zh": "CN TW HK MO SG", "nl": "NL BE", "hi": "IN", "ca": "ES AD", "gl": "ES", "eu": "ES",
        "ga": "IE",
    ]
}
