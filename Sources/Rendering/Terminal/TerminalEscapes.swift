import Wire

extension StyledText {
    /// With the control sequences of ECMA-48 that give each stretch its look, no more than are needed, and back to plain at
    /// the end. The colours are those of ISO 8613-6 and of xterm.
    func escaped(for depth: ColorDepth, on theme: Theme) -> String {
        guard depth != .none else { return plain }
        var text = ""
        var ink = Ink.plain
        var column = 1
        for run in runs {
            // Spaces look the same in every colour but that of their background.
            if run.ink.background != ink.background || !run.text.allSatisfy({ $0 == " " }) {
                text += run.ink.sequence(after: ink, depth, theme)
                ink = run.ink
            }
            text += Self.placed(run.text, at: column, hasBackground: ink.background != nil)
            column += run.text.columns
        }
        return text + Ink.plain.sequence(after: ink, depth, theme)
    }

    /// The text from a column counted from 1. Behind an emoji that terminals disagree on the width of, the cursor is put where it
    /// belongs (CHA); over a background both its columns are painted first (ECH).
    private static func placed(_ text: String, at column: Int, hasBackground: Bool) -> String {
        guard text.contains(where: \.isOfDisputedWidth) else { return text }
        var placed = ""
        var column = column
        for character in text {
            column += character.columns
            guard character.isOfDisputedWidth else {
                placed.append(character)
                continue
            }
            placed += "\(hasBackground ? "\u{1B}[2X" : "")\(character)\u{1B}[\(column)G"
        }
        return placed
    }
}

extension StyledText.Ink {
    /// The sequence that makes this look of another one (SGR); empty where they are the same.
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
    /// What follows 38 or 48.
    fileprivate func code(_ depth: ColorDepth) -> String {
        depth == .full ? "2;\(red);\(green);\(blue)" : "5;\(paletteIndex)"
    }

    /// The nearest of xterm's 240 fixed colours: a cube of 6 levels each way from 16 on, and 24 greys from 232 on.
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
