extension StringProtocol {
    /// The text as it may stand in one line of a reply, whoever wrote it: what is no visible letter or space goes, as
    /// do direction marks that would turn the rest of the line; runs of spaces become one; beyond `limit` Unicode
    /// scalars an ellipsis stands for the rest.
    func plain(limit: Int) -> String {
        var result = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            var next = scalar
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: next = " "
            // The joiners shape letters in Persian and Indic names, and hold emoji together.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: continue
            // Some of these may not stand in a document of XML, which Pango's markup is.
            case .unassigned where scalar.properties.isNoncharacterCodePoint: continue
            default: break
            }
            if next == " ", result.isEmpty || result.last == " " { continue }
            if length == limit {
                result.append("…")
                return String(result)
            }
            result.append(next)
            length += 1
        }
        while result.last == " " { result.removeLast() }
        return String(result)
    }

    /// The lines of a text of several, each as `plain(limit:)` has it, within `limit` Unicode scalars in all. Empty lines
    /// stand alone, and between others.
    func plainLines(limit: Int) -> [String] {
        var lines: [String] = []
        var rest = limit
        for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let plain = line.plain(limit: rest)
            if plain.isEmpty, lines.isEmpty || lines.last == "" { continue }
            lines.append(plain)
            rest -= plain.unicodeScalars.count
            // What was cut is longer by its ellipsis.
            guard rest >= 0 else { break }
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// A word of the user's, in quotes.
    var quoted: String {
        "\"\(plain(limit: 40))\""
    }
}
