import Weather

/// What a position is in: its settlement, its country and its time zone.
struct GazetteerPosition {
    let query: GazetteerQuery
    /// nil without them: then the nearest settlement decides.
    let borders: BorderMap?
    let position: Coordinate

    struct Found {
        var settlement: Settlement
        /// ISO 3166-1 alpha-2, by all that is known; nil without borders, and at sea.
        var country: String?
        /// The tzdata name by the map of time zones; nil when that of the settlement fits better.
        var timeZone: String?
    }

    /// nil when the gazetteer has no places.
    func found() throws -> Found? {
        let nearest = GazetteerNearest(query: query, position: position)
        let covering = try nearest.covering()
        let country = try borders.flatMap { try evidence(covering, $0).country }
        var settlement: Settlement?
        if let country, let area = try area(of: country) { settlement = try nearest.place(covering, in: area) }
        guard let settlement = try settlement ?? nearest.place(covering) else { return nil }
        return Found(
            settlement: settlement, country: country, timeZone: try timeZone(of: settlement, in: country))
    }

    private func evidence(_ covering: [Settlement], _ borders: BorderMap) throws -> CountryEvidence {
        var codes: [Int: String] = [:]
        for settlement in covering where codes[settlement.country] == nil {
            codes[settlement.country] = try query.first(
                "SELECT country FROM area WHERE id = ?", [.integer(settlement.country)]
            ) { try $0.text(0) }
        }
        var evidence = CountryEvidence()
        let central = covering.min { $0.distance(to: position) < $1.distance(to: position) }
        if let central, central.distance(to: position) <= CountryEvidence.centreRadius {
            evidence.centre = codes[central.country]
            if evidence.centre != nil { return evidence }
        }
        evidence.land = borders.country(at: position)
        evidence.others = borders.countries(within: CountryEvidence.bordersError, of: position)
        if let land = evidence.land { evidence.others[land] = nil }
        guard evidence.land == nil || !evidence.others.isEmpty else { return evidence }
        evidence.zones = try GazetteerTimeZone(query: query).countries(around: position)
        for settlement in covering {
            guard let code = codes[settlement.country] else { continue }
            let depth = 1 - settlement.distance(to: position) / settlement.extent.radius
            evidence.settlements[code] = max(depth, evidence.settlements[code] ?? 0)
        }
        return evidence
    }

    private func area(of country: String) throws -> Int? {
        try query.first("SELECT id FROM area WHERE country = ? AND code = ''", [.text(country)]) { try $0.integer(0) }
    }

    /// The zone of the map, unless it is another country's.
    private func timeZone(of settlement: Settlement, in country: String?) throws -> String? {
        // The nearest place may be across a border, but the map of the list of cities is too coarse to be better.
        guard query.kind == .gazetteer || settlement.extent.offset(of: position) != nil,
            let zone = try GazetteerTimeZone(query: query).zone(at: position)
        else { return nil }
        guard let country, !zone.countries.isEmpty else { return zone.name }
        return zone.countries.contains(country) ? zone.name : nil
    }
}

extension Settlement {
    fileprivate func distance(to position: Coordinate) -> Double { extent.center.distance(to: position) }
}
