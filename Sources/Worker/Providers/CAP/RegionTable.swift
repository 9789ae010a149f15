import Formats
import Platform
public import Weather

/// The regions of MeteoAlarm, in the format that `Regions/prepare.py` describes. A damaged file is a table without regions.
public struct RegionTable: Sendable {
    private struct Region {
        var west: Double
        var south: Double
        var east: Double
        var north: Double
        /// The first two letters of its code.
        var country: String
        var isSea: Bool
        /// The bytes of its outline.
        var body: Range<Int>
    }

    /// Places within this distance of a region are in it, since outlines are simplified and positions rounded, m.
    static let tolerance = 1500.0

    private let bytes: [UInt8]
    private let steps: Double
    private let regions: [Region]
    /// By the geocode's name and value.
    private let indices: [String: Int]

    /// A table without regions.
    public init() {
        (bytes, steps, regions, indices) = ([], 1, [], [:])
    }

    public init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        let isTable = reader.take(8)?.elementsEqual(Array("regions".utf8) + [1]) ?? false
        let steps = max(1, reader.unsigned(2) ?? 1)
        var regions: [Region] = []
        var indices: [String: Int] = [:]
        while isTable, !reader.isAtEnd {
            guard let code = reader.text(), let aliases = reader.unsigned(1) else { break }
            var names = ["emma_id " + code]
            for _ in 0..<aliases {
                guard let kind = reader.unsigned(1), let alias = reader.text() else { break }
                names.append((kind == 1 ? "name " : "nuts\(kind) ") + alias)
            }
            let box = (0..<4).compactMap { _ in reader.signed16().map { Double($0) / Double(steps) } }
            guard box.count == 4, let length = reader.unsigned(4), let body = reader.range(length) else { break }
            for name in names { indices[name] = regions.count }
            regions.append(
                Region(
                    west: box[0], south: box[1], east: box[2], north: box[3],
                    country: String(code.prefix(2)), isSea: CAPInfo.Value.isSea(emmaID: code), body: body))
        }
        self.bytes = bytes
        self.steps = Double(steps)
        self.regions = regions
        self.indices = indices
    }

    public var isEmpty: Bool { regions.isEmpty }

    /// Whether a region is a part of the sea.
    func isSea(_ index: Int) -> Bool { regions.indices.contains(index) && regions[index].isSea }

    /// The first two letters of a region's code: `UA`, `UK`; empty without a region.
    func country(of index: Int) -> String { regions.indices.contains(index) ? regions[index].country : "" }

    /// The region of a geocode; nil for an unknown one. Names ignore case.
    ///
    /// - Parameter name: the code's type: `EMMA_ID`, `NUTS3`.
    func region(_ value: String, of name: String) -> Int? {
        indices[name.lowercased() + " " + value]
    }

    /// The regions that an area is named after, for countries whose codes are not known; nil if one of its names is unknown.
    /// Several are separated by semicolons.
    ///
    /// - Parameter code: begins with the country: `UK108`.
    func regions(named name: String, inCountryOf code: String) -> [Int]? {
        func region(_ name: String) -> Int? { indices["name \(code.prefix(2)) \(name.regionName)"] }
        if let region = region(name) { return [region] }
        let parts = name.split(separator: ";")
        let regions = parts.compactMap { region(String($0)) }
        return regions.isEmpty || regions.count < parts.count ? nil : regions
    }

    /// Whether the table has this geocode.
    public func knows(_ value: String, of name: String) -> Bool { region(value, of: name) != nil }

    /// The regions around a position.
    func regions(at place: Coordinate) -> Set<Int> {
        let margin = 0.05
        var found: Set<Int> = []
        for (index, region) in regions.enumerated()
        where place.latitude >= region.south - margin && place.latitude <= region.north + margin
            && place.longitude >= region.west - margin && place.longitude <= region.east + margin
        {
            let polygons = polygons(of: region)
            let isInside = polygons.contains { rings in
                rings.enumerated().allSatisfy { number, points in
                    let isIn = Ring(points)?.contains(place) ?? false
                    return number == 0 ? isIn : !isIn
                }
            }
            if isInside || polygons.contains(where: { $0.contains { $0.isNear(place, within: Self.tolerance) } }) {
                found.insert(index)
            }
        }
        return found
    }

    func shape(of index: Int) -> [AlertArea] {
        guard regions.indices.contains(index) else { return [] }
        return polygons(of: regions[index]).filter { ($0.first?.count ?? 0) >= 3 }.map { .polygon($0) }
    }

    /// The rings of each polygon; a damaged rest is left out.
    private func polygons(of region: Region) -> [[[Coordinate]]] {
        var reader = ByteReader(bytes, region.body)
        var polygons: [[[Coordinate]]] = []
        var (x, y) = (0, 0)
        guard let count = reader.number() else { return [] }
        for _ in 0..<max(0, count) {
            guard let ringCount = reader.number() else { return polygons }
            var rings: [[Coordinate]] = []
            for _ in 0..<max(0, ringCount) {
                guard let pointCount = reader.number() else { return polygons }
                var points: [Coordinate] = []
                for _ in 0..<max(0, pointCount) {
                    guard let dx = reader.number(), let dy = reader.number() else { return polygons }
                    (x, y) = (x &+ dx, y &+ dy)
                    guard let point = Coordinate(latitude: Double(y) / steps, longitude: Double(x) / steps) else {
                        return polygons
                    }
                    points.append(point)
                }
                rings.append(points)
            }
            polygons.append(rings)
        }
        return polygons
    }
}

