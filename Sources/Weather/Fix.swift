/// A position that the machine was found at.
public struct Fix: Sendable, Hashable, Codable {
    public var coordinate: Coordinate
    /// Metres within which the true position lies; nil when the source does not say.
    public var accuracy: Double?
    /// When it was found.
    public var time: UnixTime
    public var source: LocationSource

    public init(coordinate: Coordinate, accuracy: Double? = nil, time: UnixTime, source: LocationSource) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.time = time
        self.source = source
    }
}
