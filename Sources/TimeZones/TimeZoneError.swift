/// Why there is no time zone of a name.
public enum TimeZoneError: Error, Sendable, Hashable {
    /// tzdata has no name that is written like this.
    case invalidName
    /// tzdata has no zone of this name.
    case unknown
    /// The file could not be read.
    ///
    /// - reason: the system's, as an `errno`.
    case unreadable(reason: Int32)
    /// The file is not what RFC 9636 describes.
    case damaged(TZifError)
}

/// What is wrong with the bytes of a TZif file.
public enum TZifError: Error, Sendable, Hashable {
    /// They do not begin as a TZif file does.
    case notTZif
    /// They are more than any time zone takes, or they say so of one of their tables.
    case tooLong
    /// They end too early.
    case truncated
    /// The numbers of the header contradict each other.
    case header
    /// The transitions are not in order, or one leads to a local time type that is not in the file.
    case transitions
    /// A local time type has an impossible offset or no abbreviation.
    case types
    /// The times count leap seconds, as those of tzdata's `right` directory do, and not as POSIX counts.
    case leapSeconds
    /// The rule for the time after the last transition cannot be read.
    case footer
}
