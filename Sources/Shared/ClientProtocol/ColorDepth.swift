/// The colours of a terminal. The raw values are words of `--color`.
public enum ColorDepth: String, Sendable, Hashable {
    /// No colours.
    case none = "never"
    /// The 256 colours of xterm.
    case palette = "256"
    /// 24-bit colours.
    case full = "truecolor"

    /// - Parameter word: also `always`, for the basic colours of all terminals, and `auto`, which only weatherctl can
    ///   resolve, since it knows the terminal.
    public init?(word: String) {
        switch word {
        case "always": self = .palette
        case "auto": self = .none
        default: self.init(rawValue: word)
        }
    }
}
