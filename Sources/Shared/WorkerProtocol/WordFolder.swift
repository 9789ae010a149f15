/// Folds the words of many names quickly, by caching the result for each letter.
package struct WordFolder {
    private enum Letter {
        /// Part of a word: its UTF-8 bytes, and its last letter.
        case word([UInt8], last: Unicode.Scalar)
        /// A combining mark on the previous letter.
        case mark(Unicode.Scalar)
        case separator
    }

    private var letters: [Unicode.Scalar: Letter] = [:]

    package init() {}

    /// Appends the folded words of a UTF-8 name, separated by spaces, as `SearchQuery.words` and `folded` return them.
    package mutating func append(_ name: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        var isBetweenWords = false
        var base: Unicode.Scalar?
        func separate() {
            if isBetweenWords, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
            isBetweenWords = false
        }
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                let lower = Self.lowercase(UInt8(scalar.value))
                guard let lower else {
                    (isBetweenWords, base) = (true, nil)
                    continue
                }
                separate()
                bytes.append(lower)
                base = scalar
                continue
            }
            switch letter(scalar) {
            case .separator: (isBetweenWords, base) = (true, nil)
            case .mark(let mark):
                if let base, base.carriesAccents { continue }
                separate()
                bytes.append(contentsOf: String(mark).utf8)
                base = mark
            case .word(let folded, let last):
                separate()
                bytes.append(contentsOf: folded)
                base = last
            }
        }
    }

    /// nil for a separator.
    private static func lowercase(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        default: nil
        }
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> Letter {
        if let known = letters[scalar] { return known }
        let folded = String(scalar).folded
        let letter: Letter =
            if !scalar.isWordPart {
                .separator
            } else if scalar.isMark {
                .mark(scalar)
            } else if let last = folded.unicodeScalars.last {
                .word(Array(folded.utf8), last: last)
            } else {
                .separator
            }
        letters[scalar] = letter
        return letter
    }
}