extension String {
    /// As names are written in the table: words in lower case without marks, "and" and "the".
    fileprivate var regionName: String {
        let letters = lowercased().filter { !"'’ʼ`".contains($0) }
        return letters.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "and" && $0 != "the" }
            .joined(separator: " ")
    }
}

extension [Coordinate] {
    /// Whether a position is near the closed line.
    fileprivate func isNear(_ place: Coordinate, within metres: Double) -> Bool {
        guard let last else { return false }
        var from = last
        for to in self {
            if place.distance(toEdge: from, to) <= metres { return true }
            from = to
        }
        return false
    }
}

extension RegionTable {
    /// More than the file ever has, bytes.
    private static let longestFile = 4 << 20

    /// The table in a file; one without regions when there is no such file, or it is damaged.
    public init(path: String) {
        self.init((try? [UInt8](ofFile: path, atMost: Self.longestFile)) ?? [])
    }
}

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

    /// - Parameter isAshore: whether the place is known to be on land; a land region around it also implies this.
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

    /// Whether a warning is for the sea, though the place is on land near it. Waves and high water reach the shore too, so
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

    /// Whether the place is in one of the areas; nil if it is in none that is located, and others are not located.
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

    /// Whether the place is in the area: in one of its shapes or, without any, in a region that it names; nil when unknown.
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

    /// Whether only its name locates it. MeteoAlarm's codes contain their country, in which the name is looked up.
    private func hasOnlyName(_ area: CAPArea) -> Bool {
        area.geocodes.allSatisfy { $0.name.lowercased() != "emma_id" && regions(of: $0, in: area) == nil }
    }

    /// The regions with this name in the countries of the place, if names are known there; nil for another name. In other
    /// countries the name may mean another region.
    private func regions(named name: String?) -> [Int]? {
        guard let name else { return nil }
        return countries.lazy.compactMap { table.regions(named: name, inCountryOf: $0) }.first
    }

    /// The regions of a geocode, or else of the area's name; nil when neither is known.
    private func regions(of code: CAPInfo.Value, in area: CAPArea) -> [Int]? {
        if let region = table.region(code.value, of: code.name) { return [region] }
        guard code.name.lowercased() == "emma_id", let name = area.name else { return nil }
        return table.regions(named: name, inCountryOf: code.value)
    }

    /// The area's shapes or, without any, the shapes of the regions that it names.
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
