// How a page that is watched is fitted to the height of a terminal, on which it cannot be scrolled.

extension Style {
    /// A foot that would take more of the height than one of so many parts is left out.
    private static let footShare = 3

    /// As many of the lines as the terminal has. Where that is not all, what stands last above the foot is left out, and a line
    /// says how many are. The foot, below the last empty line, says how old the weather is, and whose.
    ///
    /// - Parameters:
    ///   - lines: as they are written.
    ///   - command: what shows all of them; nil where there is no such command.
    public func fittedToHeight(_ lines: [String], command: String?) -> [String] {
        guard let height, lines.count > height else { return lines }
        let end = lines.lastIndex(of: "") ?? lines.endIndex
        let below = lines[end...].dropFirst()
        let foot = below.count <= height / Self.footShare ? below : []
        let kept = lines.prefix(height - foot.count - 1)
        let missing = lines[kept.endIndex..<(foot.isEmpty ? lines.endIndex : end)].count { !$0.isEmpty }
        return kept + written([more(missing, command: command)]) + foot
    }

    /// That so many are left out, in one line: without the command where there is no room for it.
    func more(_ count: Int, command: String?) -> StyledText {
        let columns = width ?? .max
        let text = words.more(count, command: command)
        let line = text.columns <= columns ? text : words.more(count, command: nil)
        return StyledText(line, .faint).cut(to: columns)
    }
}
