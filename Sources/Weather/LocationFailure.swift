/// Why a source could not say where the machine is. Locating throws it, Rendering puts it into words.
public enum LocationFailure: Error, Sendable, Hashable {
    /// The system bus cannot be reached; `reason` is the system's word for it.
    case noBus(reason: String)
    /// GeoClue is not installed.
    case notInstalled
    /// GeoClue does not allow it, most often because no agent runs that could; `reason` is its own sentence.
    case refused(reason: String)
    /// The source has not answered within `seconds`.
    case timedOut(seconds: Int)
    /// The source ended while it was needed.
    case ended
    /// The source failed otherwise; `reason` is its own sentence.
    case failed(reason: String)
    /// The system's time zone has no place: `UTC`, or one that tzdata does not list. nil when none is set.
    case noPlace(timeZone: String?)
    /// The service on the Internet did not answer.
    case network(FetchFailure)
    /// The service does not know where this address is.
    case unknownAddress
    /// An address alone moved the place by so many metres; that is believed when it is said again later.
    case unconfirmed(distance: Double)
}
