/// What became of a wish for a refresh.
public enum RefreshAnswer: Sendable, Hashable {
    case begun
    case done
    case failed(FetchFailure)
    /// Allowed again at that time.
    case tooSoon(UnixTime)
    /// No more places can be looked after for now.
    case full
    /// The daemon is ending.
    case stopping
}
