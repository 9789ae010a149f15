/// Language tags of BCP 47.
public enum LanguageTag {
    /// The tag for a locale: the same language and script or country, else the same language, else English, else the
    /// first.
    public static func best(of tags: [String], for locale: String) -> String? { ranked(tags, for: locale).first }

    /// The tags, each once and the best first.
    static func ranked(_ tags: [String], for locale: String) -> [String] {
        let wanted = parts(of: locale)
        func rank(_ tag: String) -> Int {
            let parts = parts(of: tag)
            guard let first = parts.first else { return 0 }
            if let language = wanted.first, isSame(first, language) {
                // `sr` rather than `sr-latn`, and `de` rather than `de-LS` (simple German).
                let common = parts.dropFirst().count { wanted.dropFirst().contains($0) }
                return 3000 + 100 * common - parts.count
            }
            return first == "en" ? 2000 - parts.count : 0
        }
        var seen: Set<String> = []
        let ranks = tags.filter { seen.insert($0).inserted }.enumerated().map { ($0, $1, rank($1)) }
        // The first of the best.
        return ranks.sorted { $0.2 == $1.2 ? $0.0 < $1.0 : $0.2 > $1.2 }.map(\.1)
    }

    private static func parts(of tag: String) -> [String] {
        tag.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }.prefix(8).map { $0.lowercased() }
    }

    /// Norwegian has codes for its written forms.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        let norwegian: Set<String> = ["no", "nb", "nn"]
        return left == right || norwegian.contains(left) && norwegian.contains(right)
    }
}
