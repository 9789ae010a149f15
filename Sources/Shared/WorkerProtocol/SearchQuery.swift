public import Weather

/// A query for a place: "montev", "Springfield, Missouri", "Wien".
///
/// Commas separate the place from its region or country. The words of a valid query have no special meaning in the
/// full-text query language.
public struct SearchQuery: Sendable, Hashable {
    /// The query, trimmed.
    public let text: String
    /// The words of the place's name; the last one may be a prefix.
    package let words: [String]
    /// The words of each region or country; at most three of these, as in an address.
    package let areas: [[String]]
    /// Whether words for "saint" in all languages are the same.
    package private(set) var isLenient = false

    /// The minimum length, letters; one is enough if it is not ASCII, such as `堺` and `Å`.
    public static let leastLetters = 2
    /// The minimum number of digits of a postal code.
    private static let leastDigits = 3
    /// The maximum length.
    public static let mostCharacters = 100

    /// Why a text is not a valid query.
    public enum Invalid: Error, Sendable, Hashable {
        /// The name has fewer than `leastLetters`.
        case tooShort
        /// More than `mostCharacters`.
        case tooLong
        /// A character that no place name contains.
        case character(String)
    }

    /// - Throws: the first problem, length first.
    public init(_ text: String) throws(Invalid) {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:)) ?? start
        let text = String(scalars[start..<end])
        // Scalars too: a single character can have any number of combining marks.
        guard text.count <= Self.mostCharacters, text.unicodeScalars.count <= 400 else { throw .tooLong }
        if let invalidCharacter = Self.invalidCharacter(in: text) { throw .character(invalidCharacter) }
        let parts = text.split(omittingEmptySubsequences: false) { Self.commas.contains($0) }
        guard let name = parts.first,
            name.unicodeScalars.count(where: \.isLetter) >= Self.leastLetters || Self.isPostalCode(name)
                || name.unicodeScalars.contains(where: { $0.isLetter && !$0.isASCII })
        else { throw .tooShort }
        self.text = text
        words = Self.words(in: name)
        areas = Array(
            parts.dropFirst().map { Self.joiningLetters(Self.words(in: $0)) }.filter { !$0.isEmpty }.prefix(3))
    }

    /// Whether it may be a postal code, which the gazetteer lacks: `90210`, `SW1A 1AA`, `00-950`.
    public var isPostalCode: Bool { Self.isPostalCode(words.joined(separator: " ")) }

    /// Whether it is the requested postal code, ignoring spaces and case.
    package func isPostalCode(_ code: String) -> Bool {
        // A service may send anything; long texts are not compared.
        code.utf8.count <= 20
            && Self.words(in: code).joined().uppercased() == words.joined().uppercased()
    }

    private static func isPostalCode(_ name: some StringProtocol) -> Bool {
        guard name.unicodeScalars.allSatisfy({ $0.isWordPart || $0 == " " || $0 == "-" }) else { return false }
        let scalars = name.unicodeScalars.filter { $0.isWordPart }
        guard (leastDigits...10).contains(scalars.count), scalars.allSatisfy(\.isASCII) else { return false }
        let digits = scalars.count { ("0"..."9").contains($0) }
        // In codes with letters, as in Canada and the United Kingdom, they alternate with digits.
        return digits == scalars.count || digits >= 2 && words(in: name).count <= 2 && scalars.count <= 8
    }

    /// Joins single-letter words: `D.C.` is the code DC.
    private static func joiningLetters(_ words: [String]) -> [String] {
        words.allSatisfy { $0.unicodeScalars.count == 1 } && words.count > 1 ? [words.joined()] : words
    }

    private init(text: String, words: [String], areas: [[String]]) {
        self.text = text
        self.words = words
        self.areas = areas
    }

    /// Whether it is a single letter, with which very many names begin.
    package var isOneLetter: Bool { words.joined().unicodeScalars.count == 1 }

    /// The same query for names with other words for "saint"; nil when it has none.
    package var lenient: SearchQuery? {
        var query = self
        query.isLenient = true
        return query.spellings.count > spellings.count ? query : nil
    }

    /// The query with its last `count` words as an area, for queries without commas: "springfield missouri"; nil when
    /// no name is left.
    package func takingArea(ofLast count: Int) -> SearchQuery? {
        guard areas.isEmpty, words.count > count else { return nil }
        return SearchQuery(text: text, words: words.dropLast(count), areas: [Self.joiningLetters(words.suffix(count))])
    }

    /// The query with its last word as an area, if that is written as a code: "Milano (MI)"; otherwise nil.
    package var takingCode: SearchQuery? {
        guard let last = words.last, (2...3).contains(last.utf8.count),
            last.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { return nil }
        return takingArea(ofLast: 1)
    }

    /// Whether each area matches one of a place's region and country, or a prefix of them.
    package func isSatisfied(by surroundings: [String]) -> Bool {
        let surroundings = surroundings.map(Self.folded)
        return areas.allSatisfy { words in
            let area = Self.folded(words.joined(separator: " "))
            return surroundings.contains { $0.hasPrefix(area) }
        }
    }

    private static func folded(_ text: String) -> String {
        words(in: text).joined(separator: " ").folded
    }

    /// Splits words like the gazetteer's index.
    package static func words(in text: some StringProtocol) -> [String] {
        text.unicodeScalars.split { !$0.isWordPart }.map { String(String.UnicodeScalarView($0)) }
    }

    /// The first character in the text that no place name contains.
    private static func invalidCharacter(in text: String) -> String? {
        var open = 0
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(": open += 1
            case ")": open -= 1
            // Starts a comment in SQL.
            case "-" where previous == "-": return "--"
            default:
                guard scalar.isWordPart || Self.separators.contains(scalar) else { return String(scalar) }
            }
            if open < 0 { return ")" }
            previous = scalar
        }
        return open > 0 ? "(" : nil
    }

    /// Including Japanese and Chinese commas.
    private static let commas: Set<Character> = [",", "、", "，"]

    /// Joiners occur within words of Persian and Indian languages.
    private static let separators: Set<Unicode.Scalar> = [
        " ", ",", "、", "，", ".", "'", "’", "‘", "`", "´", "-", "–", "—", "‐", "/", "&", "!", "·", "[", "]", "\u{200C}",
        "\u{200D}",
    ]
}

