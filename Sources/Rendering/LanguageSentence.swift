/// What is said of a language that nobody here speaks.
public enum LanguageSentence {
    public static func unknown(_ name: String) -> String {
        "\(name.quoted) is no language that is spoken here; accepted: \(accepted)"
    }

    /// `en, es, …`
    public static var accepted: String { Language.allCases.map(\.rawValue).joined(separator: ", ") }
}
