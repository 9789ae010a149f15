import Weather

/// A supported language. The raw values are the words in config.toml and `--language`: ISO 639-1.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case italian = "it"
    case russian = "ru"
    case german = "de"
    case french = "fr"
    /// Brazilian Portuguese, also for regions without their own variant.
    case portuguese = "pt"
    case europeanPortuguese = "pt-PT"
    case polish = "pl"
    case ukrainian = "uk"
    case japanese = "ja"
    case chinese = "zh"

    /// The language of a locale such as `de_AT.UTF-8` or `pt-BR`; nil for an unsupported one, `C` and `POSIX`.
    public init?(locale: some StringProtocol) {
        let name = locale.prefix { !"_-.@".contains($0) }.lowercased()
        let region = Self.region(of: String(locale))
        // In CLDR, these regions inherit from Portugal.
        if name == "pt", let region,
            ["AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "PT", "ST", "TL"].contains(region)
        {
            self = .europeanPortuguese
        } else if name == "zh", Self.isTraditional(String(locale), region) {
            // Not simplified Chinese, whose characters and terms differ.
            return nil
        } else {
            self.init(rawValue: name)
        }
    }

    /// The language and region of a locale of the environment: `de_AT` for `de_AT.UTF-8`; nil for `C`, `POSIX` and other values
    /// that are not languages.
    public static func name(ofLocale locale: String) -> String? {
        // A longer locale is invalid, and a worker would reject it.
        guard locale.utf8.count <= Locality.longestLanguage else { return nil }
        let name = locale.prefix { !".@".contains($0) }
        let language = name.prefix { !"_-".contains($0) }
        return (2...3).contains(language.count) && language.allSatisfy({ $0.isASCII && $0.isLetter })
            ? String(name) : nil
    }

    /// Whether a Chinese locale writes traditional characters.
    private static func isTraditional(_ locale: String, _ region: String?) -> Bool {
        let scripts = locale.split(whereSeparator: { "_-.@".contains($0) }).map { $0.lowercased() }
        if scripts.contains("hant") { return true }
        return !scripts.contains("hans") && (region.map(["TW", "HK", "MO"].contains) ?? false)
    }

    /// `AT` for `de_AT.UTF-8`, `CN` for `zh-Hans-CN`, `419` for `es-419`; nil without a region.
    package static func region(of locale: String) -> String? {
        let parts = locale.prefix { !".@".contains($0) }.split(whereSeparator: { "_-".contains($0) })
        let region = parts.dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }
        return region?.uppercased()
    }

    /// Whether a locale's region uses Fahrenheit and miles (CLDR's measurement system "US").
    public static func isCustomarilyImperial(locale: String) -> Bool {
        region(of: locale).map(["LR", "MM", "US"].contains) ?? false
    }

    /// Whether weather services in this language report wind in m/s.
    package var countsMetersPerSecond: Bool {
        switch self {
        case .russian, .ukrainian, .japanese, .chinese: true
        default: false
        }
    }

    package var words: any Words { words(in: nil) }

    /// - Parameter region: a region such as `CH`, which may have its own number format; nil when unknown.
    package func words(in region: String?) -> any Words {
        switch self {
        case .english: English(region: region)
        case .spanish: Spanish(region: region)
        case .italian: Italian(region: region)
        case .russian: Russian()
        case .german: German(region: region)
        case .french: French()
        case .portuguese: Portuguese()
        case .europeanPortuguese: Portuguese(isEuropean: true)
        case .polish: Polish()
        case .ukrainian: Ukrainian()
        case .japanese: Japanese()
        case .chinese: Chinese()
        }
    }
}

/// The error for an unsupported language.
public enum LanguageSentence {
    public static func unknown(_ name: String) -> String {
        "unsupported language \(name.quoted); accepted: \(accepted)"
    }

    /// `en, es, …`
    public static var accepted: String { Language.allCases.map(\.rawValue).joined(separator: ", ") }
}
