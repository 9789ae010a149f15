/// Whether text stands on a dark or on a light background. The raw values are words of `--theme` and `--background`.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    case dark
    case light
}
