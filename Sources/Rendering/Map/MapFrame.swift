import Wire

/// A point in the plane of a map: longitude and latitude in degrees, or columns and lines of dots.
struct MapPoint: Sendable, Hashable {
    var x: Double
    var y: Double
}

/// A rectangle of degrees; west and east go on beyond ±180 where it lies across the antimeridian.
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

    /// What a window shows of the Earth, once: where there is room for more than that, the rest is left empty.
    init(of window: MapWindow) {
        let center = window.center.longitude
        // A window that is all the way round has its edges where rounding puts them.
        let isWider = window.east - window.west > 360.001
        self.init(
            west: isWider ? center - 180 : window.west, south: max(window.south, -90),
            east: isWider ? center + 180 : window.east, north: min(window.north, 90))
    }

    /// The part of a stretch that lies within; nil when none does (Liang and Barsky, 1984).
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
