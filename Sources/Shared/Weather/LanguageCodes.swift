/// The codes under which place names in a language are stored.
public enum LanguageCodes {
    /// English, the language of GeoNames' own names.
    public static let english = "en"

    /// Best first: `pt_BR`, `pt`; `en` for English, `C` and `POSIX`.
    ///
    /// - Parameter locale: as in `LANG` or of BCP 47: `de_AT.UTF-8`, `pt-BR`, `zh-Hant-TW`.
    public static func codes(of locale: String) -> [String] {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first?.lowercased(), first != english, first != "c", first != "posix" else {
            return [english]
        }
        // The country, after an optional script.
        let country = parts.dropFirst().first { $0.count == 2 }.map { [first + "_" + $0.uppercased()] } ?? []
        // Norwegian is stored under its two written forms.
        return country + [first == "no" ? "nb" : first]
    }

    /// The language of a code: `pt` of `pt_BR`.
    public static func language(of code: String) -> String {
        String(code.prefix { $0 != "_" })
    }
}
