import Glibc
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

// CAP's text forms of shapes (CAP 1.2, 3.2.4).
extension Ring {
    /// `lat,lon lat,lon …`. Skips brackets and other characters that are not part of numbers, and single words that are not
    /// points; nil if more than a tenth of the text is unusable.
    ///
    /// - Parameter most: the most points.
    /// - Throws: `tooLarge` with more points.
    init?(capPolygon text: some Collection<UInt8>, upTo most: Int) throws(XMLFailure) {
        var points: [Coordinate] = []
        var damaged = 0
        // In place, since there may be millions.
        var start = text.startIndex
        while let first = text[start...].firstIndex(where: { $0 > 0x20 }) {
            let end = text[first...].firstIndex { $0 <= 0x20 } ?? text.endIndex
            start = end
            if let point = Coordinate(capPoint: text[first..<end]) {
                if points.last != point { points.append(point) }
            } else {
                damaged += 1
                // Too many for as many points as there may be.
                guard damaged * 10 <= most else { return nil }
            }
            guard points.count <= most else { throw .tooLarge }
        }
        guard damaged * 10 <= points.count else { return nil }
        self.init(points)
    }

    /// As `init(capPolygon:upTo:)`, from text.
    public init?(capPolygon text: String, upTo most: Int = CAPLimits.points) throws(XMLFailure) {
        try self.init(capPolygon: Array(text.utf8), upTo: most)
    }
}

extension Circle {
    /// `lat,lon radius`, the radius in kilometres.
    public init?(cap text: String) {
        let words = text.utf8.split { $0 <= 0x20 }
        guard words.count == 2, let centre = Coordinate(capPoint: words[0]),
            let kilometres = Double(String(decoding: words[1], as: UTF8.self)), kilometres >= 0,
            AlertArea.radii.contains(kilometres * 1000)
        else { return nil }
        self.init(centre: centre, radius: kilometres * 1000)
    }
}

extension Coordinate {
    /// `lat,lon` in degrees. Longitudes up to 360 are accepted, since areas across the 180th meridian have them.
    init?(capPoint word: some Sequence<UInt8>) {
        var numbers: [Double] = []
        var digits: [UInt8] = []
        func close() -> Bool {
            guard !digits.isEmpty, digits.count <= 40, numbers.count < 2 else { return false }
            guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return false }
            numbers.append(number)
            digits.removeAll(keepingCapacity: true)
            return true
        }
        for byte in word {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                digits.append(byte)
            case UInt8(ascii: ","): guard close() else { return nil }
            default: break
            }
        }
        guard close(), numbers.count == 2, (-360...360).contains(numbers[1]) else { return nil }
        let (latitude, longitude) = (numbers[0], numbers[1])
        self.init(latitude: latitude, longitude: longitude.turned)
    }
}

extension AlertArea {
    /// The same areas for a map, with at most `Alert.mostPoints` points in all: large ones and the first come first, small
    /// parts are left out, and each line has a share of the points. Duplicates are left out.
    public static func simplified(_ areas: [AlertArea]) -> [AlertArea] {
        var seen: Set<AlertArea> = []
        let areas = areas.prefix(1000).filter { seen.insert($0).inserted }
        guard let first = areas.first else { return [] }
        // Below about ten points each, lines are no outlines.
        let others = areas.dropFirst().sorted { $0.extent > $1.extent }.prefix(19)
        let kept = [first] + others
        let share = Alert.mostPoints / kept.count
        return kept.compactMap { area in
            guard case .polygon(let rings) = area else { return area }
            // Holes are shown where there is room.
            guard let outline = rings.first else { return nil }
            let holes = rings.dropFirst().sorted { $0.extent > $1.extent }.prefix(share / 20)
            let outlineShare = holes.isEmpty ? share : share * 2 / 3
            let lines =
                [outline.fitted(to: outlineShare)] + holes.map { $0.fitted(to: (share - outlineShare) / holes.count) }
            let whole = lines.filter { $0.count >= 3 }
            return lines[0].count >= 3 ? .polygon(whole) : nil
        }
    }

