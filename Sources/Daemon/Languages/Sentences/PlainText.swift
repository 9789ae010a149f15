extension StringProtocol {
    /// Text for one line of a reply, without line breaks, invisible characters or runs of spaces: controls become a space, and
    /// format characters except joiners are removed. Text longer than `limit` Unicode scalars ends with an ellipsis.
    package func plain(limit: Int) -> String {
        var result = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            var next = scalar
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: next = " "
            // The joiners shape letters in Persian and Indic names, and hold emoji together.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: continue
            // XML, and so Pango markup, forbids some of these.
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

    /// The lines of a text, each processed by `plain(limit:)`, with `limit` Unicode scalars in all. Keeps single empty
    /// lines between others.
    package func plainLines(limit: Int) -> [String] {
        var lines: [String] = []
        var rest = limit
        for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let plain = line.plain(limit: rest)
            if plain.isEmpty, lines.isEmpty || lines.last == "" { continue }
            lines.append(plain)
            rest -= plain.unicodeScalars.count
            // The ellipsis exceeds the limit by one.
            guard rest >= 0 else { break }
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Quotes user input.
    package var quoted: String {
        "\"\(plain(limit: 40))\""
    }
}

extension Double {
    /// The number with this many decimals, halves rounded away from zero, without digit grouping and without "-0".
    ///
    /// Implemented by hand: a formatter would take most of the time of a reply to `short`.
    package func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded(.toNearestOrAwayFromZero)
        // Further digits are not exact.
        guard scaled.magnitude < 1e15 else { return description }
        let whole = Int(scaled)
        guard decimals > 0 else { return String(whole) }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.utf8.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}

extension String {
    /// Replaces the first occurrence, without linking the library of regular expressions.
    package func replacingFirst(_ part: String, with other: String) -> String {
        guard let index = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
        return self[..<index] + other + self[index...].dropFirst(part.count)
    }
}
