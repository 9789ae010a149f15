extension StringProtocol {
    /// The width in terminal columns: 2 for wide characters and emoji, 0 for combining scalars.
    var columns: Int {
        // Most texts are ASCII.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }
}

extension Character {
    /// The width in terminals that support grapheme clusters: the sum of the scalars, at most 2, and 2 with the
    /// variation selector U+FE0F.
    var columns: Int {
        if utf8.count == 1 { return unicodeScalars.first.map(\.columns) ?? 0 }
        var columns = 0
        for scalar in unicodeScalars {
            if scalar == "\u{FE0F}", unicodeScalars.first?.properties.isEmoji == true { return 2 }
            columns += scalar.columns
        }
        return min(columns, 2)
    }

    /// Whether terminals disagree on its width: some draw characters with the variation selector U+FE0F one column
    /// wide.
    var hasInconsistentWidth: Bool {
        unicodeScalars.contains("\u{FE0F}") && unicodeScalars.first?.properties.isEmojiPresentation == false
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        // A fast path for most letters: only control characters and the soft hyphen have no width.
        if value < 0x300 { return value >= 0x20 && value < 0x7F || value >= 0xA0 && value != 0xAD ? 1 : 0 }
        return isZeroWidth ? 0 : isWide ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch value {
        // Hangul vowels and final consonants combine with the preceding syllable.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: true
            default: false
            }
        }
    }

    /// Whether its East Asian width is W or F, or it is an emoji by default: Unicode Standard Annex 11,
    /// EastAsianWidth.txt of Unicode 15.1 (<https://www.unicode.org/reports/tr11/>, © Unicode, Inc., Unicode License
    /// v3). Blocks that are wide except for unassigned scalars are included as a whole.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
