public import Weather

/// An event of a location source.
public enum LocationFinding: Sendable, Hashable {
    /// The machine was located.
    case fix(LocationFix)
    /// The location is unknown for this reason.
    case failure(LocationFailure)
    /// The cause of a failure is gone, so that a retry may succeed.
    case recovered
}
