import Languages

/// The error for an unsupported language.
public enum LanguageSentence {
    public static func unknown(_ name: String) -> String {
        "unsupported language \(name.quoted); accepted: \(accepted)"
    }

    /// `en, es, …`
    public static var accepted: String { Language.allCases.map(\.rawValue).joined(separator: ", ") }
}
