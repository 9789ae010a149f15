/// A position of the machine.
public struct LocationFix: Sendable, Hashable, Codable {
    public var coordinate: Coordinate
    /// The radius of uncertainty, m; nil when unknown.
    public var accuracy: Double?
    /// Metres above sea level; nil when unknown.
    public var altitude: Double?
    /// Altitudes of land, m: from the shore of the Dead Sea to the top of Mount Everest, with a margin.
    public static let altitudes = -500.0...9000

    /// Maximum radius of uncertainty of a usable position, m.
    public static let worstAccuracy = 50_000.0

    /// The time of the fix.
    public var time: UnixTime
    public var source: LocationSource

    public init(
        coordinate: Coordinate, accuracy: Double? = nil, altitude: Double? = nil, time: UnixTime, source: LocationSource
    ) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.altitude = altitude
        self.time = time
        self.source = source
    }

    /// Moves the time after the wall clock was set, if it was taken from that clock in this boot.
    ///
    /// - Parameters:
    ///   - step: by how much, s.
    ///   - now: by the clock that was set.
    public mutating func redate(by step: Int, at now: Moment) {
        if time >= now.booted.advanced(by: -step) { time = time.advanced(by: step) }
    }

    /// Whether the fix is from the future, so that its age is unknown.
    public func isAhead(of now: UnixTime) -> Bool { now.advanced(by: Moment.tolerance) < time }
}

/// The sources of the machine's location. The raw values are the words in config.toml.
public enum LocationSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// GeoClue2, which uses Wi-Fi, mobile networks or GPS.
    case geoClue = "geoclue"
    /// The main city of the system's time zone, which may be far away.
    case timeZone = "timezone"
    /// An Internet service that locates the public IP address.
    case ip

    /// Whether the fix may be hundreds of kilometres off.
    public var isApproximate: Bool { self == .timeZone }
}

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
