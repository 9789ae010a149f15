public import Weather

/// A closed line, as the outline of an area. Edges are straight in degrees, and the shorter way around the Earth; it may cross
/// itself and the 180th meridian.
public struct Ring: Sendable, Hashable {
    /// At least three, without a repeated last one.
    public let points: [Coordinate]

    /// nil without three different points.
    public init?(_ points: [Coordinate]) {
        var points = points
        while points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count >= 3, Set(points.prefix(100)).count >= 3 || Set(points).count >= 3 else { return nil }
        self.points = points
    }

    /// Whether a position is inside or on the line. An area that the line encloses several times is inside, whatever the
    /// direction; where loops of opposite direction overlap, as around a hole, it is not.
    public func contains(_ position: Coordinate) -> Bool {
        // Longitudes from the position, without a jump at the 180th meridian.
        var x = (points[0].longitude - position.longitude).turned
        var winding = [0, 0, 0]
        let turns = [-360.0, 0, 360]
        let start = x
        func step(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Bool {
            for (index, turn) in turns.enumerated() {
                switch crossing(from: (from.x + turn, from.y), to: (to.x + turn, to.y)) {
                case .on: return true
                case .crosses(let way): winding[index] += way
                case .none: break
                }
            }
            return false
        }
        for index in points.indices {
            let (point, next) = (points[index], points[index + 1 == points.count ? 0 : index + 1])
            let nextX = x + (next.longitude - point.longitude).turned
            if step((x, point.latitude - position.latitude), (nextX, next.latitude - position.latitude)) { return true }
            x = nextX
        }
        if abs(x - start) > 180 {
            // The line goes around the Earth: it encloses the nearer pole.
            let north = points.reduce(0) { $0 + $1.latitude } > 0
            let pole = (north ? 90 : -90) - position.latitude
            let y = points[0].latitude - position.latitude
            if step((x, y), (x, pole)) || step((x, pole), (start, pole)) || step((start, pole), (start, y)) {
                return true
            }
        }
        return winding.contains { $0 != 0 }
    }

    private enum Crossing {
        case none, on
        /// The half-axis towards the east is crossed northwards (1) or southwards (-1).
        case crosses(Int)
    }

    /// How an edge passes the origin.
    private func crossing(from: (x: Double, y: Double), to: (x: Double, y: Double)) -> Crossing {
        let side = from.x * to.y - to.x * from.y
        if side == 0, from.x * to.x <= 0, from.y * to.y <= 0 { return .on }
        if from.y <= 0, to.y > 0 { return side > 0 ? .crosses(1) : .none }
        if from.y > 0, to.y <= 0 { return side < 0 ? .crosses(-1) : .none }
        return .none
    }
}

extension Double {
    /// The same angle in degrees, from -180 to 180.
    package var turned: Double { self > 180 ? self - 360 : self < -180 ? self + 360 : self }
}
