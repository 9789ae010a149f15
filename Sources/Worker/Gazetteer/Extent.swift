import Weather

/// The probable extent of a settlement: a disc around its centre.
struct Extent: Sendable {
    var center: Coordinate
    /// Inhabitants; 0 when unknown.
    var population: Int

    /// Metres: the area that the population takes at 3,000 per square kilometre, common in towns; at least a kilometre,
    /// since small settlements are scattered and many have no population figure. `extent.sql` has the same formula.
    var radius: Double { max(1000, (Double(population) / (.pi * 3000)).squareRoot() * 1000) }

    func covers(_ position: Coordinate) -> Bool { center.distance(to: position) <= radius }

    /// The distance of a position from the centre, in radii.
    ///
    /// By this measure Paris is preferred to one of its quarters whose centre is slightly closer. Distances below half
    /// a kilometre count as that, since the centre of a place is not more exact.
    func reach(to position: Coordinate) -> Double { max(500, center.distance(to: position)) / radius }

    /// A position's location relative to the settlement; nil when the settlement's name does not fit it: more than 20
    /// km outside.
    func offset(of position: Coordinate) -> Locality.Offset? {
        let distance = center.distance(to: position)
        guard distance > max(radius, 20_000) else { return nil }
        return Locality.Offset(distance: distance, bearing: center.bearing(to: position))
    }
}
