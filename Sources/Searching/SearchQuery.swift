/// What somebody searches a place by: "montev", "Springfield, Missouri", "Wien".
///
/// Commas separate the place from the regions or countries that it is in. Whatever passes here can be handed to the full-text
/// search word by word: nothing that has a meaning in its language is left.
public struct SearchQuery: Sendable, Hashable {
    /// What was asked for, without spaces around it.
    public let text: String
    /// The words of the place's name; the last one may be unfinished.
    package let words: [String]
    /// The words of each region or country that it has to be in; of more than three, as in an address, the first ones.
    package let areas: [[String]]

    /// The fewest letters that a search makes sense with.
    public static let leastLetters = 2
    /// The fewest digits of a postal code.
    private static let leastDigits = 3
    /// The longest query.
    public static let mostCharacters = 100

    /// Why something is no query.
    public enum Invalid: Error, Sendable, Hashable {
        /// The place's name has fewer than `leastLetters`.
        case tooShort
        /// More than `mostCharacters`.
        case tooLong
        /// What no name of a place has in it.
        case character(String)
    }

    /// - Throws: what is wrong with it, the length first.
    public init(_ text: String) throws(Invalid) {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:)) ?? start
        let text = String(scalars[start..<end])
        // Of scalars too: a single character can have any number of marks.
        guard text.count <= Self.mostCharacters, text.unicodeScalars.count <= 400 else { throw .tooLong }
        if let culprit = Self.culprit(in: text) { throw .character(culprit) }
        let parts = text.split(omittingEmptySubsequences: false) { Self.commas.contains($0) }
        guard let name = parts.first,
            name.unicodeScalars.count(where: \.isLetter) >= Self.leastLetters || Self.isPostalCode(name)
        else { throw .tooShort }
        self.text = text
        words = Self.words(in: name)
        areas = Array(
            parts.dropFirst().map { Self.joiningLetters(Self.words(in: $0)) }.filter { !$0.isEmpty }.prefix(3))
    }

    /// Whether it may be a postal code, of which the gazetteer has none: `90210`, `SW1A 1AA`, `00-950`.
    public var isPostalCode: Bool { Self.isPostalCode(words.joined(separator: " ")) }

    /// Whether it is the postal code that was asked for, spaces and capitals aside.
    package func isPostalCode(_ code: String) -> Bool {
        // A service may answer with anything; what is long is not even compared.
        code.utf8.count <= 20
            && Self.words(in: code).joined().uppercased() == words.joined().uppercased()
    }

    private static func isPostalCode(_ name: some StringProtocol) -> Bool {
        guard name.unicodeScalars.allSatisfy({ $0.isWordPart || $0 == " " || $0 == "-" }) else { return false }
        let scalars = name.unicodeScalars.filter { $0.isWordPart }
        guard (leastDigits...10).contains(scalars.count), scalars.allSatisfy(\.isASCII) else { return false }
        let digits = scalars.count { ("0"..."9").contains($0) }
        // In those with letters, as in Canada and the United Kingdom, they alternate with digits.
        return digits == scalars.count || digits >= 2 && words(in: name).count <= 2 && scalars.count <= 8
    }

    /// Words of a single letter as one: `D.C.` is the code DC.
    private static func joiningLetters(_ words: [String]) -> [String] {
        words.allSatisfy { $0.unicodeScalars.count == 1 } && words.count > 1 ? [words.joined()] : words
    }

    private init(text: String, words: [String], areas: [[String]]) {
        self.text = text
        self.words = words
        self.areas = areas
    }

    /// The same without commas, the last `count` words being an area's: "springfield missouri"; nil where that leaves no name.
    package func takingArea(ofLast count: Int) -> SearchQuery? {
        guard areas.isEmpty, words.count > count else { return nil }
        return SearchQuery(text: text, words: words.dropLast(count), areas: [Self.joiningLetters(words.suffix(count))])
    }

    /// Whether each of the areas is one of what surrounds a place, or begins one.
    package func isMet(by surroundings: [String]) -> Bool {
        let surroundings = surroundings.map(Self.folded)
        return areas.allSatisfy { words in
            let area = Self.folded(words.joined(separator: " "))
            return surroundings.contains { $0.hasPrefix(area) }
        }
    }

    private static func folded(_ text: String) -> String {
        words(in: text).joined(separator: " ").folded
    }

    /// What the gazetteer's index takes for words, too.
    package static func words(in text: some StringProtocol) -> [String] {
        text.unicodeScalars.split { !$0.isWordPart }.map { String(String.UnicodeScalarView($0)) }
    }

    /// The first thing in the text that is in no place's name.
    private static func culprit(in text: String) -> String? {
        var open = 0
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(": open += 1
            case ")": open -= 1
            // The beginning of SQL's comments.
            case "-" where previous == "-": return "--"
            default:
                guard scalar.isWordPart || Self.separators.contains(scalar) else { return String(scalar) }
            }
            if open < 0 { return ")" }
            previous = scalar
        }
        return open > 0 ? "(" : nil
    }

    /// Those of Japanese and Chinese, too.
    private static let commas: Set<Character> = [",", "、", "，"]

    /// The joiners stand within words of Persian and of India's languages.
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
