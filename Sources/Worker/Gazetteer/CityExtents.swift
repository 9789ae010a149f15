import Weather

/// The places in the list of cities by position, in memory. Each query scans all of them, which takes two milliseconds.
struct CityExtents {
    /// Sorted by population, largest first.
    private let places: [Settlement]

    init(_ query: GazetteerQuery) throws {
        var places: [Settlement] = []
        try query.each("SELECT id, latitude, longitude, population, country FROM place ORDER BY id") { row in
            let extent = Extent(center: try row.coordinate(1), population: try row.integer(3))
            places.append(Settlement(id: try row.integer(0), extent: extent, country: try row.integer(4)))
            return true
        }
        self.places = places
    }

    /// The places whose extent covers the position.
    func covering(_ position: Coordinate) -> [Settlement] { places.filter { $0.extent.covers(position) } }

    /// The place with the nearest centre; nil when there is none.
    ///
    /// - Parameter country: the id of an area; nil for any country.
    func nearest(to position: Coordinate, in country: Int?) -> Settlement? {
        var nearest: (distance: Double, settlement: Settlement)?
        for place in places where country == nil || place.country == country {
            let distance = place.extent.center.distance(to: position)
            if distance < nearest?.distance ?? .infinity { nearest = (distance, place) }
        }
        return nearest?.settlement
    }

    /// The largest place with this centre; nil when there is none.
    func centered(at position: Coordinate) -> Int? {
        places.first { $0.extent.center.units == position.units }?.id
    }
}

extension Coordinate {
    /// Latitude and longitude in 1e-5 degrees, as in the tables.
    var units: [Int] { [latitude, longitude].map { Int(($0 * 100_000).rounded()) } }
}
