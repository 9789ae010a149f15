import Weather

/// The content of reports.json: only what the next fetch replaces.
struct Cache: Sendable, Hashable {
    var reports: [Report]
    var alerts: [AlertReport] = []
    var air: [AirReport] = []
    var observations: [ObservationReport] = []
    var normals: [NormalsReport] = []
    var ensemble: [EnsembleReport] = []
    /// Past temperatures of the last two days.
    var past: [PastDocument] = []
    /// The last location fix of each source.
    var fixes: [LocationFix] = []
    /// The machine's last location; nil when location detection is off.
    var located: Located?
    /// When the file was written; nil in files of version 0.2.0 and earlier.
    var writtenAt: Moment?

    /// The last version is written. Version 1 is that of the first release; version 2 included request counts.
    static let versions = 1...3

    init(of snapshot: Snapshot) {
        // Sample weather must not be shown when another provider is configured again.
        reports = snapshot.weather.values.compactMap(\.report).filter { !$0.provider.isSample }
            .sorted { $0.isWritten(before: $1) }
        alerts = snapshot.weather.values.compactMap(\.alerts.content).sorted { $0.isWritten(before: $1) }
        air = snapshot.weather.values.compactMap(\.air.content).sorted { $0.isWritten(before: $1) }
        observations = snapshot.weather.values.compactMap(\.observations.content).sorted { $0.isWritten(before: $1) }
        normals = snapshot.weather.values.compactMap(\.normals.content).sorted { $0.isWritten(before: $1) }
        ensemble = snapshot.weather.values.compactMap(\.ensemble.content).sorted { $0.isWritten(before: $1) }
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
        for past in past { snapshot.weather[past.coordinate]?.past = past.temperatures }
    }
}

extension LocationFix {
    /// Without an impossible altitude, which a worker would reject.
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
    /// The current place, the favourites, and others.
    private static let mostPlaces = 1 + Settings.favouritesLimit + Snapshot.placesLimit

    private enum CodingKeys: CodingKey {
        case reports, alerts, air, observations, normals, ensemble, past, fixes, located, clock
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        /// At most one for each place in use.
        func list<Element: Decodable>(_ key: CodingKeys, _: Element.Type = Element.self) throws -> [Element] {
            try container.decodeList(
                forKey: key, upTo: Self.mostPlaces, of: "places in \(key.stringValue)", in: decoder)
        }
        reports = try container.nestedUnkeyedContainer(forKey: .reports)
            .elements(ReportDocument.self, upTo: Self.mostPlaces, of: "places in reports", in: decoder)
            .map(\.report.compacted)
        alerts = try list(.alerts)
        air = try list(.air)
        observations = try list(.observations)
        normals = try list(.normals, NormalsDocument.self).map(\.report)
        ensemble = try list(.ensemble)
        past = try list(.past)
        fixes = try container.decodeList(
            forKey: .fixes, upTo: LocationSource.allCases.count, of: "location fixes", in: decoder)
        located = try container.decodeIfPresent(Located.self, forKey: .located)
        // Without it, as in older files, the times are taken as they are.
        writtenAt = try? container.decodeIfPresent(Moment.self, forKey: .clock)
    }
}

