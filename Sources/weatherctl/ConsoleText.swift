extension [String] {
    /// The lines as a terminal can show them.
    ///
    /// - Parameter font: nil for a terminal that finds a glyph for everything.
    func drawn(with font: ConsoleFont?) -> [String] {
        font.map { font in map { $0.drawn(with: font) } } ?? self
    }
}

extension String {
    /// The text with the nearest sign that the font has for each that it has not, as many columns wide: a minus sign that is
    /// shown as a box would turn frost into warmth.
    func drawn(with font: ConsoleFont) -> String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var result = String.UnicodeScalarView()
        // The console has a column even for the variation selector, which asks for an emoji.
        for scalar in unicodeScalars where scalar != "\u{FE0F}" {
            if let other = font.substitute(for: scalar) {
                result.append(contentsOf: other.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension ConsoleFont {
    /// nil if the font has it, or nothing that it has is like it.
    fileprivate func substitute(for scalar: Unicode.Scalar) -> String? {
        if contains(scalar) { return nil }
        if let picture = Self.pictures[scalar] { return picture }
        if let signs = Self.signs[scalar]?.unicodeScalars {
            return (signs.first(where: contains) ?? signs.last).map { String($0) }
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
    private static let signs: [Unicode.Scalar: String] = [
        "−": "-", "–": "-", "—": "-", "…": ".", "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "\u{202F}": " ",
        "●": "•o", "↖": "\\", "↗": "/", "↘": "\\", "↙": "/",
        "▀": "█", "▄": "█", "▁": "_", "▂": "▄_", "▃": "▄_", "▅": "▄█", "▆": "█", "▇": "█", "▖": "▄█", "▗": "▄█",
    ]

    /// Two columns for each emoji that views have, where they can as `icons = "ascii"` has it.
    private static let pictures: [Unicode.Scalar: String] = [
        "☀": "o ", "🌙": "( ", "🌤": "om", "⛅": "m ", "🌜": "(m", "☁": "mm", "🌫": "= ", "🌧": "//", "🌦": "o/",
        "🧊": "/x", "🌨": "* ", "❄": "**", "⛈": "!/", "💨": ">>", "🌪": "@ ", "❔": "? ", "⚠": "! ",
        "🌑": "()", "🌒": " )", "🌓": "|)", "🌔": "#)", "🌕": "##", "🌖": "(#", "🌗": "(|", "🌘": "( ",
    ]
}
