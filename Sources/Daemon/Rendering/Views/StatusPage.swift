import ClientProtocol
import Languages
import Weather

/// The daemon's status for people, in groups: values that are unknown, or say nothing special, are left out.
struct StatusPage {
    private let status: DaemonStatus
    private let style: Style

    init(_ status: DaemonStatus, in style: Style) {
        (self.status, self.style) = (status, style)
    }

    var text: [StyledText] {
        let values = values
        let groups = Self.groups.map { group in
            (group.title, group.keys.compactMap { key in values[key].map { (key, $0) } })
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
                .provider, .freshness, .observedAt, .fetchedAt, .issuedAt, .nextRefresh, .lastError, .missing,
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
        return values
    }

    /// In the user's time zone, since all times here are the daemon's.
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
