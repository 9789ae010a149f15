public import Weather

/// An area between two parallels and two meridians.
public struct CoordinateBox: Sendable {
    /// Degrees.
    public var latitudes: ClosedRange<Double>
    /// Degrees; a box cannot cross the 180th meridian.
    public var longitudes: ClosedRange<Double>

    public init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }

    public func contains(_ coordinate: Coordinate) -> Bool {
        latitudes.contains(coordinate.latitude) && longitudes.contains(coordinate.longitude)
    }
}
