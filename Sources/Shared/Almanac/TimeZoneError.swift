/// Why a time zone is not available.
public enum TimeZoneError: Error, Sendable, Hashable {
    /// Not a valid tzdata name.
    case invalidName
    /// tzdata has no zone with this name.
    case unknown
    /// The file could not be read.
    ///
    /// - reason: the `errno`.
    case unreadable(reason: Int32)
    /// The file does not conform to RFC 9636.
    case damaged(TZifError)
}

/// An error in a TZif file.
public enum TZifError: Error, Sendable, Hashable {
    /// The magic number is missing.
    case notTZif
    /// The file, or one of its tables, is larger than any zone needs.
    case tooLong
    /// The file is truncated.
    case truncated
    /// The numbers of the header contradict each other.
    case header
    /// The transitions are not sorted, or one refers to a missing local time type.
    case transitions
    /// A local time type has an impossible offset or no abbreviation.
    case types
    /// The times include leap seconds, as in tzdata's `right` directory, unlike POSIX.
    case leapSeconds
    /// The rule for the time after the last transition is invalid.
    case footer
}
