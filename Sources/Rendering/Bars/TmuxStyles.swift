import Wire

extension StyledText {
    /// As it leaves a command that stands in `#(…)` in tmux's status line, see STYLES in tmux(1).
    func inTmuxStyles(on theme: Theme) -> String {
        var result = ""
        for (index, run) in runs.enumerated() {
            let style = run.ink.tmuxStyle(on: theme)
            let next = index + 1 < runs.count ? runs[index + 1] : nil
            let isBeforeBracket =
                !style.isEmpty || next?.ink.tmuxStyle(on: theme).isEmpty == false
                || next?.text.unicodeScalars.first == "["
            let text = run.text.escapedForTmux(isBeforeBracket: isBeforeBracket)
            result += style.isEmpty ? text : "#[\(style)]\(text)#[default]"
        }
        return result
    }
}

extension String {
    /// tmux reads the text twice: it expands formats, which makes one of two number signs except before a bracket, and then
    /// draws it, which makes one of two, one of one left over, and a bracket of one behind an even count (format_expand and
    /// format_draw of tmux 3.2 to 3.5). A single sign is doubled by that.
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

extension StyledText.Ink {
    /// `fg=#4fc3f7,bold`; empty for plain text. In a colour of capitals `#D` or `#F` would be a format.
    fileprivate func tmuxStyle(on theme: Theme) -> String {
        [color.map { "fg=\($0.shade(on: theme).hex)" }, isBold ? "bold" : nil, isFaint ? "dim" : nil].compactMap(\.self)
            .joined(separator: ",")
    }
}
