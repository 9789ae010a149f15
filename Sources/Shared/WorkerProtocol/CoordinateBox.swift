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

extension CoordinateBox {
    /// The box with all positions within a distance in metres; two where it crosses the 180th meridian.
    public static func boxes(around coordinate: Coordinate, reaching distance: Double) -> [CoordinateBox] {
        let (north, east) = coordinate.degrees(within: distance)
        let latitudes = max(-90, coordinate.latitude - north)...min(90, coordinate.latitude + north)
        func box(_ west: Double, _ east: Double) -> CoordinateBox {
            CoordinateBox(latitudes: latitudes, longitudes: west...east)
        }
        guard east < 180 else { return [box(-180, 180)] }
        let (western, eastern) = (coordinate.longitude - east, coordinate.longitude + east)
        if western < -180 { return [box(western + 360, 180), box(-180, eastern)] }
        if eastern > 180 { return [box(western, 180), box(-180, eastern - 360)] }
        return [box(western, eastern)]
    }
}
