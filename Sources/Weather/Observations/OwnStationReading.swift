/// What the user's own station says.
public enum OwnStationReading: Sendable, Hashable {
    case read(Observation)
    case failed(OwnStationProblem)

    public var observation: Observation? {
        if case .read(let observation) = self { observation } else { nil }
    }
}

/// Why the user's own station says nothing.
public enum OwnStationProblem: Error, Sendable, Hashable {
    /// The file cannot be read; the system's error message.
    case unreadable(reason: String)
    /// More than the most bytes.
    case tooLong(limit: Int)
    case notJSON
    /// No time, or one that is no RFC 3339 and no Unix time.
    case noTime
    /// No value under any known key.
    case noValues
    /// The value of a known key is of another type.
    case invalid(key: String)
    /// The command's exit status.
    case failed(status: Int)
    /// The command was killed by this signal.
    case killed(signal: Int)
    /// Seconds.
    case timedOut(Int)
    /// The command did not start; the system's error message.
    case notStarted(reason: String)
}
