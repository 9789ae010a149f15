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

    /// The wall clock was set: moves the time if it was by that clock, in this boot.
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
