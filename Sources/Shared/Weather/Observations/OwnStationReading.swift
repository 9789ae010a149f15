/// The last reading of the user's own station.
public enum OwnStationReading: Sendable, Hashable {
    /// A measurement, the position of the station (nil when it is not given), and the values that were left out.
    case read(Observation, at: Coordinate? = nil, without: [UnusableValue] = [])
    case failed(OwnStationProblem)

    public var observation: Observation? {
        if case .read(let observation, _, _) = self { observation } else { nil }
    }

    /// The values that were left out.
    public var unusable: [UnusableValue] {
        if case .read(_, _, let unusable) = self { unusable } else { [] }
    }

    /// The reading for a place: with the distance of the station. Without a position, the station is taken to be at the
    /// configured place, and is not used for others.
    ///
    /// - Parameter isConfigured: whether the place is that of config.toml.
    public func applied(to place: Coordinate, isConfigured: Bool) -> OwnStationReading {
        guard case .read(var observation, let position, let unusable) = self else { return self }
        guard let position else { return isConfigured ? self : .failed(.noPosition) }
        observation.station.distance = place.distance(to: position).rounded()
        return .read(observation, at: position, without: unusable)
    }
}

/// A value of the user's own station that is not used, while the others are.
public enum UnusableValue: Sendable, Hashable {
    /// Physically impossible.
    case impossible(ImpossibleValue)
    /// Of another type, or out of range.
    case invalid(key: String)

    /// As in the JSON of `current`: `temperatureC`.
    public var key: String {
        switch self {
        case .impossible(let value): value.key
        case .invalid(let key): key
        }
    }
}

/// Why the user's own station is not used.
public enum OwnStationProblem: Error, Sendable, Hashable {
    /// The file cannot be read; the system's error message.
    case unreadable(reason: String)
    /// More bytes than the limit.
    case tooLong(limit: Int)
    case notJSON
    /// No time, or neither RFC 3339 nor Unix time.
    case noTime
    /// No value under any known key.
    case noValues
    /// The value of a known key is of another type.
    case invalid(key: String)
    /// Latitude and longitude are not both degrees of a position.
    case invalidPosition
    /// It has no position, and the current place is not that of config.toml.
    case noPosition
    /// Reading the file took longer than this, s.
    case stalled(Int)
    /// The command's exit status.
    case failed(status: Int)
    /// The command was killed by this signal.
    case killed(signal: Int)
    /// Seconds.
    case timedOut(Int)
    /// The command did not start; the system's error message.
    case notStarted(reason: String)
}
