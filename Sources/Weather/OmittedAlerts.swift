/// How many warnings of an answer are not shown though they may apply, by reason. With one of them, "none in force" is not known.
public struct OmittedAlerts: Sendable, Hashable {
    /// They name only regions that weatherd does not know.
    public var unlocated: Int
    /// They could not be understood, or were beyond a limit.
    public var unreadable: Int

    /// Above any number of warnings in an answer.
    public static let most = 1_000_000

    public init(unlocated: Int = 0, unreadable: Int = 0) {
        (self.unlocated, self.unreadable) = (unlocated, unreadable)
    }
}
