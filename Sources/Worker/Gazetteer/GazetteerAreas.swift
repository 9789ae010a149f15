import WorkerProtocol

/// The countries, regions and provinces that the words after a name refer to.
struct GazetteerAreas {
    let query: GazetteerQuery
    private let index: NameIndex
    private let home: Home
    /// A prefix that more areas than this share is ignored.
    private static let most = 150

    /// One way to read the words: the place must be in one area of each set.
    struct Reading {
        var areas: [Set<Int>]
        /// Whether places in several countries are ambiguous, since the words are a code that they share.
        var isShared = false
    }

    init(query: GazetteerQuery, home: Home) {
        self.query = query
        index = NameIndex(query: query)
        self.home = home
    }

    /// The readings, the likeliest first: a code of the user's own country, of a country of their language, and of any; then the beginning
    /// of a name. Empty for an unknown area.
    func readings(_ search: SearchQuery) throws -> [Reading] {
        guard !search.areas.isEmpty else { return [Reading(areas: [])] }
        let named = try search.areas.map { try names($0, areWhole: $0.joined().count > 1) }
        let coded = try search.areas.map(codes)
        var readings: [Reading] = []
        if let words = coded.first, !words.isEmpty {
            let others = zip(coded, named).dropFirst().map { code, name in Set(code.map(\.id)).union(name) }
            guard others.allSatisfy({ !$0.isEmpty }) else { return [] }
            let inner = named[0].isSubset(of: words.map(\.id)) ? [] : named[0]
            func add(_ ids: Set<Int>, isShared: Bool) {
                if !ids.isEmpty { readings.append(Reading(areas: [ids] + others, isShared: isShared)) }
            }
            // A country after the code says which one is meant.
            if others.isEmpty {
                add(Set(words.filter { $0.country == home.country }.map(\.id)), isShared: false)
                add(Set(words.filter { home.countries.contains($0.country) }.map(\.id)), isShared: true)
            }
            add(Set(words.map(\.id)).union(inner), isShared: others.isEmpty)
        }
        let prefixes = try zip(search.areas, coded).map { words, codes in
            let names = try names(words, areWhole: false)
            return names.isEmpty ? Set(codes.map(\.id)) : names
        }
        // A one-letter prefix may match a thousand areas: it filters nothing, and is slow.
        if prefixes.allSatisfy({ !$0.isEmpty }) {
            readings.append(Reading(areas: prefixes.filter { $0.count <= Self.most }))
        }
        return readings
    }

    /// The area with exactly these names, which are not just codes; nil for an unknown one.
    func whole(_ search: SearchQuery) throws -> Reading? {
        var areas: [Set<Int>] = []
        for words in search.areas {
            guard words.joined().count > 2 else { return nil }
            let named = try index.areas(NamePattern(fit: .whole, words: words))
            guard !named.isEmpty else { return nil }
            areas.append(named)
        }
        return Reading(areas: areas)
    }

    /// The areas with this name; those with this prefix only if there is no exact match, or for a single letter, which is usually the
    /// start of a name.
    private func names(_ words: [String], areWhole: Bool) throws -> Set<Int> {
        let fits: [NameMatch.Fit] =
            areWhole ? [.whole] : words.joined().count == 1 ? [.beginning, .words] : [.whole, .beginning, .words]
        for fit in fits {
            let areas = try index.areas(NamePattern(fit: fit, words: words))
            if !areas.isEmpty { return areas }
        }
        return []
    }

    /// The areas with this code.
    private func codes(_ words: [String]) throws -> [(id: Int, country: String)] {
        var found: [(id: Int, country: String)] = []
        let sql = "SELECT area, country FROM area_code JOIN area ON area.id = area_code.area WHERE area_code.code = ?"
        try query.each(sql, [.text(words.joined().uppercased())]) {
            found.append((try $0.integer(0), try $0.text(1)))
            return true
        }
        return found
    }
}
