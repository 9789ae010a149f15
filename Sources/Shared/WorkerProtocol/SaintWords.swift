/// The words for "saint" in names, with their abbreviations: `St` is `Saint`, `Sankt` or `Sint`; `S.` is `San` or `São`.
enum SaintWords {
    /// Each with the words that it stands for, and that stand for it; all of them folded.
    private static let readings: [String: [String]] = {
        var readings: [String: [String]] = [:]
        for (short, long) in [
            ("st", ["saint", "sankt", "sint"]), ("ste", ["sainte"]), ("sta", ["santa"]), ("sto", ["santo"]),
            ("s", ["san", "sao", "sant", "santa", "santo", "saint"]), ("szt", ["szent"]),
            ("św", ["święty", "święta", "święte"]), ("sw", ["swiety", "swieta", "święty", "święta"]),
            ("sv", ["sveti", "sveta", "svaty", "svata", "svätý", "svätá"]),
            ("св", ["свети", "света", "святой", "свята"]),
            ("αγ", ["αγιος", "αγια"]), ("ag", ["agios", "agia"]), ("mt", ["mount"]), ("ft", ["fort"]),
        ] {
            readings[short.folded, default: []] += long.map(\.folded)
            for word in long { readings[word.folded, default: []].append(short.folded) }
        }
        return readings
    }()

    /// All of them, for names whose form in another language was typed: `Saint Gallen`.
    private static let every: Set<String> = Set(
        [
            "st", "ste", "saint", "sainte", "sankt", "sint", "san", "sao", "sant", "santa", "santo", "sveti", "sveta",
            "svaty",
            "swiety", "święty", "szent", "agios", "agia", "sfantu", "sfanta", "sfântu",
        ].map(\.folded))

    /// The other words that the folded word may be in a name.
    ///
    /// - Parameter isLenient: whether words of all languages are the same.
    static func others(_ word: String, isLenient: Bool) -> [String] {
        guard isLenient, every.contains(word) else { return readings[word] ?? [] }
        return every.union(readings[word] ?? []).subtracting([word]).sorted()
    }
}

extension SearchQuery {
    /// The ways to spell the name, the typed one first: `St Gallen` is also `Sankt Gallen`; a Han name without its kind of place also has
    /// one: `堺` is also `堺市`.
    package var spellings: [[String]] {
        guard words.count > 1 else { return [words] + (words.first.map(Self.withKinds) ?? []).map { [$0] } }
        var spellings = [words]
        // The last word may be incomplete, and is rarely "saint".
        for (index, word) in words.dropLast().enumerated() {
            let others = SaintWords.others(word.folded, isLenient: isLenient)
            guard !others.isEmpty else { continue }
            spellings += others.map { other in
                var spelling = words
                spelling[index] = other
                return spelling
            }
        }
        return spellings
    }

    /// Whether a name is the query's, in any of its spellings.
    package func isSpelling(of name: String) -> Bool {
        let words = Self.words(in: name).map(\.folded)
        return spellings.contains { $0.map(\.folded) == words }
    }

    private static let kindsOfPlace = "市町村区區县縣郡"

    private static func withKinds(_ word: String) -> [String] {
        guard word.unicodeScalars.allSatisfy(\.isHan), let last = word.last, !kindsOfPlace.contains(last) else {
            return []
        }
        return kindsOfPlace.map { word + String($0) }
    }
}

extension Unicode.Scalar {
    /// Whether it is a Chinese character, of which one may be a whole name.
    fileprivate var isHan: Bool { properties.isIdeographic }
}
