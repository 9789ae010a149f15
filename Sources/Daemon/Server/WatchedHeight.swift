import ClientProtocol
import Languages
import Rendering

extension Style {
    /// Fits a watched page, which cannot be scrolled, to the height of its terminal. Output for programs and bars is unchanged.
    func fitted(_ lines: [String], of reading: ViewRequest) -> [String] {
        guard reading.output == .text, !reading.view.isShort else { return lines }
        var style = self
        // The keys of `status` are English.
        if reading.view == .status { style.language = .english }
        return style.fittedToHeight(
            lines, command: reading.place == nil ? "weatherctl \(reading.view.words)" : nil)
    }
}