extension Document<Cache> {
    /// Replaces the file. Reports are encoded one after the other: 200 of them at once would take many megabytes.
    ///
    /// - Parameter now: for a restart after the clock was set; nil without a boot clock.
    func write(_ cache: Cache, at now: Moment?) throws(KeepingError) {
        try write { output throws(KeepingError) in
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
            // Without these, the file is that of earlier releases.
            try write(cache.observations, as: "observations", to: &output)
            try write(cache.normals.map(NormalsDocument.init), as: "normals", to: &output)
            try write(cache.ensemble, as: "ensemble", to: &output)
            try write(cache.past, as: "past", to: &output)
            try output.write(Array(#","reports":["#.utf8))
            for (index, report) in cache.reports.enumerated() {
                try output.write(Array((index == 0 ? "\n" : ",\n").utf8) + json(ReportDocument(report)))
            }
            try output.write(Array("]}".utf8))
        }
    }

    private func write(
        _ list: [some Encodable], as key: String, to output: inout AtomicFile.Output
    ) throws(KeepingError) {
        guard !list.isEmpty else { return }
        try output.write(Array(",\"\(key)\":".utf8))
        try output.write(json(list))
    }
}

/// A report as stored in reports.json: hours and days in columns, since as objects they would take 60 KB each, and a
/// second for 200 places. The format of the first release is read too.
struct ReportDocument: Codable {
    let report: Report

    init(_ report: Report) {
        self.report = report
    }

    private enum CodingKeys: String, CodingKey {
        case coordinate, timeZone, provider, fetchedAt, observedAt, current, currentOrigin, modelled, station, issuedAt
        case hasClearSkyUV, hasHourlyProbability, elevation
        /// The distinct conditions of hours and days, which refer to them by index.
        case conditions
        case hours, days, precipitation, alerts, unreadableAlerts
        case httpFreshness = "promise"
        case clock, missing
    }

    /// 2200-01-01T00:00:00Z.
    private static let latest = UnixTime(7_258_118_400)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A report cannot be that new, and times derived from it could not be encoded.
        guard try container.decode(UnixTime.self, forKey: .fetchedAt) < Self.latest else {
            throw DecodingError.dataCorruptedError(forKey: .fetchedAt, in: container, debugDescription: "too late")
        }
        if (try? container.nestedUnkeyedContainer(forKey: .hours)) != nil {
            report = try Report(from: decoder)
            return
        }
        let conditions = try container.decode([Condition].self, forKey: .conditions)
        var report = Report(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            timeZone: try container.decode(String.self, forKey: .timeZone),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            observedAt: try container.decodeIfPresent(UnixTime.self, forKey: .observedAt),
            current: try container.decodeIfPresent(Conditions.self, forKey: .current),
            hours: try container.decode(ColumnTable.self, forKey: .hours).hours(conditions),
            days: try container.decode(ColumnTable.self, forKey: .days).days(conditions),
            precipitation: try container.decode(ColumnTable.self, forKey: .precipitation).precipitation(),
            alerts: try container.decodeIfPresent([Alert].self, forKey: .alerts),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness))
        report.clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        report.currentOrigin = try container.decodeIfPresent(Origin.self, forKey: .currentOrigin)
        report.modelled = ModelledParts(rawValue: try container.decodeIfPresent(Int.self, forKey: .modelled) ?? 0)
            .intersection(.all)
        report.station = try container.decodeIfPresent(Station.self, forKey: .station)
        report.issuedAt = try container.decodeIfPresent(UnixTime.self, forKey: .issuedAt)
        report.hasClearSkyUV = try container.decodeIfPresent(Bool.self, forKey: .hasClearSkyUV)
        report.hasHourlyProbability = try container.decodeIfPresent(Bool.self, forKey: .hasHourlyProbability)
        report.elevation = try container.decodeIfPresent(Double.self, forKey: .elevation).flatMap {
            LocationFix.altitudes.contains($0) ? $0 : nil
        }
        report.omittedAlerts.unreadable =
            try container.decodeIfPresent(Int.self, forKey: .unreadableAlerts) ?? 0
        report.missing = container.gaps(forKey: .missing)
        self.report = report
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let conditions = Condition.allCases.filter(
            Set(report.hours.map(\.conditions.condition) + report.days.map(\.condition)).contains)
        try container.encode(report.coordinate, forKey: .coordinate)
        try container.encode(report.timeZone, forKey: .timeZone)
        try container.encode(report.provider, forKey: .provider)
        try container.encode(report.fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(report.observedAt, forKey: .observedAt)
        try container.encodeIfPresent(report.current, forKey: .current)
        try container.encodeIfPresent(report.currentOrigin, forKey: .currentOrigin)
        if !report.modelled.isEmpty { try container.encode(report.modelled.rawValue, forKey: .modelled) }
        try container.encodeIfPresent(report.station, forKey: .station)
        try container.encodeIfPresent(report.issuedAt, forKey: .issuedAt)
        try container.encodeIfPresent(report.hasClearSkyUV, forKey: .hasClearSkyUV)
        try container.encodeIfPresent(report.hasHourlyProbability, forKey: .hasHourlyProbability)
        try container.encodeIfPresent(report.elevation, forKey: .elevation)
        try container.encode(conditions, forKey: .conditions)
        try container.encode(ColumnTable(report.hours, conditions), forKey: .hours)
        try container.encode(ColumnTable(report.days, conditions), forKey: .days)
        try container.encode(ColumnTable(report.precipitation), forKey: .precipitation)
        try container.encodeIfPresent(report.alerts, forKey: .alerts)
        let unreadable = report.omittedAlerts.unreadable
        if unreadable > 0 { try container.encode(unreadable, forKey: .unreadableAlerts) }
        try container.encodeIfPresent(report.httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(report.clock, forKey: .clock)
        try container.encodeGaps(report.missing, forKey: .missing)
    }
}

extension ColumnTable {
    fileprivate init(_ series: PrecipitationSeries) {
        set("end", series.map(\.end.seconds))
        set("duration", series.prefix(1).map(\.duration))
        set("amount", series.map { Thousandths(wrappedValue: $0.amount).integer })
    }

    fileprivate func precipitation() throws -> PrecipitationSeries {
        let ends = try wholeColumn("end")
        let amounts = try column("amount")
        guard amounts.count == ends.count else { throw Misfit() }
        guard let duration = try wholeColumn("duration").first else { return [] }
        return PrecipitationSeries(
            zip(ends, amounts).map { end, amount in
                PrecipitationStep(
                    end: UnixTime(end), duration: duration, amount: Thousandths(integer: amount).wrappedValue)
            })
    }
}

/// A place's past temperatures as stored in reports.json.
struct PastDocument: Sendable, Hashable, Codable {
    let coordinate: Coordinate
    private let hours: ColumnTable

    /// Those of all places, ordered by position, so that equal data gives equal files.
    static func list(of weather: [Coordinate: PlaceWeather]) -> [PastDocument] {
        weather.filter { !$0.value.past.points.isEmpty }
            .sorted { ($0.key.latitude, $0.key.longitude) < ($1.key.latitude, $1.key.longitude) }
            .map { PastDocument(coordinate: $0.key, $0.value.past) }
    }

    private init(coordinate: Coordinate, _ past: PastTemperatures) {
        self.coordinate = coordinate
        var hours = ColumnTable()
        hours.set("time", past.points.map(\.time.seconds))
        hours.set("temperature", past.points.map { Thousandths(wrappedValue: $0.temperature).integer })
        self.hours = hours
    }

    /// Empty when the columns do not match.
    var temperatures: PastTemperatures {
        guard let times = try? hours.wholeColumn("time"), let values = try? hours.column("temperature"),
            times.count == values.count
        else { return PastTemperatures() }
        return PastTemperatures(
            zip(times, values).compactMap { time, value in
                Thousandths(integer: value).wrappedValue.map {
                    PastTemperatures.Point(time: UnixTime(time), temperature: $0)
                }
            })
    }
}

/// A place's normals as stored in reports.json: two columns of 366 values.
struct NormalsDocument: Codable {
    let report: NormalsReport

    init(_ report: NormalsReport) {
        self.report = report
    }

    private enum CodingKeys: CodingKey {
        case coordinate, provider, fetchedAt, clock, dates, missing
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let dates = try container.decode(ColumnTable.self, forKey: .dates)
        func column(_ name: String) throws -> [Double?] {
            try dates.column(name).map { Thousandths(integer: $0).wrappedValue }
        }
        guard let normals = Normals(highs: try column("high"), lows: try column("low")) else {
            throw ColumnTable.Misfit()
        }
        var report = NormalsReport(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt), normals: normals)
        report.clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        report.missing = container.gaps(forKey: .missing)
        self.report = report
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.coordinate, forKey: .coordinate)
        try container.encode(report.provider, forKey: .provider)
        try container.encode(report.fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(report.clock, forKey: .clock)
        var dates = ColumnTable()
        for (name, values) in [("high", report.normals.highs), ("low", report.normals.lows)] {
            dates.set(name, values.map { Thousandths(wrappedValue: $0).integer })
        }
        try container.encode(dates, forKey: .dates)
        try container.encodeGaps(report.missing, forKey: .missing)
    }
}
