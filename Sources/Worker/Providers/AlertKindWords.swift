public import Weather

extension Alert.Kind {
    /// By words of the texts in any language and script, the first text first; `other` without a known one.
    public init(words texts: [String?]) {
        for text in texts.compactMap(\.self) {
            if let kind = AlertWordIndex.shared.kind(of: text) {
                self = kind
                return
            }
        }
        self = .other
    }
}

/// Words of warnings, by their first bytes. A text has thousands of positions, and the table as many words.
private struct AlertWordIndex: Sendable {
    private struct Entry: Sendable {
        let kind: Alert.Kind
        /// Its group's place in the table: the first one counts.
        let rank: Int
        let bytes: [UInt8]
        let isAnywhere: Bool
    }

    private let entries: [Int: [Entry]]

    static let shared = AlertWordIndex()

    private init() {
        var entries: [Int: [Entry]] = [:]
        for (rank, group) in AlertKindTable.groups.enumerated() {
            for word in group.words.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
                var word = word.drop(while: \.isWhitespace)
                let isAnywhere = word.first == "*"
                if isAnywhere { word = word.dropFirst() }
                // A blank follows each word of the text.
                let whole = word.last == "$" ? word.dropLast() + " " : word[...]
                let text = String(whole.map { $0 == "ı" ? "i" : $0 })
                let entry = Entry(kind: group.kind, rank: rank, bytes: Array(text.utf8), isAnywhere: isAnywhere)
                if let key = Self.key(entry.bytes[...]) { entries[key, default: []].append(entry) }
            }
        }
        self.entries = entries
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > 1 else { return nil }
        return Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
    }

    func kind(of text: String) -> Alert.Kind? {
        let bytes = Array(Self.words(of: text).utf8)
        var best: Entry?
        for start in bytes.indices {
            guard let key = Self.key(bytes[start...]), let candidates = entries[key] else { continue }
            let isWordStart = start == 0 || bytes[start - 1] == UInt8(ascii: " ")
            for entry in candidates where isWordStart || entry.isAnywhere {
                if best.map({ $0.rank <= entry.rank }) ?? false { continue }
                if bytes[start...].starts(with: entry.bytes) { best = entry }
            }
        }
        return best?.kind
    }

    /// In lower case, each word with a blank after it. A capital within a word begins one: `blowingSnow`.
    private static func words(of text: String) -> String {
        var words = ""
        var wasLower = false
        for character in text.prefix(3000) {
            guard character.isLetter || character.unicodeScalars.contains(where: isMark) else {
                if words.last != " " { words.append(" ") }
                wasLower = false
                continue
            }
            if wasLower, character.isUppercase { words.append(" ") }
            wasLower = character.isLowercase
            // Turkish has an i with a dot and one without, and other languages do not distinguish its capitals.
            for scalar in character.lowercased().unicodeScalars where scalar.value != 0x307 {
                words.unicodeScalars.append(scalar == "ı" ? "i" : scalar)
            }
        }
        return words + " "
    }

    /// Vowel signs of South Asian scripts stand alone in some texts.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}

/// The words of warnings in the languages of the authorities.
enum AlertKindTable {
    /// Words separated by commas or line breaks, in lower case. A word is the beginning of a word of the text, with `$` a whole one,
    /// and with `*` in front any part of it, as in compounds and in scripts without blanks.
    struct Group: Sendable {
        let kind: Alert.Kind
        let words: String

        init(_ kind: Alert.Kind, _ words: String) {
            (self.kind, self.words) = (kind, words)
        }
    }

    /// The first group with a word counts: a tropical storm is no storm, and snow on the coast is snow.
    static let groups = compounds + phrases + storms + temperatures + waterAndWind
}
