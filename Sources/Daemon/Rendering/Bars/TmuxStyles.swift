import ClientProtocol

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