    /// The width and height in degrees, for ordering.
    private var extent: Double {
        switch self {
        case .polygon(let rings): rings.first?.extent ?? 0
        case .circle(_, let radius): radius / 50_000
        }
    }
}

extension [Coordinate] {
    fileprivate var extent: Double {
        guard let first else { return 0 }
        var (west, east, south, north) = (0.0, 0.0, first.latitude, first.latitude)
        for point in self {
            let x = (point.longitude - first.longitude).turned
            (west, east) = (Swift.min(west, x), Swift.max(east, x))
            (south, north) = (Swift.min(south, point.latitude), Swift.max(north, point.latitude))
        }
        return east - west + north - south
    }

    /// The closed line with at most `most` points, rounded to about 11 m.
    fileprivate func fitted(to most: Int) -> [Coordinate] {
        var points = Ring(self)?.points ?? []
        var tolerance = 0.000_5
        while points.count > most, tolerance < 90 {
            points = points.thinned(by: tolerance)
            // The next step takes time by the square of the number of points, in the worst case.
            if points.count <= 4000 { points = points.simplified(by: tolerance) }
            tolerance *= 1.5
        }
        return points.count > most ? [] : points.map(\.rounded)
    }

    /// Without points that are near the one before.
    private func thinned(by tolerance: Double) -> [Coordinate] {
        var kept: [Coordinate] = []
        for point in self {
            guard let last = kept.last else {
                kept.append(point)
                continue
            }
            let (dx, dy) = ((point.longitude - last.longitude).turned, point.latitude - last.latitude)
            if dx * dx + dy * dy >= tolerance * tolerance { kept.append(point) }
        }
        return kept
    }

    /// Douglas and Peucker, 1973, for a closed line: between its first point and the farthest from it.
    private func simplified(by tolerance: Double) -> [Coordinate] {
        guard count > 3 else { return self }
        var xs = [0.0]
        for (point, next) in zip(self, dropFirst()) {
            xs.append((xs.last ?? 0) + (next.longitude - point.longitude).turned)
        }
        let scale = cos(self[0].latitude.radians)
        let line = zip(xs, self).map { (x: $0 * scale, y: $1.latitude) }
        func square(_ left: Int, _ right: Int) -> Double {
            let (dx, dy) = (line[left].x - line[right].x, line[left].y - line[right].y)
            return dx * dx + dy * dy
        }
        let far = indices.max { square(0, $0) < square(0, $1) } ?? 0
        var kept: Set<Int> = [0, far]
        var open = [(0, far), (far, count)]
        while let (first, last) = open.popLast() {
            let (from, to) = (line[first], line[last % count])
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let length = dx * dx + dy * dy
            var farthest = (square: tolerance * tolerance, index: -1)
            for index in first + 1..<Swift.max(first + 1, last) {
                let (px, py) = (line[index].x - from.x, line[index].y - from.y)
                let along = length > 0 ? Swift.max(0, Swift.min(1, (px * dx + py * dy) / length)) : 0
                let (ox, oy) = (px - along * dx, py - along * dy)
                if ox * ox + oy * oy > farthest.square { farthest = (ox * ox + oy * oy, index) }
            }
            guard farthest.index >= 0 else { continue }
            kept.insert(farthest.index)
            open += [(first, farthest.index), (farthest.index, last)]
        }
        return kept.sorted().map { self[$0] }
    }
}

extension Coordinate {
    /// The distance in metres to a short edge, on a plane around this position.
    public func distance(toEdge from: Coordinate, _ to: Coordinate) -> Double {
        let metres = Coordinate.metresPerDegree
        let scale = cos(latitude.radians) * metres
        let (x0, y0) = ((from.longitude - longitude).turned * scale, (from.latitude - latitude) * metres)
        let (x1, y1) = ((to.longitude - longitude).turned * scale, (to.latitude - latitude) * metres)
        let (dx, dy) = (x1 - x0, y1 - y0)
        let length = dx * dx + dy * dy
        let along = length > 0 ? max(0, min(1, -(x0 * dx + y0 * dy) / length)) : 0
        let (x, y) = (x0 + along * dx, y0 + along * dy)
        return (x * x + y * y).squareRoot()
    }
}
