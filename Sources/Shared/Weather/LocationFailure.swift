/// Why a source could not locate the machine.
public enum LocationFailure: Error, Sendable, Hashable {
    /// The system bus is unreachable; `reason` is the system's error.
    case noBus(reason: String)
    /// GeoClue is not installed.
    case notInstalled
    /// GeoClue denies access, usually because no agent is running; `reason` is its message.
    case refused(reason: String)
    /// No answer within `seconds`.
    case timedOut(seconds: Int)
    /// The source ended while it was in use.
    case ended
    /// Any other failure; `reason` is the source's message.
    case failed(reason: String)
    /// The source reported no position: not a number, not on Earth, or the zero of a source that knows none.
    case invalidPosition
    /// The position may be off by this many metres, which is too inaccurate for a place.
    case inaccurate(metres: Double)
    /// The system's time zone has no place: `UTC`, or one that tzdata does not list. nil when none is set.
    case noPlace(timeZone: String?)
    /// The request to the IP location service failed.
    case network(FetchFailure)
    /// The service has no location for this IP address.
    case unknownAddress
    /// A move of this many metres by IP address alone, which a second fix must confirm.
    case unconfirmed(distance: Double)
}
