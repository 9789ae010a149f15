import Weather
import WorkerProtocol

/// The names in the list of cities, in memory: reading them takes a tenth of the time of building a full-text index.
struct CityNames {
    /// Places and alternative names, by id.
    let places: FoldedNames
    /// Countries and regions, by area id.
    let areas: FoldedNames

    init(_ query: GazetteerQuery) throws {
        var folder = WordFolder()
        var places = FoldedNames()
        for sql in [
            "SELECT id, name, country, region, province FROM place ORDER BY id",
            """
            SELECT name.id, name.name, country, region, province FROM name JOIN place ON place.id = name.place
            ORDER BY name.id
            """,
        ] {
            try query.each(sql) { row in
                places.append(
                    try row.text(1), id: try row.integer(0),
                    areas: (try row.integer(2), try row.optionalInteger(3), try row.optionalInteger(4)), &folder)
                return true
            }
        }
        self.places = places
        var areas = FoldedNames()
        try query.each("SELECT id, name FROM area ORDER BY id") { row in
            areas.append(try row.text(1), id: try row.integer(0), &folder)
            return true
        }
        // Alternative names match only as a whole, as in the gazetteer's index.
        try query.each("SELECT area, name FROM area_name ORDER BY id") { row in
            areas.append(try row.text(1), id: try row.integer(0), isComparedByWords: false, &folder)
            return true
        }
        self.areas = areas
    }
}

/// A list of names for linear search: 35,000 names in less than a millisecond.
struct FoldedNames {
    fileprivate struct Name {
        var id: Int
        /// The range of its words in `text`, separated by spaces.
        var range: Range<Int>
        var isComparedByWords: Bool
        /// The country, region and province of the place.
        var areas: (Int?, Int?, Int?)
    }

    private var text: [UInt8] = []
    private var names: [Name] = []

    /// Adds a name, and a second form without apostrophes if it contains any. Ids must ascend.
    mutating func append(
        _ name: String, id: Int, areas: (Int?, Int?, Int?) = (nil, nil, nil), isComparedByWords: Bool = true,
        _ folder: inout WordFolder
    ) {
        func append(_ spelling: String) {
            let start = text.count
            folder.append(spelling, to: &text)
            names.append(
                Name(
                    id: id, range: start..<text.count, isComparedByWords: isComparedByWords, areas: areas))
        }
        append(name)
        if name.unicodeScalars.contains(where: \.isApostrophe) {
            append(String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isApostrophe })))
        }
    }

    /// Calls `body` with the ids of matching names, in order, until it returns false.
    ///
    /// - Parameter range: ids to search.
    func each(_ pattern: NamePattern, in range: Range<Int>, _ body: (Int) throws -> Bool) rethrows {
        let spellings = pattern.spellings.map { words in
            let words = words.map { Array($0.folded.utf8) }
            return (words: words, whole: Array(words.joined(separator: [UInt8(ascii: " ")])))
        }
        var last: Int?
        for name in names where range.contains(name.id) && name.id != last {
            let isFitting = spellings.contains { words, whole in
                switch pattern.fit {
                case .whole: name.range.count == whole.count && begins(name.range, with: whole)
                case .beginning: begins(name.range, with: whole)
                case .words: name.isComparedByWords && hasAll(words, name.range)
                }
            }
            guard isFitting, pattern.areas.allSatisfy(name.isIn) else { continue }
            last = name.id
            guard try body(name.id) else { return }
        }
    }

    private func begins(_ range: Range<Int>, with bytes: [UInt8]) -> Bool {
        guard range.count >= bytes.count else { return false }
        var index = range.lowerBound
        for byte in bytes {
            guard text[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// Whether the name contains all words, in any order; the last one may be a prefix.
    private func hasAll(_ words: [[UInt8]], _ range: Range<Int>) -> Bool {
        for (index, word) in words.enumerated() {
            guard has(word, range, isWhole: index < words.count - 1) else { return false }
        }
        return !words.isEmpty
    }

    private func has(_ word: [UInt8], _ range: Range<Int>, isWhole: Bool) -> Bool {
        let space = UInt8(ascii: " ")
        var start = range.lowerBound
        while start + word.count <= range.upperBound {
            let end = start + word.count
            if begins(start..<range.upperBound, with: word),
                !isWhole || end == range.upperBound || text[end] == space
            {
                return true
            }
            while start < range.upperBound, text[start] != space { start += 1 }
            start += 1
        }
        return false
    }
}

extension Unicode.Scalar {
    fileprivate var isApostrophe: Bool { self == "'" || self == "’" || self == "‘" }
}

extension FoldedNames.Name {
    fileprivate func isIn(_ areas: Set<Int>) -> Bool {
        func isIn(_ area: Int?) -> Bool { area.map(areas.contains) ?? false }
        return isIn(self.areas.0) || isIn(self.areas.1) || isIn(self.areas.2)
    }
}

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

    /// The place with the nearest centre; nil without a place in the country.
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

    /// The largest place with this centre; nil if no place has it.
    func centered(at position: Coordinate) -> Int? {
        places.first { $0.extent.center.units == position.units }?.id
    }
}

extension Coordinate {
    /// Latitude and longitude in 1e-5 degrees, as in the tables.
    var units: [Int] { [latitude, longitude].map { Int(($0 * 100_000).rounded()) } }
}
