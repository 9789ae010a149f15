import Languages

// Fits watched pages to a terminal's height, since they cannot be scrolled.

extension Style {
    /// The footer is omitted if it would exceed this fraction of the height.
    private static let footShare = 3

    /// The lines truncated to the terminal's height above the footer, with a line that counts the omitted ones. The
    /// footer, after the last empty line, has the age and the source of the weather.
    ///
    /// - Parameters:
    ///   - lines: the complete page.
    ///   - command: the command that shows the complete page; nil for none.
    public func fittedToHeight(_ lines: [String], command: String?) -> [String] {
        guard let height, lines.count > height else { return lines }
        let end = lines.lastIndex(of: "") ?? lines.endIndex
        let below = lines[end...].dropFirst()
        let foot = below.count <= height / Self.footShare ? below : []
        let kept = lines.prefix(height - foot.count - 1)
        let missing = lines[kept.endIndex..<(foot.isEmpty ? lines.endIndex : end)].count { !$0.isEmpty }
        return kept + written([more(missing, command: command)]) + foot
    }

    /// The line that counts omitted lines; without the command if it is too wide.
    func more(_ count: Int, command: String?) -> StyledText {
        let columns = width ?? .max
        let text = words.more(count, command: command)
        let line = text.columns <= columns ? text : words.more(count, command: nil)
        return StyledText(line, .faint).cut(to: columns)
    }
}
