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
