public import ClientProtocol
import Glibc
public import Weather

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
