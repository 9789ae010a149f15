import Glibc

/// What part of the Earth a map shows, and how large: so many cells of a terminal, each twice as high as it is wide.
///
/// The projection is the equirectangular one (plate carrée) whose standard parallel is the latitude of the window's centre:
/// a degree is everywhere as many lines high, and there as wide as it should be. So a cell is so many degrees wherever it
/// is in the window, and shapes look right near the centre.
public struct MapWindow: Sendable, Hashable {
    /// What the cell in column `columns / 2` and line `lines / 2` has in its middle.
    public var center: MapPosition
    /// 0 for the whole world; a cell is half as many degrees with each step.
    public var zoom: Double
    /// Cells; at least 1.
    public var columns: Int
    public var lines: Int

    public static let zooms = 0.0...8.0
    /// From where on the longitudes of a window are no wider: near a pole there would be no end to it.
    private static let steepestLatitude = 85.0

    public init(center: MapPosition, zoom: Double, columns: Int, lines: Int) {
        self.center = center
        self.zoom = max(Self.zooms.lowerBound, min(Self.zooms.upperBound, zoom))
        self.columns = max(1, columns)
        self.lines = max(1, lines)
    }

    /// The degrees of latitude that a line is high when the whole world fits in.
    public static func degreesPerLine(columns: Int, lines: Int) -> Double {
        max(720 / Double(columns), 180 / Double(lines))
    }

    /// The degrees of latitude that a line is high.
    public var degreesPerLine: Double {
        Self.degreesPerLine(columns: columns, lines: lines) / exp2(zoom)
    }

    /// The degrees of longitude that a column is wide. No more than it takes for all the way round.
    public var degreesPerColumn: Double {
        let square = degreesPerLine / 2
        return min(square / Self.shrinkage(at: center.latitude), max(360 / Double(columns), square))
    }

    /// How much shorter a degree of longitude is at a latitude than at the equator, 1 and less.
    public static func shrinkage(at latitude: Double) -> Double {
        cos(min(latitude.magnitude, steepestLatitude) * .pi / 180)
    }

    public var north: Double { center.latitude + (Double(lines / 2) + 0.5) * degreesPerLine }
    public var south: Double { north - Double(lines) * degreesPerLine }
    /// The edges in degrees that go on beyond ±180 where the window does.
    public var west: Double { center.longitude - (Double(columns / 2) + 0.5) * degreesPerColumn }
    public var east: Double { west + Double(columns) * degreesPerColumn }

    /// The window with its centre moved by so many cells.
    public func moved(columns: Int, lines: Int) -> MapWindow {
        var window = self
        window.center = MapPosition(
            latitude: center.latitude - Double(lines) * degreesPerLine,
            longitude: center.longitude + Double(columns) * degreesPerColumn)
        return window
    }

    public func zoomed(by steps: Double) -> MapWindow {
        MapWindow(center: center, zoom: zoom + steps, columns: columns, lines: lines)
    }
}
