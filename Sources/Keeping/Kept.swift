public import Weather

/// What is kept of one kind of report for one place, and how the last try for it went.
public struct Kept<Content: ProviderReport & Hashable>: Sendable, Hashable {
    /// The last good one; nil until the first.
    public var content: Content?
    /// Why the last try brought nothing; nil when it was a success, and before the first.
    public var failure: FetchFailure?
    /// When it was last tried; nil when not since the start.
    public var triedAt: UnixTime?
    /// When the next is going to be fetched; nil while that is under way or not planned.
    public var nextRefresh: UnixTime?

    /// Whether that it failed may be for the way to who is asked, and not for them.
    public internal(set) var isWayInDoubt = false

    public init(_ content: Content? = nil) {
        self.content = content
    }

    mutating func forgetUncovered() {
        if case .notCovered = failure { failure = nil }
    }

    /// Whether a try has ended, well or not.
    public var hasOutcome: Bool { content != nil || failure != nil }
}
