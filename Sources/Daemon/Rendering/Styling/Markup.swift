import ClientProtocol
import Formats
import Languages

/// The markup of a terminal or a bar. Text is escaped so that it appears unchanged.
enum Markup: Sendable, Hashable {
    /// Plain text without escaping.
    case none
    /// ECMA-48, with the colours of ISO 8613-6.
    case terminal(ColorDepth)
    /// Pango's: Waybar, i3bar, labels of eww.
    case pango
    /// Polybar's tags.
    case polybar
    /// tmux styles, for the output of a command in the status line.
    case tmux
    /// A line of Argos: Pango with additional special characters.
    case argos

    func write(_ text: StyledText, on theme: Theme) -> String {
        switch self {
        case .none: text.plain
        case .terminal(let depth): text.escaped(for: depth, on: theme)
        case .pango: text.inPangoMarkup(on: theme) { $0.escapedForPango }
        case .polybar: text.inPolybarTags(on: theme)
        case .tmux: text.inTmuxStyles(on: theme)
        case .argos: text.inPangoMarkup(on: theme) { $0.escapedForPango.escapedForArgos }
        }
    }
}

extension StyledText {
    /// Adds as few ECMA-48 control sequences as needed, and resets at the end. Colours follow ISO 8613-6 and xterm.
    func escaped(for depth: ColorDepth, on theme: Theme) -> String {
        guard depth != .none else { return plain }
        var text = ""
        var textStyle = TextStyle.plain
        var column = 1
        for run in runs {
            let style = run.textStyle.legible(on: theme)
            // Spaces only need the background.
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

extension StyledText {
    /// https://docs.gtk.org/Pango/pango_markup.html
    func inPangoMarkup(on theme: Theme, escaping: (String) -> String) -> String {
        runs.map { run in
            let text = escaping(run.text)
            let attributes = run.textStyle.pangoAttributes(on: theme)
            return attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
        }.joined()
    }
}

extension String {
    /// Also replaces quotes: i3blocks 1.4 does not decode the escapes of JSON.
    var escapedForPango: String { escapedForXML.escaped([("\"", "&quot;"), ("'", "&#39;")]) }
}

extension StyledText.TextStyle {
    /// Single quotes need no escaping in JSON.
    fileprivate func pangoAttributes(on theme: Theme) -> String {
        (color.map { " foreground='\($0.shade(on: theme).hex)'" } ?? "") + (isBold ? " weight='bold'" : "")
            + (isFaint ? " fgalpha='60%'" : "")
    }
}

extension StyledText {
    /// https://github.com/polybar/polybar/wiki/Formatting. Polybar has no tags for bold and dim text.
    func inPolybarTags(on theme: Theme) -> String {
        runs.map { run in
            let text = run.text.escapedForPolybar
            return run.textStyle.color.map { "%{F\($0.shade(on: theme).hex)}\(text)%{F-}" } ?? text
        }.joined()
    }
}

extension StyledText {
    /// For the output of a `#(…)` command in tmux's status line; see STYLES in tmux(1).
    func inTmuxStyles(on theme: Theme) -> String {
        var result = ""
        for (index, run) in runs.enumerated() {
            let style = run.textStyle.tmuxStyle(on: theme)
            let next = index + 1 < runs.count ? runs[index + 1] : nil
            let isBeforeBracket =
                !style.isEmpty || next?.textStyle.tmuxStyle(on: theme).isEmpty == false
                || next?.text.unicodeScalars.first == "["
            let text = run.text.escapedForTmux(isBeforeBracket: isBeforeBracket)
            result += style.isEmpty ? text : "#[\(style)]\(text)#[default]"
        }
        return result
    }
}

extension String {
    /// tmux parses the text twice. Expanding formats turns `##` into `#`, except before a bracket. Drawing turns `##`
    /// into `#`, keeps a single `#`, and reads a bracket after an odd count as a style (format_expand and format_draw
    /// of tmux 3.2 to 3.5). So a single sign is doubled.
    ///
    /// - Parameter isBeforeBracket: whether `[` or a style follows the text.
    fileprivate func escapedForTmux(isBeforeBracket: Bool) -> String {
        guard unicodeScalars.contains("#") else { return self }
        var result = ""
        var signs = 0
        func write(before isBracket: Bool) {
            guard signs > 0 else { return }
            result += String(repeating: "#", count: isBracket ? 2 * signs : 4 * signs - 2)
            signs = 0
        }
        for scalar in unicodeScalars {
            if scalar == "#" {
                signs += 1
            } else {
                write(before: scalar == "[")
                result.unicodeScalars.append(scalar)
            }
        }
        write(before: isBeforeBracket)
        return result
    }
}

extension StyledText.TextStyle {
    /// `fg=#4fc3f7,bold`; empty for plain text. In upper case, `#D` or `#F` would be a format.
    fileprivate func tmuxStyle(on theme: Theme) -> String {
        let style = legible(on: theme)
        return [
            style.color.map { "fg=\($0.shade(on: theme).hex)" }, style.isBold ? "bold" : nil,
            style.isFaint ? "dim" : nil,
        ].compactMap(\.self).joined(separator: ",")
    }
}
