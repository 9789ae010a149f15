public import Weather

/// What a source says while it looks for the machine.
public enum LocationFinding: Sendable, Hashable {
    /// Here it is.
    case fix(Fix)
    /// It is not known, for this reason.
    case failure(LocationFailure)
    /// What failed is there again: looking anew is worth it.
    case returned
}
