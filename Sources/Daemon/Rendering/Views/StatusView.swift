public import ClientProtocol
import Languages
import Weather

/// The daemon's status: for programs one `key: value` per line, `-` for unknown values; for people a page in groups.
public enum StatusView {
    /// - Parameter style: the style; if it has a width, the reply is the page for people.
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

    /// The values of all keys; unknown values have no items.
    ///
    /// - Parameters:
    ///   - time: formats the times of the weather.
    ///   - retry: formats the times of the daemon.
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
            .saving: one(status.saving.sentence),
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
            .configFiles: Value(items: status.origin.files.map { $0.plain(limit: 200) }),
            .configKeys: Value(items: status.origin.keys.map { "\($0.key) (\($0.place))" }),
            .configErrors: Value(items: status.origin.problems.map { $0.plain(limit: 400) }, separator: "; "),
            .unavailable: one(status.placeholder.text),
            .version: one(status.version),
        ]
    }

    /// Also shows the configured place, if another one is in use.
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

    private static func saving(_ saving: SavingMode) -> JSON {
        guard !saving.reasons.isEmpty else { return .null }
        return .object([
            ("reasons", .array(saving.reasons.map { .string($0.rawValue) })),
            ("refresh", .string(saving.isOnRequest ? "on-request" : "hourly")),
            ("leftOut", .array(saving.leftOut.map { .string($0.word) })),
        ])
    }

    private static func json(of status: DaemonStatus) -> JSON {
        let clock = PlaceClock(zoneName: status.timeZone)
        let station = StationStatus(status, time: clock.rfc3339)
        // The compiler takes too long for one list of all members.
        let members: [JSON.Member] = [
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
            ("saving", saving(status.saving)),
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
        ]
        let last: [JSON.Member] = [
            ("unavailable", .string(status.placeholder.text)), ("version", .string(status.version)),
        ]
        return .object(members + status.origin.members + last)
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
        case .marine: "marine"
        }
    }
}

/// The daemon's status for people, in groups, without unknown or unremarkable values.
struct StatusPage {
    private let status: DaemonStatus
    private let style: Style

    init(_ status: DaemonStatus, in style: Style) {
        (self.status, self.style) = (status, style)
    }

    var text: [StyledText] {
        let values = values
        let groups = Self.groups.map { group in
            (group.title, group.keys.compactMap { key in values[key].flatMap { $0.items.isEmpty ? nil : (key, $0) } })
        }.filter { !$0.1.isEmpty }
        // One table, so that the values of all groups are aligned.
        var rows = Rows()
        for (index, (title, entries)) in groups.enumerated() {
            if index > 0 { rows.appendGap() }
            rows.appendTitle(title)
            for (key, value) in entries {
                for (number, item) in value.items.enumerated() {
                    rows.append(number == 0 ? "  " + key.label : "  ", StyledText(item, style(of: key)))
                }
            }
        }
        return rows.lines(within: style.width)
    }

    private static let groups: [(title: String, keys: [StatusKey])] = [
        ("Place", [.place, .locationSource, .locatedAt, .locationError, .favourites]),
        (
            "Weather",
            [
                .provider, .freshness, .observedAt, .fetchedAt, .issuedAt, .nextRefresh, .saving, .lastError, .missing,
                .refusedPlaces,
            ]
        ),
        (
            "Services",
            [
                .requestsToday, .backingOffProviders, .leftOutProviders, .warnings, .station, .ownStation,
                .providerOrder,
            ]
        ),
        ("Configuration", [.configFiles, .configKeys, .configErrors]),
        ("Daemon", [.network, .offline, .settingsError, .unavailable, .version]),
    ]

    private var values: [StatusKey: StatusView.Value] {
        var values = StatusView.values(of: status, time: time, retry: time)
        if !status.offline { values[.offline] = nil }
        if status.placeholder == .standard { values[.unavailable] = nil }
        if let age = values.removeValue(forKey: .age)?.line, status.fetchedAt != nil {
            values[.fetchedAt]?.items[0] += " (\(age) ago)"
        }
        if let requests = values.removeValue(forKey: .requestsByProvider)?.line {
            values[.requestsToday]?.items[0] += " (\(requests))"
        }
        values[.configKeys]?.items = status.origin.counts
        return values
    }

    /// The clock of the user's time zone, since all times here are the daemon's.
    private func time(_ moment: UnixTime) -> String {
        var english = Style()
        (english.clock, english.dateOrder) = (style.clock, style.dateOrder)
        let clock = PlaceClock(readerZone: status.readerZone, in: english)
        return clock.time(moment, seenAt: status.now ?? moment)
    }

    private func style(of key: StatusKey) -> StyledText.TextStyle {
        key == .freshness && status.freshness != .fresh ? .stale : .plain
    }
}

extension StatusKey {
    /// `next-refresh` is `Next refresh`, `fetched-at` is `Fetched`.
    fileprivate var label: String {
        if self == .leftOutProviders { return "Left-out providers" }
        if self == .unavailable { return "Shown if unavailable" }
        let words = rawValue.split(separator: "-")
        return (words.last == "at" ? words.dropLast() : words[...]).joined(separator: " ").capitalizedFirst
    }
}

/// The reply to `help`.
public enum HelpView {
    public static var lines: [String] {
        let commands = Command.allCases.flatMap(\.usages).map { ($0.synopsis, $0.summary) }
        let options = Command.Option.allCases.map { option in
            ([option.rawValue, option.value].compactMap(\.self).joined(separator: " "), option.summary)
        }
        let units = [
            ("temperature", Units.Temperature.allCases.map(\.rawValue)),
            ("wind", Units.Wind.allCases.map(\.rawValue)),
            ("pressure", Units.Pressure.allCases.map(\.rawValue)),
            ("precipitation", Units.Precipitation.allCases.map(\.rawValue)),
            ("distance", Units.Distance.allCases.map(\.rawValue)),
        ].map { ($0, $1.joined(separator: ", ")) }
        let templates = [
            ("{temperature:6.1°F}", "with a format: [< or > or ^][width][.decimals][unit], all optional"),
            ("{place:<20.12}", "padded to 20 columns and truncated to 12"),
            ("{( gusts {gusts})}", "omitted when a placeholder in it is empty"),
            ("{{ and }}", "literal braces"),
        ]
        let placeholders = Template.placeholders.map { ("{\($0.name)}", $0.meaning) }
        return ["Requests:"] + aligned(commands) + ["", "Options:"] + aligned(options) + ["", "Quantities and units:"]
            + aligned(units) + ["", "A template is text with placeholders:"] + aligned(templates)
            + ["", "Placeholders:"] + aligned(placeholders)
            + ["", "Weather data by Open-Meteo.com (CC BY 4.0)", "Places by GeoNames, geonames.org (CC BY 4.0)"]
    }

    private static func aligned(_ rows: [(term: String, meaning: String)]) -> [String] {
        let width = rows.reduce(0) { max($0, $1.term.count) } + 2
        return rows.map { "  \($0.term)\(String(repeating: " ", count: width - $0.term.count))\($0.meaning)" }
    }
}
