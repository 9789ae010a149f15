import Formats

// The JSON of reports, in reports.json and in the messages of workers. Neither is trusted: numbers out of range are dropped,
// texts are truncated, and lists that are too long or out of order are rejected.

/// JSON that is not a report.
package struct ReportMisfit: Error {}

extension JSONDocument {
    /// - Throws: also for text that takes long to compare, or a list that is longer than any of weatherd's.
    package init(untrusted bytes: [UInt8]) throws {
        guard String.isBounded(bytes) else { throw ReportMisfit() }
        try self.init(bytes, mostElements: 20_000)
    }
}

/// Hours and days are in columns, since as objects they would take 60 KB, and a second for 200 places. The format of the
/// first release is read too.
extension Report: Codable {
    /// More than any service returns: two months of hours, two of days.
    static let (mostHours, mostDays) = (1500, 62)
    private static let mostCodes = 100

    private enum CodingKeys: String, CodingKey {
        case coordinate, timeZone, provider, fetchedAt, observedAt, current, currentOrigin, modelled, station, issuedAt
        case hasClearSkyUV, hasHourlyProbability, elevation
        /// The distinct conditions of hours and days, which refer to them by index.
        case conditions
        case hours, days, precipitation, alerts, unreadableAlerts
        case httpFreshness = "promise"
        case clock, missing
        /// Only in messages.
        case past, unknownCodes
    }

    /// 2200-01-01T00:00:00Z. A report cannot be that new, and times derived from it could not be encoded.
    private static let latest = UnixTime(7_258_118_400)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            timeZone: try container.text(forKey: .timeZone, upTo: Locality.longestTimeZone),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            observedAt: try container.decodeIfPresent(UnixTime.self, forKey: .observedAt),
            current: try container.decodeIfPresent(Conditions.self, forKey: .current).map(Conditions.plausible),
            alerts: container.contains(.alerts)
                ? try container.decodeList(forKey: .alerts, upTo: Alert.most, of: "warnings", in: decoder) : nil,
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness))
        if (try? container.nestedUnkeyedContainer(forKey: .hours)) != nil {
            // The first release.
            hours = try container.decode([Hour].self, forKey: .hours).map { Hour.quantities.plausible($0) }
            days = try container.decode([Day].self, forKey: .days).map { Day.quantities.plausible($0) }
            precipitation = try container.decode(PrecipitationSeries.self, forKey: .precipitation)
        } else {
            let conditions = try container.decode([Condition].self, forKey: .conditions)
            hours = try container.decode(ColumnTable.self, forKey: .hours).hours(conditions)
            days = try container.decode(ColumnTable.self, forKey: .days).days(conditions)
            precipitation = try container.decode(ColumnTable.self, forKey: .precipitation).precipitation()
        }
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        currentOrigin = try container.decodeIfPresent(Origin.self, forKey: .currentOrigin)
        modelled = ModelledParts(rawValue: try container.decodeIfPresent(Int.self, forKey: .modelled) ?? 0)
            .intersection(.all)
        station = try container.decodeIfPresent(Station.self, forKey: .station)
        issuedAt = try container.decodeIfPresent(UnixTime.self, forKey: .issuedAt)
        hasClearSkyUV = try container.decodeIfPresent(Bool.self, forKey: .hasClearSkyUV)
        hasHourlyProbability = try container.decodeIfPresent(Bool.self, forKey: .hasHourlyProbability)
        elevation = try container.number(forKey: .elevation, in: LocationFix.altitudes)
        omittedAlerts.unreadable = try container.count(forKey: .unreadableAlerts, upTo: OmittedAlerts.most)
        missing = container.gaps(forKey: .missing)
        past = try container.decodeIfPresent(ColumnTable.self, forKey: .past)?.points() ?? []
        unknownCodes = try container.textsIfPresent(forKey: .unknownCodes, upTo: Self.mostCodes)
        guard fetchedAt < Self.latest, hours.count <= Self.mostHours, past.count <= Self.mostHours,
            days.count <= Self.mostDays, hours.isSorted(by: \.time), days.isSorted(by: \.start),
            // A day with a clock change has 25 hours; a place that crossed the date line had one of 48.
            days.allSatisfy({ (1...2 * 86_400).contains($0.end.seconds(since: $0.start)) })
        else { throw ReportMisfit() }
        self = compacted
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let occurring = Set(hours.map(\.conditions.condition) + days.map(\.condition))
        let conditions = Condition.allCases.filter(occurring.contains)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(observedAt, forKey: .observedAt)
        try container.encodeIfPresent(current, forKey: .current)
        try container.encodeIfPresent(currentOrigin, forKey: .currentOrigin)
        if !modelled.isEmpty { try container.encode(modelled.rawValue, forKey: .modelled) }
        try container.encodeIfPresent(station, forKey: .station)
        try container.encodeIfPresent(issuedAt, forKey: .issuedAt)
        try container.encodeIfPresent(hasClearSkyUV, forKey: .hasClearSkyUV)
        try container.encodeIfPresent(hasHourlyProbability, forKey: .hasHourlyProbability)
        try container.encodeIfPresent(elevation, forKey: .elevation)
        try container.encode(conditions, forKey: .conditions)
        try container.encode(ColumnTable(hours, conditions), forKey: .hours)
        try container.encode(ColumnTable(days, conditions), forKey: .days)
        try container.encode(ColumnTable(precipitation), forKey: .precipitation)
        try container.encodeIfPresent(alerts, forKey: .alerts)
        if omittedAlerts.unreadable > 0 { try container.encode(omittedAlerts.unreadable, forKey: .unreadableAlerts) }
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        try container.encodeGaps(missing, forKey: .missing)
        if !past.isEmpty { try container.encode(ColumnTable(past), forKey: .past) }
        try container.encodeIfPresent(unknownCodes, forKey: .unknownCodes)
    }

    /// Without the fields that only messages contain.
    package var stored: Report {
        var report = self
        (report.past, report.unknownCodes) = ([], nil)
        return report
    }
}
