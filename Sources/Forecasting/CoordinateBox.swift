import Weather

/// A part of the Earth between two parallels and two meridians.
struct CoordinateBox: Sendable {
    /// Degrees.
    var latitudes: ClosedRange<Double>
    /// Degrees; a box does not reach across the 180th meridian.
    var longitudes: ClosedRange<Double>

    func contains(_ coordinate: Coordinate) -> Bool {
        latitudes.contains(coordinate.latitude) && longitudes.contains(coordinate.longitude)
    }
}
