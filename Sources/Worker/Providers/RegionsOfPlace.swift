public import Weather

/// The areas at a place: their shapes, and the regions that geocodes name.
public struct RegionsOfPlace: Sendable {
    private let place: Coordinate
    private let table: RegionTable
    /// The regions of the table around the place.
    private let here: Set<Int>
    /// Their countries, as the first letters of MeteoAlarm's codes.
    private let countries: [String]
    /// Whether one of them is land.
    private let isInLandRegion: Bool
    /// Whether the place is on land.
    private let isAshore: Bool

    /// - Parameter isAshore: whether the place is known to be on land; a land region around it says so too.
    public init(_ place: Coordinate, in table: RegionTable = RegionTable(), isAshore: Bool = false) {
        self.place = place
        self.table = table
        here = table.regions(at: place)
        countries = Set(here.map(table.country)).sorted()
        isInLandRegion = here.contains { !table.isSea($0) }
        self.isAshore = isAshore || isInLandRegion
    }

    /// Whether the place is in the region of a geocode; false for an unknown one.
    public func isInside(_ value: String, of name: String) -> Bool {
        table.region(value, of: name).map(here.contains) ?? false
    }

    /// Whether a warning is the sea's, though the place is on land near it. Waves and high water reach the shore too, so
    /// MeteoAlarm's coastal regions count for these.
    func excludes(_ info: CAPInfo) -> Bool {
        if isAshore, info.isMarine, !info.areas.contains(where: \.isSeaRegion) { return true }
        guard isInLandRegion, info.kind != .coastal, info.kind != .tsunami else { return false }
        let areas = info.areas.filter { covers($0) == true }
        return !areas.isEmpty && areas.allSatisfy(\.isSeaRegion)
    }

    /// Whether a message's info is for the place, as `covers(_:)` of its areas unless the service has decided it.
    func covers(_ info: CAPInfo, of message: CAPMessage) -> Bool? {
        switch message.placement {
        case .byArea: covers(info.areas)
        case .here: true
        case .elsewhere: false
        }
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
        let codes = area.geocodes.map { regions(of: $0, in: area) }
        let named = hasOnlyName(area) ? regions(named: area.name) : nil
        let known = codes.compactMap(\.self) + [named].compactMap(\.self)
        if known.contains(where: { $0.contains(where: here.contains) }) { return true }
        let isKnown = named != nil || !codes.isEmpty && !codes.contains { $0 == nil }
        return isKnown && !area.hasDamagedShape ? false : nil
    }

    /// Whether no code says more: those of MeteoAlarm have their country, in which their names are looked up.
    private func hasOnlyName(_ area: CAPArea) -> Bool {
        area.geocodes.allSatisfy { $0.name.lowercased() != "emma_id" && regions(of: $0, in: area) == nil }
    }

    /// What an area is called, in the countries of the place, where names are known; nil for another name. Elsewhere it may mean
    /// another region.
    private func regions(named name: String?) -> [Int]? {
        guard let name else { return nil }
        return countries.lazy.compactMap { table.regions(named: name, inCountryOf: $0) }.first
    }

    /// What a geocode means, or else the area's name; nil when neither is known.
    private func regions(of code: CAPInfo.Value, in area: CAPArea) -> [Int]? {
        if let region = table.region(code.value, of: code.name) { return [region] }
        guard code.name.lowercased() == "emma_id", let name = area.name else { return nil }
        return table.regions(named: name, inCountryOf: code.value)
    }

    /// The area's shapes or, without any, those of the regions that it names.
    func shapes(of area: CAPArea) -> [AlertArea] {
        let own =
            area.rings.map { AlertArea.polygon([$0.points]) }
            + area.circles.map { AlertArea.circle(centre: $0.centre, radius: $0.radius) } + area.outlines
        guard own.isEmpty else { return own }
        let codes = area.geocodes.prefix(20).compactMap { regions(of: $0, in: area) }
        let all = codes.isEmpty && hasOnlyName(area) ? [regions(named: area.name) ?? []] : codes
        return all.flatMap { $0.flatMap(table.shape) }
    }
}
