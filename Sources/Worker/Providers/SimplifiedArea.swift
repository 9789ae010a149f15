import Glibc
public import Weather

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
        let scale = cos(self[0].latitude * .pi / 180)
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
        let metres = Coordinate.earthRadius * .pi / 180
        let scale = cos(latitude * .pi / 180) * metres
        let (x0, y0) = ((from.longitude - longitude).turned * scale, (from.latitude - latitude) * metres)
        let (x1, y1) = ((to.longitude - longitude).turned * scale, (to.latitude - latitude) * metres)
        let (dx, dy) = (x1 - x0, y1 - y0)
        let length = dx * dx + dy * dy
        let along = length > 0 ? max(0, min(1, -(x0 * dx + y0 * dy) / length)) : 0
        let (x, y) = (x0 + along * dx, y0 + along * dy)
        return (x * x + y * y).squareRoot()
    }
}
