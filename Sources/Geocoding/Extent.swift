import Weather

/// The part of the Earth that a settlement probably covers: a disc around its position.
struct Extent: Sendable {
    var center: Coordinate
    /// Inhabitants; 0 when not known.
    var population: Int

    /// Metres. As many people as the settlement has, at 3,000 a square kilometre, which is common in towns; a kilometre at least,
    /// since small settlements are scattered and many have no number. `fill.sql` has the same formula.
    var radius: Double { max(1000, (Double(population) / (.pi * 3000)).squareRoot() * 1000) }

    /// Whether a position is in it.
    func covers(_ position: Coordinate) -> Bool { center.distance(to: position) <= radius }

    /// How far out a position lies, in radii.
    ///
    /// It is by this that Paris is preferred to a quarter of it whose centre is a little nearer. Within half a kilometre nearer
    /// does not count, since where exactly the centre of a place is nobody can tell.
    func reach(to position: Coordinate) -> Double { max(500, center.distance(to: position)) / radius }

    /// How a position lies from the settlement; nil when it may be called by its name: inside, or within 20 km, which is as far
    /// as the next settlement's weather.
    func offset(of position: Coordinate) -> Locality.Offset? {
        let distance = center.distance(to: position)
        guard distance > max(radius, 20_000) else { return nil }
        return Locality.Offset(distance: distance, bearing: center.bearing(to: position))
    }
}
