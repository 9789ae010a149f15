import Weather

/// The content of reports.json: only data that the next fetch replaces.
struct Cache: Sendable, Hashable {
    var reports: [Report]
    var alerts: [AlertReport] = []
    var air: [AirReport] = []
    var observations: [ObservationReport] = []
    var normals: [NormalsReport] = []
    var ensemble: [EnsembleReport] = []
    var marine: [MarineReport] = []
    /// Past temperatures of the last two days.
    var past: [PastDocument] = []
    /// The last location fix of each source.
    var fixes: [LocationFix] = []
    /// The machine's last location; nil when location detection is off.
    var located: Located?
    /// When the file was written; nil in files of version 0.2.0 and earlier.
    var writtenAt: Moment?

    /// The last version is written. The first release wrote version 1; version 2 included request counts.
    static let versions = 1...3

    init(of snapshot: Snapshot) {
        // Sample weather must not be shown when another provider is configured again.
        reports = snapshot.weather.values.compactMap(\.report?.stored).filter { !$0.provider.isSample }
            .sorted { $0.isWritten(before: $1) }
        alerts = snapshot.weather.values.compactMap(\.alerts.content).sorted { $0.isWritten(before: $1) }
        air = snapshot.weather.values.compactMap(\.air.content).sorted { $0.isWritten(before: $1) }
        observations = snapshot.weather.values.compactMap(\.observations.content).sorted { $0.isWritten(before: $1) }
        normals = snapshot.weather.values.compactMap(\.normals.content).sorted { $0.isWritten(before: $1) }
        ensemble = snapshot.weather.values.compactMap(\.ensemble.content).sorted { $0.isWritten(before: $1) }
        marine = snapshot.weather.values.compactMap(\.marine.content).filter { !$0.provider.isSample }
            .sorted { $0.isWritten(before: $1) }
        past = PastDocument.list(of: snapshot.weather)
        fixes = snapshot.fixes.values.sorted { $0.source.rawValue < $1.source.rawValue }
        located = snapshot.located
    }

    /// Restores the cached data into a snapshot that has the settings.
    func restore(_ snapshot: inout Snapshot) {
        for fix in fixes { snapshot.fixes[fix.source] = fix.plausible }
        snapshot.located = located
        if let fix = located?.fix { snapshot.located?.fix = fix.plausible }
        let places = Set(snapshot.places.map(\.coordinate.rounded))
        let others = reports.filter { !places.contains($0.coordinate) }.prefix(Snapshot.placesLimit)
        for report in reports.filter({ places.contains($0.coordinate) }) + others {
            snapshot.weather[report.coordinate] = PlaceWeather(report: report, requestedAt: report.fetchedAt)
        }
        /// Other reports of a refreshed place are cached even without a forecast. The first use of a key path takes long.
        func restore<Content>(_ reports: [Content], as part: @autoclosure () -> any PlaceWeather.Part<Content>) {
            guard !reports.isEmpty else { return }
            let part = part()
            for report in reports {
                let key = report.coordinate
                if snapshot.weather[key] == nil, places.contains(key) {
                    snapshot.weather[key] = PlaceWeather(requestedAt: report.fetchedAt)
                }
                snapshot.weather[key]?[keyPath: part].content = report
            }
        }
        restore(alerts, as: \.alerts)
        restore(air, as: \.air)
        restore(observations, as: \.observations)
        restore(normals, as: \.normals)
        restore(ensemble, as: \.ensemble)
        restore(marine, as: \.marine)
        for past in past { snapshot.weather[past.coordinate]?.past = past.temperatures }
    }
}

extension LocationFix {
    /// The fix without an impossible altitude, which a worker would reject.
    fileprivate var plausible: LocationFix {
        var fix = self
        if let altitude, !Self.altitudes.contains(altitude) { fix.altitude = nil }
        return fix
    }
}

extension ProviderReport {
    /// Latest first, and by position at equal times, so that equal reports make equal files.
    fileprivate func isWritten(before other: Self) -> Bool {
        if fetchedAt != other.fetchedAt { return fetchedAt > other.fetchedAt }
        return (coordinate.latitude, coordinate.longitude) < (other.coordinate.latitude, other.coordinate.longitude)
    }
}

