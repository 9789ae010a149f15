import ClientProtocol

extension StyledText {
    /// Adds ECMA-48 control sequences, no more than needed, and resets at the end. The colours are those of ISO 8613-6
    /// and of xterm.
    func escaped(for depth: ColorDepth, on theme: Theme) -> String {
        guard depth != .none else { return plain }
        var text = ""
        var textStyle = TextStyle.plain
        var column = 1
        for run in runs {
            let style = run.textStyle.legible(on: theme)
            // Spaces only depend on the background.
            if style.background != textStyle.background || !run.text.allSatisfy({ $0 == " " }) {
                text += style.sequence(after: textStyle, depth, theme)
                textStyle = style
            }
            text += Self.placed(run.text, at: column, hasBackground: textStyle.background != nil)
            column += run.text.columns
        }
        return text + TextStyle.plain.sequence(after: textStyle, depth, theme)
    }

    /// Positions the cursor after emoji whose width terminals disagree on (CHA), and on a background paints both
    /// columns first (ECH). Columns count from 1.
    private static func placed(_ text: String, at column: Int, hasBackground: Bool) -> String {
        guard text.contains(where: \.hasInconsistentWidth) else { return text }
        var placed = ""
        var column = column
        for character in text {
            column += character.columns
            guard character.hasInconsistentWidth else {
                placed.append(character)
                continue
            }
            placed += "\(hasBackground ? "\u{1B}[2X" : "")\(character)\u{1B}[\(column)G"
        }
        return placed
    }
}

extension StyledText.TextStyle {
    /// The sequence that changes another style into this one (SGR); empty if they are equal.
    fileprivate func sequence(after old: Self, _ depth: ColorDepth, _ theme: Theme) -> String {
        guard self != old else { return "" }
        guard self != .plain else { return "\u{1B}[0m" }
        var codes: [String] = []
        // One code ends both bold and faint.
        let isLifted = old.isBold && !isBold || old.isFaint && !isFaint
        if isLifted { codes.append("22") }
        if isBold, isLifted || !old.isBold { codes.append("1") }
        if isFaint, isLifted || !old.isFaint { codes.append("2") }
        if color != old.color { codes.append(color.map { "38;" + $0.shade(on: theme).code(depth) } ?? "39") }
        if background != old.background {
            codes.append(background.map { "48;" + $0.shade(on: theme).code(depth) } ?? "49")
        }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

extension RGB {
    /// The parameters after 38 or 48.
    fileprivate func code(_ depth: ColorDepth) -> String {
        depth == .full ? "2;\(red);\(green);\(blue)" : "5;\(paletteIndex)"
    }

    /// The nearest of xterm's 240 fixed colours: a cube of 6 levels per component from 16, and 24 greys from 232.
    var paletteIndex: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        let parts = [Int(red), Int(green), Int(blue)]
        func distance(to other: [Int]) -> Int {
            zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        let steps = parts.map { part in
            levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
        }
        let step = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
        let grey = [Int](repeating: 8 + 10 * step, count: 3)
        return distance(to: grey) < distance(to: steps.map { levels[$0] })
            ? 232 + step : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    }
}
