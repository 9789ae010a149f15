public import ClientProtocol
import Languages
import Weather

/// The daemon's status: for programs one `key: value` per line, `-` for unknown values; for people a page in groups.
public enum StatusView {
    /// - Parameter style: with a width, the reply is the page for people.
    public static func lines(
        of status: DaemonStatus, as output: ViewRequest.Output, in style: Style = Style()
    ) -> [String] {
        guard output != .json else { return [json(of: status).text] }
        guard style.width == nil else { return style.written(StatusPage(status, in: style).text) }
        let clock = PlaceClock(zoneName: status.timeZone)
        let values = values(of: status, time: clock.rfc3339, retry: status.readerTime)
        return StatusKey.allCases.map { StatusReply.line($0, values[$0]?.line) }
    }

    /// One or several items, which programs read in one line.
    struct Value {
        var items: [String]
        var separator = ", "

        /// nil when empty.
        var line: String? { list(items, separator) }
    }

    /// The values of all keys; those that are unknown have no items.
    ///
    /// - Parameters:
    ///   - time: writes the times of the weather.
    ///   - retry: writes the times of the daemon.
    static func values(
        of status: DaemonStatus, time: @escaping (UnixTime) -> String, retry: (UnixTime) -> String
    ) -> [StatusKey: Value] {
        func one(_ text: String?) -> Value { Value(items: text.map { [$0] } ?? []) }
        let station = StationStatus(status, time: time)
        return [
            .place: one(status.place.map(place)),
            .locationSource: one(locationSource(status)),
            .locatedAt: one(status.locatedAt.map(time)),
            .locationError: Value(items: locationErrors(status), separator: "; "),
            .favourites: one(String(status.favourites)),
            .provider: one(
                status.provider.map {
                    $0.id.plain(limit: 40) + ($0.isSample ? " (\(Language.english.words.phrase(.sampleData)))" : "")
                }),
            .freshness: one(status.freshness.rawValue),
            .observedAt: one(status.observedAt.map(time)),
            .fetchedAt: one(status.fetchedAt.map(time)),
            .issuedAt: one(status.issuedAt.map(time)),
            .age: one(status.age.map { Age(seconds: $0).text(in: Language.english.words) }),
            .nextRefresh: one(status.nextRefresh.map(time)),
            .network: one(status.network ? StatusReply.up : StatusReply.down),
            .offline: one(status.offline ? "yes" : "no"),
            .lastErrorCode: one(status.lastFailure?.code.rawValue),
            .lastError: one(status.lastFailure?.sentence),
            .requestsToday: one(String(status.requestsToday)),
            .requestsByProvider: Value(
                items: status.requestsByProvider.map { "\($0.provider.plain(limit: 40)) \($0.count)" }),
            .backingOffProviders: Value(
                items: status.backingOff.map { backoff in
                    let data = backoff.kind == .forecast ? "" : " (\(backoff.kind.word))"
                    return "\(backoff.provider.id.plain(limit: 40))\(data) until "
                        + "\(retry(backoff.until)) (\(backoff.failure.sentence))"
                }, separator: "; "),
            .refusedPlaces: Value(items: refused(status), separator: "; "),
            .leftOutProviders: Value(
                items: status.leftOut.map { "\($0.provider.plain(limit: 40)) (\($0.reason.plain(limit: 400)))" },
                separator: "; "),
            .missing: Value(items: status.missing.map(missing), separator: "; "),
            .warnings: Value(items: warnings(status)),
            .station: Value(items: station.stations, separator: "; "),
            .ownStation: Value(items: station.own, separator: "; "),
            .providerOrder: one(status.ranking?.sentence),
            .settingsError: one(status.settingsProblem?.sentence),
            .unavailable: one(status.placeholder.text),
            .version: one(status.version),
        ]
    }

    /// With the configured place, if another one is in use.
    private static func locationSource(_ status: DaemonStatus) -> String {
        let source = status.locationSource.rawValue
        return status.configuredPlace.map { "\(source); not used: \(PlaceSentence.unused($0))" } ?? source
    }

    /// Maximum number of refused places in one line.
    private static let mostRefused = 10

    private static func refused(_ status: DaemonStatus) -> [String] {
        var items = status.refused.prefix(mostRefused).map { one in
            "\(one.place.fullName())\(one.kind == .forecast ? "" : " (\(one.kind.word))"): \(one.failure.sentence)"
        }
        let others = status.refused.count - items.count
        if others > 0 { items.append("\(others) more") }
        return items
    }

    /// The provider of warnings, and how many could not be used, by reason; empty without a provider.
    private static func warnings(_ status: DaemonStatus) -> [String] {
        let omitted = status.omittedWarnings
        return [
            status.warningsParts.isEmpty ? status.warningsProvider.map { $0.id.plain(limit: 40) } : nil,
            list(status.warningsParts.map(\.status), "; "),
            omitted.unreadable > 0 ? "\(omitted.unreadable) could not be read" : nil,
            omitted.unlocated > 0 ? "\(omitted.unlocated) with an unknown region not shown" : nil,
        ].compactMap(\.self)
    }

