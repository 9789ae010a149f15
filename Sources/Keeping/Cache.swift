import FoundationEssentials
import Weather

/// What reports.json holds: nothing that would be missed for longer than until the next fetch.
struct Cache: Sendable, Hashable {
    var reports: [Report]
    var alerts: [AlertReport] = []
    var air: [AirReport] = []
    /// Where each source found the machine the last time.
    var fixes: [Fix] = []
    /// Where the machine was believed to be; nil when it was not looked for.
    var located: Located?

    /// The format that is written is the last. The first is that of the first release; the second had the count of
    /// requests too.
    static let versions = 1...3

    init(of snapshot: Snapshot) {
        // The sample's numbers are made up, and must not be there when the real weather is asked for again.
        reports = snapshot.weather.values.compactMap(\.report).filter { !$0.provider.isSample }
            .sorted { $0.isWritten(before: $1) }
        alerts = snapshot.weather.values.compactMap(\.alerts.content).sorted { $0.isWritten(before: $1) }
        air = snapshot.weather.values.compactMap(\.air.content).sorted { $0.isWritten(before: $1) }
        fixes = snapshot.fixes.values.sorted { $0.source.rawValue < $1.source.rawValue }
        located = snapshot.located
    }

    /// Gives a snapshot that knows the settings what was kept.
    func restore(_ snapshot: inout Snapshot) {
        for fix in fixes { snapshot.fixes[fix.source] = fix }
        snapshot.located = located
        let places = Set(snapshot.places.map(\.coordinate.rounded))
        let others = reports.filter { !places.contains($0.coordinate) }.prefix(Snapshot.placesLimit)
        for report in reports.filter({ places.contains($0.coordinate) }) + others {
            snapshot.weather[report.coordinate] = PlaceWeather(report: report, askedAt: report.fetchedAt)
        }
        // Of a place that is looked after they are kept even where nobody has given a forecast yet.
        let besides = alerts.map { ($0.coordinate, $0.fetchedAt) } + air.map { ($0.coordinate, $0.fetchedAt) }
        for (coordinate, fetchedAt) in besides where places.contains(coordinate) {
            if snapshot.weather[coordinate] == nil { snapshot.weather[coordinate] = PlaceWeather(askedAt: fetchedAt) }
        }
        for report in alerts { snapshot.weather[report.coordinate]?.alerts.content = report }
        for report in air { snapshot.weather[report.coordinate]?.air.content = report }
    }
}

extension ProviderReport {
    /// The latest comes first; among those of one time the position decides, so that the same reports are always the
    /// same file.
    fileprivate func isWritten(before other: Self) -> Bool {
        if fetchedAt != other.fetchedAt { return fetchedAt > other.fetchedAt }
        return (coordinate.latitude, coordinate.longitude) < (other.coordinate.latitude, other.coordinate.longitude)
    }
}

extension Cache: Decodable {
    private enum CodingKeys: CodingKey {
        case reports, alerts, air, fixes, located
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reports = []
        var list = try container.nestedUnkeyedContainer(forKey: .reports)
        while !list.isAtEnd { reports.append(try list.decode(KeptReport.self).report.compacted) }
        alerts = try container.decodeIfPresent([AlertReport].self, forKey: .alerts) ?? []
        air = try container.decodeIfPresent([AirReport].self, forKey: .air) ?? []
        fixes = try container.decodeIfPresent([Fix].self, forKey: .fixes) ?? []
        located = try container.decodeIfPresent(Located.self, forKey: .located)
    }
}

extension Document<Cache> {
    /// Replaces the file. The reports are put into JSON one after the other: all at once, 200 of them would take many
    /// megabytes of memory for a moment.
    func write(_ cache: Cache) throws(KeepingError) {
        try write { output throws(KeepingError) in
            try output.write(Array(#"{"fixes":"#.utf8))
            try output.write(json(cache.fixes))
            if let located = cache.located {
                try output.write(Array(#","located":"#.utf8))
                try output.write(json(located))
            }
            try output.write(Array(#","alerts":"#.utf8))
            try output.write(json(cache.alerts))
            try output.write(Array(#","air":"#.utf8))
            try output.write(json(cache.air))
            try output.write(Array(#","reports":["#.utf8))
            for (index, report) in cache.reports.enumerated() {
                try output.write(Array((index == 0 ? "\n" : ",\n").utf8) + json(KeptReport(report)))
            }
            try output.write(Array("]}".utf8))
        }
    }
}
