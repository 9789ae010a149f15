extension [String] {
    /// The lines as a terminal can show them.
    ///
    /// - Parameter font: nil for a terminal that finds a glyph for everything.
    package func drawn(with font: ConsoleFont?) -> [String] {
        font.map { font in map { $0.drawn(with: font) } } ?? self
    }
}

extension String {
    /// The text with the nearest sign that the font has for each that it has not, as many columns wide: a minus sign that is
    /// shown as a box would turn frost into warmth.
    func drawn(with font: ConsoleFont) -> String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var result = ""
        // The console has a column even for the variation selector, which asks for an emoji.
        for scalar in unicodeScalars where scalar != "\u{FE0F}" {
            result += font.substitute(for: scalar) ?? String(scalar)
        }
        return result
    }
}

extension ConsoleFont {
    /// nil if the font has it, or nothing that it has is like it.
    fileprivate func substitute(for scalar: Unicode.Scalar) -> String? {
        if contains(scalar) { return nil }
        if let picture = Self.pictures.entry(scalar) { return picture }
        if let signs = Self.signs.entry(scalar) {
            var nearest: Unicode.Scalar?
            for sign in signs.unicodeScalars where nearest.map({ !contains($0) }) ?? true { nearest = sign }
            return nearest.map { String($0) }
        }
        return Self.dots(of: scalar)
    }

    /// A cell of braille in dots of which two stand one above the other.
    private static func dots(of scalar: Unicode.Scalar) -> String? {
        guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
        let (isUpper, isLower) = (scalar.value & 0x1B != 0, scalar.value & 0xE4 != 0)
        return isUpper ? isLower ? ":" : "'" : isLower ? "." : " "
    }

    /// What replaces a sign of one column, the nearest first. The last is in every font.
    private static let signs: StaticString = """
        −-\t–-\t—-\t….\t‘'\t’'\t“\"\t”\"\t„\"\t\u{202F} \t●•o\t↖\\\t↗/\t↘\\\t↙/\t\
        ▀█\t▄█\t▁_\t▂▄_\t▃▄_\t▅▄█\t▆█\t▇█\t▖▄█\t▗▄█
        """

    /// Two columns for each emoji that views have, where they can as `icons = "ascii"` has it.
    private static let pictures: StaticString = """
        ☀o \t🌙( \t🌤om\t⛅m \t🌜(m\t☁mm\t🌫= \t🌧//\t🌦o/\t\
        🧊/x\t🌨* \t❄**\t⛈!/\t💨>>\t🌪@ \t❔? \t⚠! \t\
        🌑()\t🌒 )\t🌓|)\t🌔#)\t🌕##\t🌘( \t🌖(#\t🌗(|
        """
}

extension StaticString {
    /// What stands behind the scalar, which begins an entry; nil where none does. A tab ends each entry but the last. One text
    /// and no dictionary, of which the client would have to have the code.
    fileprivate func entry(_ scalar: Unicode.Scalar) -> String? {
        withUTF8Buffer { text in
            for entry in text.split(separator: UInt8(ascii: "\t")) where entry.starts(with: String(scalar).utf8) {
                return String(decoding: entry.dropFirst(String(scalar).utf8.count), as: UTF8.self)
            }
            return nil
        }
    }
}