    /// `the last days (api.weather.gov returned HTTP 500)`, with the type of data unless it is the forecast.
    private static func missing(_ gap: DaemonStatus.Gap) -> String {
        let data = gap.kind == .forecast ? "" : " of \(gap.kind.word)"
        return "\(gap.missing.part)\(data) (\(gap.missing.reason))"
    }

    /// The failures of the location sources.
    private static func locationErrors(_ status: DaemonStatus) -> [String] {
        LocationSource.allCases.compactMap { source in status.locationFailures[source]?.sentence(of: source) }
    }

    /// nil when empty.
    private static func list(_ items: [String], _ separator: String) -> String? {
        items.isEmpty ? nil : items.joined(separator: separator)
    }

    /// `Montevideo (34.9°S 56.16°W)`, or the position alone.
    private static func place(_ place: Place) -> String {
        let name = place.fullName()
        let position = place.coordinate.text
        return name == position ? position : "\(name) (\(position))"
    }

    private static func json(of status: DaemonStatus) -> JSON {
        let clock = PlaceClock(zoneName: status.timeZone)
        let station = StationStatus(status, time: clock.rfc3339)
        return .object([
            ("schema", .integer(JSON.schema)),
            (
                "place",
                status.place.map {
                    .place($0, isApproximate: status.locationSource == .timeZone, status.timeZone == nil ? nil : clock)
                } ?? .null
            ),
            ("locationSource", .string(status.locationSource.rawValue)),
            ("configuredPlace", status.configuredPlace.map { .place($0, isApproximate: false, nil) } ?? .null),
            ("locatedAt", .time(status.locatedAt, clock)),
            ("locationError", .optional(list(locationErrors(status), "; "))),
            ("favourites", .integer(status.favourites)),
            ("provider", .optional(status.provider?.id)),
            ("sample", .bool(status.provider?.isSample ?? false)),
            ("freshness", .string(status.freshness.rawValue)),
            ("observedAt", .time(status.observedAt, clock)),
            ("fetchedAt", .time(status.fetchedAt, clock)),
            ("issuedAt", .time(status.issuedAt, clock)),
            ("ageSeconds", .optional(status.age)),
            ("nextRefresh", .time(status.nextRefresh, clock)),
            ("network", .bool(status.network)),
            ("offline", .bool(status.offline)),
            ("lastErrorCode", .optional(status.lastFailure?.code.rawValue)),
            ("lastError", .optional(status.lastFailure?.sentence)),
            ("requestsToday", .integer(status.requestsToday)),
            ("requestsByProvider", .object(status.requestsByProvider.map { ($0.provider, .integer($0.count)) })),
            (
                "restingProviders",
                .array(
                    status.backingOff.map { backoff in
                        .object([
                            ("provider", .string(backoff.provider.id)),
                            ("data", .string(backoff.kind.word)),
                            ("until", .time(backoff.until, clock)),
                            ("errorCode", .string(backoff.failure.code.rawValue)),
                            ("error", .string(backoff.failure.sentence)),
                        ])
                    })
            ),
            (
                "refusedPlaces",
                .array(
                    status.refused.map { one in
                        .object([
                            ("place", .place(one.place, isApproximate: false, nil)),
                            ("data", .string(one.kind.word)),
                            ("errorCode", .string(one.failure.code.rawValue)),
                            ("error", .string(one.failure.sentence)),
                        ])
                    })
            ),
            (
                "leftOutProviders",
                .array(
                    status.leftOut.map {
                        .object([("provider", .string($0.provider)), ("error", .string($0.reason))])
                    })
            ),
            (
                "missing",
                .array(
                    status.missing.map { gap in
                        .object([
                            ("data", .string(gap.kind.word)), ("part", .string(gap.missing.part)),
                            ("error", .string(gap.missing.reason)),
                        ])
                    })
            ),
            ("warningsProvider", .optional(status.warningsProvider?.id)),
            ("warningsCountries", .array(status.warningsParts.map(\.json))),
            ("unlocatedWarnings", .integer(status.omittedWarnings.unlocated)),
            ("unreadableWarnings", .integer(status.omittedWarnings.unreadable)),
            ("station", station.json(clock)),
            ("ownStation", station.ownJSON(clock)),
            ("providerOrder", status.ranking.map { .array($0.order.map(JSON.string)) } ?? .null),
            ("settingsError", .optional(status.settingsProblem?.sentence)),
            ("unavailable", .string(status.placeholder.text)),
            ("version", .string(status.version)),
        ])
    }
}

extension ReportKind {
    /// The word in `status`.
    fileprivate var word: String {
        switch self {
        case .forecast: "forecast"
        case .alerts: "warnings"
        case .air: "air-quality"
        case .observations: "stations"
        case .radar: "radar"
        case .normals: "normals"
        case .ensemble: "ensemble"
        }
    }
}
