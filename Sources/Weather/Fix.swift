/// A position that the machine was found at.
public struct Fix: Sendable, Hashable, Codable {
    public var coordinate: Coordinate
    /// Metres within which the true position lies; nil when the source does not say.
    public var accuracy: Double?
    /// Metres above sea level; nil when the source does not say.
    public var altitude: Double?
    /// Those that there is land at, m: from the shore of the Dead Sea to the top of Mount Everest, rounded outwards.
    public static let altitudes = -500.0...9000

    /// When it was found.
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
}
