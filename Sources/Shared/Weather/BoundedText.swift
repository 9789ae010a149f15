import Formats

// Untrusted text: from services, files and clients.
//
// Swift hashes and compares strings in normalised form. Sorting a run of combining marks takes quadratic time, and a
// run of any length is one Character. So text is bounded by Unicode scalars before anything else.
extension String {
    /// The longest stored text of a service, Unicode scalars: warnings have about a thousand.
    public static let longestText = 20_000
    /// Maximum combining marks per base. No orthography has more; Unicode's stream-safe format has 30 (UAX #15, 13).
    public static let mostMarks = 8

    /// Text to keep: bounded, with its lines. Removes control characters (line breaks become `\n`) and direction marks,
    /// marks on a base beyond `mostMarks`, and everything after the first `limit` scalars.
    ///
    /// Takes time proportional to `limit`, or to the number of removed scalars before it.
    public init(bounding text: some StringProtocol, to limit: Int = longestText) {
        var result = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var last: Unicode.Scalar = "\0"
        for scalar in text.unicodeScalars {
            guard count < limit else { break }
            defer { last = scalar }
            if scalar.value >= 0x20, scalar.value < 0x7F {
                result.append(scalar)
                (count, marks) = (count + 1, 0)
                continue
            }
            // CR LF is one line break.
            guard let scalar = scalar.cleaned, !(scalar == "\n" && last == "\r") else { continue }
            marks = scalar.isMark ? marks + 1 : 0
            guard marks <= Self.mostMarks else { continue }
            result.append(scalar)
            count += 1
        }
        self.init(result)
    }

    /// Joins the text into one line, collapsing white space; nil when empty.
    ///
    /// - Parameter limit: maximum Unicode scalars.
    public func oneLine(upTo limit: Int) -> String? {
        // Collapsed white space does not count; it may be several times the rest.
        let bounded = String(bounding: self, to: limit * 4)
        let words = bounded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let line = words.map { String($0) }.joined(separator: " ").unicodeScalars.prefix(limit)
        return line.isEmpty ? nil : String(line)
    }

    /// Whether the text is fast to compare and to hash: no run of combining marks is longer than `mostMarks`.
    ///
    /// - Parameter bytes: UTF-8. Escape sequences of JSON and TOML such as `\u0301` count as the character.
    public static func isBounded(_ bytes: [UInt8]) -> Bool {
        var marks = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "\\") else {
                marks = 0
                index += 1
                continue
            }
            let (value, length) = bytes[index] < 0x80 ? bytes.escaped(at: index) : bytes.encoded(at: index)
            marks = Unicode.Scalar(value)?.isMark == true ? marks + 1 : 0
            if marks > mostMarks { return false }
            index += length
        }
        return true
    }
}

extension [UInt8] {
    /// The non-ASCII character at an index, and its length in bytes.
    fileprivate func encoded(at index: Int) -> (value: UInt32, length: Int) {
        let length = self[index] < 0xE0 ? 2 : self[index] < 0xF0 ? 3 : 4
        guard index + length <= count else { return (0, 1) }
        let first = UInt32(self[index] & (0xFF >> (length + 1)))
        return (self[(index + 1)..<(index + length)].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }, length)
    }

    /// The character of `\u0301`, a surrogate pair, or `\U00000301`; 0 and two bytes for any other escape sequence.
    fileprivate func escaped(at index: Int) -> (value: UInt32, length: Int) {
        let rest = self[index...]
        if let escape = CodePointEscape.value(at: rest) { return escape }
        guard rest.dropFirst().first == UInt8(ascii: "U"),
            let value = CodePointEscape.hexadecimal(rest.dropFirst(2), digits: 8)
        else { return (0, 2) }
        return (value, 10)
    }
}

extension Unicode.Scalar {
    /// Whether normalisation may sort it within a run.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: properties.canonicalCombiningClass != .notReordered
        }
    }

    /// The scalar that replaces it in clean text; nil to remove it.
    fileprivate var cleaned: Unicode.Scalar? {
        switch self {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "\n"
        case "\t": " "
        default: isControlOrDirectionMark ? nil : self
        }
    }
}
