public import ClientProtocol
import Glibc
import Languages
public import Weather

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
        // The edges of a window around the whole world are affected by rounding.
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

/// Converts between degrees and the cells of a window.
struct MapProjection: Sendable {
    let window: MapWindow
    private let degreesPerColumn: Double
    private let degreesPerLine: Double

    init(_ window: MapWindow) {
        self.window = window
        degreesPerColumn = window.degreesPerColumn
        degreesPerLine = window.degreesPerLine
    }

    /// Columns and lines from the upper left corner, not rounded; longitudes may exceed ±180.
    func point(longitude: Double, latitude: Double) -> MapPoint {
        MapPoint(x: (longitude - window.west) / degreesPerColumn, y: (window.north - latitude) / degreesPerLine)
    }

    /// The cell of a position; nil outside the window.
    func cell(_ coordinate: Coordinate) -> MapCell? {
        let west = MapFrame(of: window).west
        let east = (coordinate.longitude - west).truncatingRemainder(dividingBy: 360)
        let point = point(longitude: west + (east < 0 ? east + 360 : east), latitude: coordinate.latitude)
        let cell = MapCell(column: Int(point.x.rounded(.down)), line: Int(point.y.rounded(.down)))
        guard (0..<window.columns).contains(cell.column), (0..<window.lines).contains(cell.line) else { return nil }
        return cell
    }

    /// The position at the centre of a cell.
    func position(_ cell: MapCell) -> MapPosition {
        MapPosition(
            latitude: window.north - (Double(cell.line) + 0.5) * degreesPerLine,
            longitude: window.west + (Double(cell.column) + 0.5) * degreesPerColumn)
    }
}

/// A character cell, counted from the upper left corner.
struct MapCell: Sendable, Hashable {
    var column: Int
    var line: Int
}

extension MapWindow {
    /// The largest automatic zoom: about a thousand kilometres across.
    private static let nearestFit = 5.0
    /// The part of the window used for places; the rest leaves room for their labels.
    private static let used = (columns: 0.65, lines: 0.75)

    /// The window that contains all positions; the whole world without positions.
    public init(fitting positions: [Coordinate], columns: Int, lines: Int) {
        guard let latitudes = positions.map(\.latitude).extremes else {
            let center = MapPosition(latitude: 0, longitude: 0)
            self = MapWindow(center: center, zoom: 0, columns: columns, lines: lines).keptOnEarth
            return
        }
        let longitudes = Self.arc(around: positions.map(\.longitude))
        let center = MapPosition(
            latitude: (latitudes.lowerBound + latitudes.upperBound) / 2,
            longitude: (longitudes.lowerBound + longitudes.upperBound) / 2)
        func window(shrinkage: Double) -> MapWindow {
            let height = (latitudes.upperBound - latitudes.lowerBound) / (Self.around(lines) * Self.used.lines)
            let width = (longitudes.upperBound - longitudes.lowerBound) / (Self.around(columns) * Self.used.columns)
            let needed = max(height, width * 2 * shrinkage)
            let world = Self.degreesPerLine(columns: columns, lines: lines)
            let zoom = needed > 0 ? min(Self.nearestFit, log2(world / needed)) : Self.nearestFit
            return MapWindow(center: center, zoom: zoom, columns: columns, lines: lines)
        }
        let best = window(shrinkage: Self.shrinkage(at: center.latitude))
        // Moving the window away from a pole makes a degree narrower.
        self = best.keptOnEarth == best ? best : window(shrinkage: 1).keptOnEarth
    }

    /// The number of cells around the centre cell, the same on both sides.
    private static func around(_ cells: Int) -> Double { Double(cells.isMultiple(of: 2) ? cells - 1 : cells) }

    /// The window moved north or south to show as little as possible beyond a pole.
    public var keptOnEarth: MapWindow {
        var window = self
        // Moving changes the width of a degree, but not its height.
        window.center.latitude +=
            north - south >= 180 ? -(north + south) / 2 : max(0, -90 - south) - max(0, north - 90)
        return window
    }

    /// The shortest arc that contains all longitudes; its end may exceed 180.
    private static func arc(around longitudes: [Double]) -> ClosedRange<Double> {
        let sorted = longitudes.sorted()
        guard let first = sorted.first, let last = sorted.last else { return 0...0 }
        var arc = first...last
        for (west, east) in zip(sorted, sorted.dropFirst()) where west + 360 - east < arc.upperBound - arc.lowerBound {
            arc = east...(west + 360)
        }
        return arc
    }
}

extension [Double] {
    fileprivate var extremes: ClosedRange<Double>? {
        guard let least = self.min(), let greatest = self.max() else { return nil }
        return least...greatest
    }
}
