// Text from outside: of services, files and clients.
//
// Swift hashes and compares strings in their normalised form. Sorting a run of combining marks takes the square of its length,
// and a run of any length is one Character. So text is bounded by scalars before anything else is done with it.
extension String {
    /// The longest text that is kept of a service, scalars: the text of a warning has some thousand.
    public static let longestText = 20_000
    /// The most combining marks on one base. No orthography has more; Unicode's stream-safe format has 30 (UAX #15, 13).
    public static let mostMarks = 8

    /// The text without control characters (line breaks stay, as `\n`), without characters that set the direction of writing,
    /// without the marks on a base beyond `mostMarks`, and without what follows the first `limit` scalars.
    ///
    /// Takes time in proportion to `limit`, or to what is left out before it.
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
            // A carriage return and a line feed are one line break.
            guard let scalar = scalar.cleaned, !(scalar == "\n" && last == "\r") else { continue }
            marks = scalar.isMark ? marks + 1 : 0
            guard marks <= Self.mostMarks else { continue }
            result.append(scalar)
            count += 1
        }
        self.init(result)
    }

    /// One line without blanks around it or in a row; nil when nothing is left.
    ///
    /// - Parameter limit: the most scalars.
    public func oneLine(upTo limit: Int) -> String? {
        // Blanks that are left out do not count; they may be some times as many as the rest.
        let bounded = String(bounding: self, to: limit * 4)
        let words = bounded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let line = words.map { String($0) }.joined(separator: " ").unicodeScalars.prefix(limit)
        return line.isEmpty ? nil : String(line)
    }

    /// Whether text of this form is fast to compare and to hash: no run of combining marks is longer than `mostMarks`.
    ///
    /// - Parameter bytes: UTF-8. What is written as `\u0301`, as JSON and TOML can write it, counts as the character.
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
    /// The value of the character that begins at an index with a byte beyond ASCII, and how many bytes it takes.
    fileprivate func encoded(at index: Int) -> (value: UInt32, length: Int) {
        let length = self[index] < 0xE0 ? 2 : self[index] < 0xF0 ? 3 : 4
        guard index + length <= count else { return (0, 1) }
        let first = UInt32(self[index] & (0xFF >> (length + 1)))
        return (self[(index + 1)..<(index + length)].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }, length)
    }

    /// That of `\u0301`, of a pair of surrogates, and of `\U00000301`; 0 and two bytes for all else that begins so.
    fileprivate func escaped(at index: Int) -> (value: UInt32, length: Int) {
        guard index + 1 < count,
            let value = hexadecimal(at: index + 2, digits: self[index + 1] == UInt8(ascii: "U") ? 8 : 4)
        else { return (0, 2) }
        if self[index + 1] == UInt8(ascii: "U") { return (value, 10) }
        guard self[index + 1] == UInt8(ascii: "u") else { return (0, 2) }
        guard (0xD800..<0xDC00).contains(value), index + 7 < count, self[index + 6] == UInt8(ascii: "\\"),
            let low = hexadecimal(at: index + 8, digits: 4), (0xDC00..<0xE000).contains(low)
        else { return (value, 6) }
        return (0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), 12)
    }

    private func hexadecimal(at index: Int, digits: Int) -> UInt32? {
        guard index + digits <= count else { return nil }
        var value: UInt32 = 0
        for byte in self[index..<(index + digits)] {
            guard let digit = Unicode.Scalar(byte).hexadecimalValue else { return nil }
            value = value << 4 | digit
        }
        return value
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimalValue: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "a"..."f": value - 0x61 + 10
        case "A"..."F": value - 0x41 + 10
        default: nil
        }
    }

    /// Whether it can be one of a run that normalisation sorts.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: properties.canonicalCombiningClass != .notReordered
        }
    }

    /// The character that stands for it in clean text; nil for none.
    fileprivate var cleaned: Unicode.Scalar? {
        switch properties.generalCategory {
        case .control: value == 0x0A || value == 0x0D || value == 0x85 ? "\n" : self == "\t" ? " " : nil
        case .lineSeparator, .paragraphSeparator: "\n"
        default: properties.isBidiControl ? nil : self
        }
    }
}
