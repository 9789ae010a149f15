/// The background of text: dark or light. The raw values are words of `--theme` and `--background`.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    case dark
    case light
}
