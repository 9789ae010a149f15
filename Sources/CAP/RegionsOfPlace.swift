public import Weather

/// The areas at a place: their shapes, and the regions that geocodes name.
public struct RegionsOfPlace: Sendable {
    private let place: Coordinate
    private let table: RegionTable
    /// The regions of the table around the place.
    private let here: Set<Int>

    public init(_ place: Coordinate, in table: RegionTable) {
        self.place = place
        self.table = table
        here = table.regions(at: place)
    }

    /// Whether the place is in the region of a geocode; false for an unknown one.
    public func isInside(_ value: String, of name: String) -> Bool {
        table.region(value, of: name).map(here.contains) ?? false
    }

    /// Whether the place is in one of the areas; nil when it is in none whose position is known, and there are others.
    func covers(_ areas: [CAPArea]) -> Bool? {
        guard !areas.isEmpty else { return nil }
        var isUnknown = false
        for area in areas {
            switch covers(area) {
            case true?: return true
            case false?: break
            case nil: isUnknown = true
            }
        }
        return isUnknown ? nil : false
    }

    /// Whether the place is in the area: in one of its shapes or, without any, in a region that it names. nil when that is
    /// not known.
    func covers(_ area: CAPArea) -> Bool? {
        if area.rings.contains(where: { $0.contains(place) }) || area.circles.contains(where: { $0.contains(place) }) {
            return true
        }
        // The place may be in a shape that could not be read.
        guard area.rings.isEmpty, area.circles.isEmpty else { return area.hasDamagedShape ? nil : false }
        var isUnknown = area.geocodes.isEmpty || area.hasDamagedShape
        for code in area.geocodes {
            guard let region = table.region(code.value, of: code.name) else {
                isUnknown = true
                continue
            }
            if here.contains(region) { return true }
        }
        return isUnknown ? nil : false
    }

    /// The area's shapes or, without any, those of the regions that it names.
    func shapes(of area: CAPArea) -> [AlertArea] {
        let own =
            area.rings.map { AlertArea.polygon([$0.points]) }
            + area.circles.map { AlertArea.circle(centre: $0.centre, radius: $0.radius) }
        guard own.isEmpty else { return own }
        return area.geocodes.prefix(20).flatMap { code in
            table.region(code.value, of: code.name).map(table.shape) ?? []
        }
    }
}
