/// A language that the weather is told in. The raw values are the words of config.toml and `--language`: ISO 639-1.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case italian = "it"
    case russian = "ru"
    case german = "de"
    case french = "fr"
    /// Of Brazil, and of every region that has no form of its own here.
    case portuguese = "pt"
    case europeanPortuguese = "pt-PT"
    case polish = "pl"
    case ukrainian = "uk"
    case japanese = "ja"
    case chinese = "zh"

    /// The language of a locale such as `de_AT.UTF-8` or `pt-BR`; nil for one that there are no words for, and for `C` and
    /// `POSIX`.
    public init?(locale: some StringProtocol) {
        let name = locale.prefix { !"_-.@".contains($0) }.lowercased()
        let region = Self.region(of: String(locale))
        // CLDR lets these regions inherit from Portugal.
        if name == "pt", let region,
            ["AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "PT", "ST", "TL"].contains(region)
        {
            self = .europeanPortuguese
        } else {
            self.init(rawValue: name)
        }
    }

    /// `AT` of `de_AT.UTF-8`, `CN` of `zh-Hans-CN`, `419` of `es-419`; nil when none is told.
    static func region(of locale: String) -> String? {
        let parts = locale.prefix { !".@".contains($0) }.split(whereSeparator: { "_-".contains($0) })
        let region = parts.dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }
        return region?.uppercased()
    }

    /// Whether the region of a locale measures in Fahrenheit and miles by custom (CLDR's measurement system "US").
    public static func isCustomarilyImperial(locale: String) -> Bool {
        region(of: locale).map(["LR", "MM", "US"].contains) ?? false
    }

    var words: any Words {
        switch self {
        case .english: English()
        case .spanish: Spanish()
        case .italian: Italian()
        case .russian: Russian()
        case .german: German()
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
