import Glibc

/// A request for a map.
public struct MapRequest: Sendable, Hashable {
    /// nil to fit the places.
    public var center: MapPosition?
    /// Within `MapWindow.zooms`; nil to fit the places.
    public var zoom: Int?
    /// The map's height without the text below it; nil for a quarter of its columns.
    public var lines: Int?
    /// Whether to mark the centre and print its position instead of the places.
    public var hasCursor: Bool

    /// The most cells of a map: the widest one at its default height.
    public static let cellsLimit = 250_000

    public init(center: MapPosition? = nil, zoom: Int? = nil, lines: Int? = nil, hasCursor: Bool = false) {
        self.center = center
        self.zoom = zoom
        self.lines = lines
        self.hasCursor = hasCursor
    }
}

extension Arguments {
    /// Parses the arguments of `map`.
    mutating func map() throws(RequestError) -> MapRequest {
        var request = MapRequest()
        let words = popAll()
        if !words.isEmpty {
            guard let found = try PositionAmongWords(words), found.rest.isEmpty else { throw .arguments(command) }
            request.center = MapPosition(latitude: found.latitude, longitude: found.longitude)
        }
        request.zoom = try number(
            .zoom, within: Int(MapWindow.zooms.lowerBound)...Int(MapWindow.zooms.upperBound))
        request.lines = try number(.height, within: 1...Request.heightLimit)
        request.hasCursor = options[.cursor] != nil
        return request
    }

    func number(_ option: Command.Option, within range: ClosedRange<Int>) throws(RequestError) -> Int? {
        guard let word = options[option] else { return nil }
        guard let number = Int(word), range.contains(number) else {
            throw .badValue(
                word, of: option.rawValue,
                expected: "an integer between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }
}

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

/// A position on a map, in WGS 84 degrees.
public struct MapPosition: Sendable, Hashable {
    /// -90 (south) to 90 (north).
    public var latitude: Double
    /// -180 (west) to 180 (east).
    public var longitude: Double

    /// Clamps the latitude, and wraps the longitude.
    public init(latitude: Double, longitude: Double) {
        self.latitude = max(-90, min(90, latitude))
        self.longitude = Self.turned(longitude)
    }

    /// The position at the start of a line, in the format of `text`; nil for none.
    public init?(startOf line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let latitude = Double(degrees: String(words[0])), latitude.magnitude <= 90,
            let longitude = Double(degrees: String(words[1])), longitude.magnitude <= 180
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// `-34.9000 -56.2000`: four decimals, about 11 m, in the format of `set-location`.
    public var text: String { words[0] + " " + words[1] }

    /// The two numbers in the same format.
    public var words: [String] { [Self.text(latitude), Self.text(longitude)] }

    /// The longitude wrapped to -180 to 180.
    public static func turned(_ longitude: Double) -> Double {
        guard longitude.magnitude > 180 else { return longitude }
        let rest = longitude.truncatingRemainder(dividingBy: 360)
        return rest > 180 ? rest - 360 : rest < -180 ? rest + 360 : rest
    }

    // Written by hand, since weatherctl contains no formatter.
    private static func text(_ degrees: Double) -> String {
        let scaled = Int((degrees * 10_000).rounded())
        let fraction = String(10_000 + scaled.magnitude % 10_000).dropFirst()
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / 10_000).\(fraction)"
    }
}
