import Weather

/// The places in the list of cities by position, in memory. Each query scans all of them, which takes two milliseconds.
struct CityExtents {
    /// Sorted by population, largest first.
    private let places: [(id: Int, extent: Extent)]

    init(_ query: GazetteerQuery) throws {
        var places: [(id: Int, extent: Extent)] = []
        try query.each("SELECT id, latitude, longitude, population FROM place ORDER BY id") { row in
            let extent = Extent(center: try row.coordinate(1), population: try row.integer(3))
            places.append((try row.integer(0), extent))
            return true
        }
        self.places = places
    }

    /// The place whose extent covers the position most centrally; otherwise the one with the nearest centre; nil when there are
    /// no places.
    func place(at position: Coordinate) -> (id: Int, extent: Extent)? {
        var central: (reach: Double, index: Int)?
        var nearest: (distance: Double, index: Int)?
        for (index, place) in places.enumerated() {
            let distance = place.extent.center.distance(to: position)
            if distance < nearest?.distance ?? .infinity { nearest = (distance, index) }
            guard distance <= place.extent.radius else { continue }
            let reach = place.extent.reach(to: position)
            if reach < central?.reach ?? .infinity { central = (reach, index) }
        }
        return (central?.index ?? nearest?.index).map { places[$0] }
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
