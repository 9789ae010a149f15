import ClientProtocol
import Weather

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
