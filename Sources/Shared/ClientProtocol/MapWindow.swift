import Glibc

/// The part of the Earth that a map shows, and its size in terminal cells, which are twice as high as wide.
///
/// The projection is equirectangular, with the latitude of the centre as its standard parallel: all cells have the same
/// size in degrees, and shapes are undistorted near the centre.
public struct MapWindow: Sendable, Hashable {
    /// The position at the centre of the cell in column `columns / 2` and line `lines / 2`.
    public var center: MapPosition
    /// 0 for the whole world; each step halves the degrees per cell.
    public var zoom: Double
    /// In cells; at least 1.
    public var columns: Int
    public var lines: Int

    public static let zooms = 0.0...8.0
    /// The latitude from which windows stop getting wider, which would diverge at the pole.
    private static let steepestLatitude = 85.0

    public init(center: MapPosition, zoom: Double, columns: Int, lines: Int) {
        self.center = center
        self.zoom = max(Self.zooms.lowerBound, min(Self.zooms.upperBound, zoom))
        self.columns = max(1, columns)
        self.lines = max(1, lines)
    }

    /// The degrees of latitude per line for the whole world.
    public static func degreesPerLine(columns: Int, lines: Int) -> Double {
        max(720 / Double(columns), 180 / Double(lines))
    }

    /// The degrees of latitude per line.
    public var degreesPerLine: Double {
        Self.degreesPerLine(columns: columns, lines: lines) / exp2(zoom)
    }

    /// The degrees of longitude per column, at most for the whole circle.
    public var degreesPerColumn: Double {
        let square = degreesPerLine / 2
        return min(square / Self.shrinkage(at: center.latitude), max(360 / Double(columns), square))
    }

    /// The length of a degree of longitude relative to the equator, at most 1.
    public static func shrinkage(at latitude: Double) -> Double {
        cos(min(latitude.magnitude, steepestLatitude) * .pi / 180)
    }

    public var north: Double { center.latitude + (Double(lines / 2) + 0.5) * degreesPerLine }
    public var south: Double { north - Double(lines) * degreesPerLine }
    /// The edges in degrees, which may exceed ±180.
    public var west: Double { center.longitude - (Double(columns / 2) + 0.5) * degreesPerColumn }
    public var east: Double { west + Double(columns) * degreesPerColumn }

    /// The window moved by a number of cells.
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
