import Weather
import Wire

/// From degrees to the cells of a window, and back.
struct MapProjection: Sendable {
    let window: MapWindow
    private let degreesPerColumn: Double
    private let degreesPerLine: Double

    init(_ window: MapWindow) {
        self.window = window
        degreesPerColumn = window.degreesPerColumn
        degreesPerLine = window.degreesPerLine
    }

    /// Columns and lines from the upper left corner, not rounded; longitudes go on beyond ±180.
    func point(longitude: Double, latitude: Double) -> MapPoint {
        MapPoint(x: (longitude - window.west) / degreesPerColumn, y: (window.north - latitude) / degreesPerLine)
    }

    /// The cell that a position is in; nil when that is outside the window.
    func cell(_ coordinate: Coordinate) -> MapCell? {
        let west = MapFrame(of: window).west
        let east = (coordinate.longitude - west).truncatingRemainder(dividingBy: 360)
        let point = point(longitude: west + (east < 0 ? east + 360 : east), latitude: coordinate.latitude)
        let cell = MapCell(column: Int(point.x.rounded(.down)), line: Int(point.y.rounded(.down)))
        guard (0..<window.columns).contains(cell.column), (0..<window.lines).contains(cell.line) else { return nil }
        return cell
    }

    /// What a cell has in its middle.
    func position(_ cell: MapCell) -> MapPosition {
        MapPosition(
            latitude: window.north - (Double(cell.line) + 0.5) * degreesPerLine,
            longitude: window.west + (Double(cell.column) + 0.5) * degreesPerColumn)
    }
}

/// A character's place on a map, from the upper left corner.
struct MapCell: Sendable, Hashable {
    var column: Int
    var line: Int
}
