extension StringProtocol {
    /// How many columns of a terminal the text takes: 2 for each wide character and emoji, 0 for what joins the one before.
    var columns: Int {
        // Most texts are plain.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }
}

extension Character {
    /// As terminals draw it that keep the scalars of a character together: as wide as these are, 2 at the most; and 2 where
    /// the variation selector U+FE0F makes a picture of it.
    var columns: Int {
        if utf8.count == 1 { return unicodeScalars.first.map(\.columns) ?? 0 }
        var columns = 0
        for scalar in unicodeScalars {
            if scalar == "\u{FE0F}", unicodeScalars.first?.properties.isEmoji == true { return 2 }
            columns += scalar.columns
        }
        return min(columns, 2)
    }

    /// Whether terminals disagree on how wide it is: a sign that U+FE0F makes a picture of is one column wide for some.
    var isOfDisputedWidth: Bool {
        unicodeScalars.contains("\u{FE0F}") && unicodeScalars.first?.properties.isEmojiPresentation == false
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        // Most letters, which are not looked up: control characters and the soft hyphen alone take nothing.
        if value < 0x300 { return value >= 0x20 && value < 0x7F || value >= 0xA0 && value != 0xAD ? 1 : 0 }
        return isZeroWidth ? 0 : isWide ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch value {
        // Vowels and final consonants of Hangul, which are drawn into the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: true
            default: false
            }
        }
    }

    /// Whether its East Asian width is W or F, or it is a picture by itself: Unicode Standard Annex 11, EastAsianWidth.txt of
    /// Unicode 15.1 (<https://www.unicode.org/reports/tr11/>, © Unicode, Inc., Unicode License v3). Blocks that are wide but
    /// for what is not assigned are taken whole.
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
