/// How many colours a terminal has. The raw values are words of `--color`.
public enum ColorDepth: String, Sendable, Hashable {
    /// None, or nobody who would see them.
    case none = "never"
    /// The 256 of xterm.
    case palette = "256"
    /// 24 bits a colour.
    case full = "truecolor"

    /// - Parameter word: also `always`, for the colours that every terminal has, and `auto`, which is for weatherctl to
    ///   resolve: nobody else knows whether there is a terminal.
    public init?(word: String) {
        switch word {
        case "always": self = .palette
        case "auto": self = .none
        default: self.init(rawValue: word)
        }
    }
}
