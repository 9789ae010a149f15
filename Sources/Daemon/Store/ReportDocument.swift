import Weather

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