extension Unicode.Scalar {
    package var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// A letter, a mark or a digit.
    package var isWordPart: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: isLetter
        }
    }
}

extension SearchQuery {
    /// A valid search query, or the reason why the text is not one.
    public init(checking text: String) throws(SearchFailure) {
        do throws(Invalid) {
            try self.init(text)
        } catch {
            switch error {
            case .tooShort: throw .tooShort(least: SearchQuery.leastLetters)
            case .tooLong: throw .tooLong(most: SearchQuery.mostCharacters)
            case .character(let text): throw .unacceptable(text)
            }
        }
    }
}

/// The words for "saint" in names, with their abbreviations: `St` is `Saint`, `Sankt` or `Sint`; `S.` is `San` or `São`.
enum SaintWords {
    /// The words that each one stands for, or that stand for it; all folded.
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

    /// All words for "saint", for a name that was typed in another language's form: `Saint Gallen`.
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
    /// The spellings of the name, the typed one first: `St Gallen` is also `Sankt Gallen`. A Han name without its kind of place
    /// is also spelled with one: `堺` is also `堺市`.
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
    /// Whether it is a Chinese character, which can be a whole name by itself.
    fileprivate var isHan: Bool { properties.isIdeographic }
}

/// The airport's code in a query: `OSL`, `ENGM`, `airport RHO`.
package struct AirportQuery: Sendable, Hashable {
    /// IATA or ICAO, in capitals.
    package let code: String
    /// Whether the word "airport" is beside it.
    package let isNamedAirport: Bool
    /// Whether it was written in capitals; in other letters it is more likely a name or its beginning.
    package let isInCapitals: Bool

    private static let words: Set<String> = Set(
        [
            "airport", "Flughafen", "aeropuerto", "aéroport", "aeroporto", "lotnisko", "аэропорт", "аеропорт", "空港",
            "机场", "機場",
        ].map(\.folded))

    /// nil for words that contain no code.
    ///
    /// - Parameter words: of the place's name.
    package init?(_ words: [String]) {
        let rest = words.filter { !Self.words.contains($0.folded) }
        guard rest.count == 1, words.count <= 2, let word = rest.first, (3...4).contains(word.utf8.count),
            word.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) })
        else { return nil }
        code = word.uppercased()
        isNamedAirport = words.count == 2
        isInCapitals = word == code
    }
}
