import ClientProtocol

/// A point on a map: longitude and latitude in degrees, or columns and rows of dots.
struct MapPoint: Sendable, Hashable {
    var x: Double
    var y: Double
}

/// A rectangle in degrees; west and east may exceed ±180 across the antimeridian.
struct MapFrame: Sendable, Hashable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    init(west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// The part of the Earth that a window shows. A window wider than the world shows it once.
    init(of window: MapWindow) {
        let center = window.center.longitude
        // The edges of a window around the whole world are subject to rounding.
        let isWider = window.east - window.west > 360.001
        self.init(
            west: isWider ? center - 180 : window.west, south: max(window.south, -90),
            east: isWider ? center + 180 : window.east, north: min(window.north, 90))
    }

    /// Clips a line segment (Liang and Barsky, 1984); nil when it is outside.
    func clip(_ start: MapPoint, _ end: MapPoint) -> (start: MapPoint, end: MapPoint)? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (first, last) = (0.0, 1.0)
        for (step, room) in [
            (-dx, start.x - west), (dx, east - start.x), (-dy, start.y - south), (dy, north - start.y),
        ] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                first = max(first, room / step)
            } else {
                last = min(last, room / step)
            }
        }
        guard first <= last else { return nil }
        func point(_ share: Double) -> MapPoint { MapPoint(x: start.x + share * dx, y: start.y + share * dy) }
        return (first == 0 ? start : point(first), last == 1 ? end : point(last))
    }
}
