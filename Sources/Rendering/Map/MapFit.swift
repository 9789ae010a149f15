import Glibc
public import Weather
public import Wire

extension MapWindow {
    /// How near a map goes by itself: about a thousand kilometres across.
    private static let nearestFit = 5.0
    /// How much of the window is left free around the places, for what stands beside them.
    private static let used = (columns: 0.65, lines: 0.75)

    /// The window that shows all of the positions; the whole world when there are none.
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
        // One that is moved away from a pole has degrees that are less wide.
        self = best.keptOnEarth == best ? best : window(shrinkage: 1).keptOnEarth
    }

    /// How many cells lie around the middle of the one in the middle, as many on either side.
    private static func around(_ cells: Int) -> Double { Double(cells.isMultiple(of: 2) ? cells - 1 : cells) }

    /// Moved north or south so that it shows no more beyond a pole than it has to.
    public var keptOnEarth: MapWindow {
        var window = self
        // Moving it changes how wide a degree is, but not how high.
        window.center.latitude +=
            north - south >= 180 ? -(north + south) / 2 : max(0, -90 - south) - max(0, north - 90)
        return window
    }

    /// The shortest way round on which all of the longitudes lie; its end may be beyond 180.
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
