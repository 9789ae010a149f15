/// The result of a refresh request.
public enum RefreshAnswer: Sendable, Hashable {
    case begun
    case done
    case failed(FetchFailure)
    /// Rate-limited until that time.
    case tooSoon(UnixTime)
    /// The maximum number of places is in use.
    case full
    /// The daemon is shutting down.
    case stopping
}
