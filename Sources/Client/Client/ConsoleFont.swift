import Glibc

/// The font of the Linux console, which has 256 or 512 glyphs: no emoji, no braille, and often no block elements.
package struct ConsoleFont: Equatable {
    /// The code points with a glyph.
    private let scalars: [UInt16]

    /// - Parameter glyphs: none for an unknown font.
    init(glyphs: String = "") {
        scalars = glyphs.unicodeScalars.compactMap { UInt16(exactly: $0.value) }
    }

    /// nil unless the terminal is a Linux console.
    ///
    /// - Parameter kind: the value of `TERM`. The font of a remote console is unknown.
    package init?(of descriptor: Int32, kind: String? = environment("TERM")) {
        guard kind == "linux", isatty(descriptor) == 1 else { return nil }
        scalars = Self.scalars(of: descriptor)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || UInt16(exactly: scalar.value).map { scalars.contains($0) } ?? false
    }

    private static func scalars(of console: Int32) -> [UInt16] {
        let entries = [UnicodeMap.Entry](unsafeUninitializedCapacity: Int(UInt16.max)) { buffer, count in
            var map = UnicodeMap(count: .max, entries: buffer.baseAddress)
            count = ioctl(console, UnicodeMap.request, &map) == 0 ? Int(map.count) : 0
        }
        return entries.map { $0.scalar }
    }
}

/// `struct unimapdesc` of linux/kd.h, which Swift's Glibc module does not contain.
private struct UnicodeMap {
    /// `struct unipair`.
    struct Entry {
        var scalar: UInt16
        var glyph: UInt16
    }

    /// GIO_UNIMAP.
    static let request: UInt = 0x4B66

    var count: UInt16
    var entries: UnsafeMutablePointer<Entry>?
}

extension [String] {
    /// The lines with characters that the terminal can display.
    ///
    /// - Parameter font: nil for terminals with all glyphs.
    package func drawn(with font: ConsoleFont?) -> [String] {
        font.map { font in map { $0.drawn(with: font) } } ?? self
    }
}

extension String {
    /// Replaces characters without a glyph by similar ones of equal width: a minus sign shown as a box would turn frost
    /// into warmth.
    func drawn(with font: ConsoleFont) -> String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var result = ""
        // The console draws even the variation selector, which selects emoji presentation, as a column.
        for scalar in unicodeScalars where scalar != "\u{FE0F}" {
            result += font.substitute(for: scalar) ?? String(scalar)
        }
        return result
    }
}

extension ConsoleFont {
    /// nil if the font has the character, or no substitute for it.
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

    /// A braille cell as the dots of its upper and lower half.
    private static func dots(of scalar: Unicode.Scalar) -> String? {
        guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
        let (isUpper, isLower) = (scalar.value & 0x1B != 0, scalar.value & 0xE4 != 0)
        return isUpper ? isLower ? ":" : "'" : isLower ? "." : " "
    }

    /// Substitutes of one column, most similar first. The last one is ASCII.
    private static let signs: StaticString = """
        −-\t–-\t—-\t….\t‘'\t’'\t“\"\t”\"\t„\"\t\u{202F} \t●•o\t↖\\\t↗/\t↘\\\t↙/\t\
        ▀█\t▄█\t▁_\t▂▄_\t▃▄_\t▅▄█\t▆█\t▇█\t▖▄█\t▗▄█
        """

    /// Substitutes for emoji, two columns wide, similar to `icons = "ascii"`.
    private static let pictures: StaticString = """
        ☀o \t🌙( \t🌤om\t⛅m \t🌜(m\t☁mm\t🌫= \t🌧//\t🌦o/\t\
        🧊/x\t🌨* \t❄**\t⛈!/\t💨>>\t🌪@ \t❔? \t⚠! \t\
        🌑()\t🌒 )\t🌓|)\t🌔#)\t🌕##\t🌘( \t🌖(#\t🌗(|
        """
}

extension StaticString {
    /// The entry for a scalar, which begins with it and ends with a tab; nil for none. A search in one text instead of
    /// a dictionary keeps the client small.
    fileprivate func entry(_ scalar: Unicode.Scalar) -> String? {
        withUTF8Buffer { text in
            for entry in text.split(separator: UInt8(ascii: "\t")) where entry.starts(with: String(scalar).utf8) {
                return String(decoding: entry.dropFirst(String(scalar).utf8.count), as: UTF8.self)
            }
            return nil
        }
    }
}