extension Cache: Decodable {
    /// The current place, the favourites and other places in use.
    private static let mostPlaces = 1 + Settings.favouritesLimit + Snapshot.placesLimit

    private enum CodingKeys: CodingKey {
        case reports, alerts, air, observations, normals, ensemble, marine, past, fixes, located, clock
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        /// Decodes a list of at most one element per place in use.
        func list<Element: Decodable>(_ key: CodingKeys, _: Element.Type = Element.self) throws -> [Element] {
            try container.decodeList(
                forKey: key, upTo: Self.mostPlaces, of: "places in \(key.stringValue)", in: decoder)
        }
        reports = try container.nestedUnkeyedContainer(forKey: .reports)
            .elements(Report.self, upTo: Self.mostPlaces, of: "places in reports", in: decoder)
        alerts = try list(.alerts)
        air = try list(.air)
        observations = try list(.observations)
        normals = try list(.normals)
        ensemble = try list(.ensemble)
        marine = try list(.marine)
        past = try list(.past)
        fixes = try container.decodeList(
            forKey: .fixes, upTo: LocationSource.allCases.count, of: "location fixes", in: decoder)
        located = try container.decodeIfPresent(Located.self, forKey: .located)
        // Older files lack it; their times are not converted.
        writtenAt = try? container.decodeIfPresent(Moment.self, forKey: .clock)
    }
}

extension Document<Cache> {
    /// Replaces the file. Reports are encoded one at a time: 200 at once would take many megabytes.
    ///
    /// - Parameter now: the present moment, for a restart after the clock was set; nil without a boot clock.
    func write(_ cache: Cache, at now: Moment?) throws(StoreError) {
        try write { output throws(StoreError) in
            try output.write(Array("{".utf8))
            if let now { try output.write(Array(#""clock":"#.utf8) + json(now) + Array(",".utf8)) }
            try output.write(Array(#""fixes":"#.utf8))
            try output.write(json(cache.fixes))
            if let located = cache.located {
                try output.write(Array(#","located":"#.utf8))
                try output.write(json(located))
            }
            try output.write(Array(#","alerts":"#.utf8))
            try output.write(json(cache.alerts))
            try output.write(Array(#","air":"#.utf8))
            try output.write(json(cache.air))
            // Omitted when empty, so that the file equals an earlier release's.
            try write(cache.observations, as: "observations", to: &output)
            try write(cache.normals, as: "normals", to: &output)
            try write(cache.ensemble, as: "ensemble", to: &output)
            try write(cache.marine, as: "marine", to: &output)
            try write(cache.past, as: "past", to: &output)
            try output.write(Array(#","reports":["#.utf8))
            for (index, report) in cache.reports.enumerated() {
                try output.write(Array((index == 0 ? "\n" : ",\n").utf8) + json(report))
            }
            try output.write(Array("]}".utf8))
        }
    }

    private func write(
        _ list: [some Encodable], as key: String, to output: inout AtomicFile.Output
    ) throws(StoreError) {
        guard !list.isEmpty else { return }
        try output.write(Array(",\"\(key)\":".utf8))
        try output.write(json(list))
    }
}

/// A place's past temperatures as stored in reports.json.
struct PastDocument: Sendable, Hashable, Codable {
    let coordinate: Coordinate
    private let hours: ColumnTable

    /// The past temperatures of all places, ordered by position, so that equal data gives equal files.
    static func list(of weather: [Coordinate: PlaceWeather]) -> [PastDocument] {
        weather.filter { !$0.value.past.points.isEmpty }
            .sorted { ($0.key.latitude, $0.key.longitude) < ($1.key.latitude, $1.key.longitude) }
            .map { PastDocument(coordinate: $0.key, $0.value.past) }
    }

    private init(coordinate: Coordinate, _ past: PastTemperatures) {
        self.coordinate = coordinate
        hours = ColumnTable(past.points)
    }

    /// Empty when the columns do not match.
    var temperatures: PastTemperatures { PastTemperatures((try? hours.points()) ?? []) }
}
