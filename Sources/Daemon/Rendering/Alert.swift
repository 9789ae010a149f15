import Languages
public import Weather

// The text of an alert.

extension Alert {
    /// The maximum number of alerts shown, the worst first, so that a reply stays within the client's limit.
    static let limit = 64

    func plainEvent(in words: any Words) -> String {
        let event = event.plain(limit: 100)
        return event.isEmpty ? words.phrase(.warning) : event
    }

    var plainText: [String] { (text ?? "").plainLines(limit: 5000) }
    var plainInstruction: [String] { (instruction ?? "").plainLines(limit: 2500) }
    var plainHeadline: String? { headline?.plain(limit: 300) }
    var plainArea: String? { area?.plain(limit: 500) }
    var plainSender: String? { sender?.plain(limit: 100) }

    var plainAttribution: String? { attribution?.plain(limit: 100) }
    /// A URL is never truncated: the rest would be a different URL.
    var plainWeb: String? { web?.plain(limit: 2000) }

    /// Details beyond the event's name and period: `wind, likely, act immediately`; empty for none.
    func details(in words: any Words) -> String {
        let kindWord = words.kind(kind)
        let (event, name) = (plainEvent(in: words).lowercased(), kindWord.lowercased())
        // String.contains(_:) would link the library of regular expressions.
        let isNamed = event.indices.contains { event[$0...].hasPrefix(name) }
        return [
            kind == .other || isNamed ? nil : kindWord,
            certainty == .unknown ? nil : words.certainty(certainty),
            urgency == .immediate ? words.phrase(.actNow) : nil,
        ].compactMap(\.self).joined(separator: words.listSeparator)
    }

    /// The authority, how its warning was distributed, and when it was issued.
    func source(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        let sender = [plainSender, plainAttribution].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
        let issued = issuedAt.map { words.issued(at: clock.time($0, seenAt: now)) } ?? ""
        return [sender, issued].filter { !$0.isEmpty }.joined(separator: words.listSeparator)
    }

    /// `until Sunday 18:00`, `from 20:00 until Sunday 18:00`, in the place's time.
    func period(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        let begin = isAnnounced(at: now) ? onset : nil
        // An end before the beginning is the expiry of the message, not of the event.
        let end = ends.flatMap { end in begin.map { $0 <= end } ?? true ? end : nil }
        let period = words.period(
            from: begin.map { clock.timeAndDay($0, seenAt: now) }, until: end.map { clock.timeAndDay($0, seenAt: now) }
        )
        return [period, end == nil ? words.phrase(.noEnd) : nil].compactMap(\.self).joined(
            separator: words.listSeparator)
    }

    /// `from Saturday`, `from 20:00`: when an announced warning begins, in a few words; nil for one in force.
    func beginning(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String? {
        guard isAnnounced(at: now), let onset else { return nil }
        return words.from(clock.timeOrDay(onset, seenAt: now))
    }

    /// `Winter Storm Warning`, or announced `Winter Storm Warning from Saturday`.
    func brief(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        [plainEvent(in: words), beginning(at: now, clock, words)].compactMap(\.self).joined(separator: " ")
    }

    /// `Winter Storm Warning (severe), until Sunday 18:00`; omits a severity that the event already names.
    func line(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        let event = plainEvent(in: words)
        let severity = words.severity(severity)
        let named = event.saysWord(severity) ? event : event + words.parenthesized(severity)
        return "\(named)\(words.listSeparator)\(period(at: now, clock, words))"
    }

    /// The warning with an icon, in the severity's colour, wrapped if necessary.
    func lines(at now: UnixTime, _ clock: PlaceClock, _ style: Style) -> [StyledText] {
        let line = StyledText(
            style.labelled(style.icons.warning, line(at: now, clock, style.words)), .severity(severity).bold)
        return style.width.map { line.wrapped(to: $0, indent: 3) } ?? [line]
    }

    /// The next time after `now` at which the text changes; nil for none.
    func nextChange(after now: UnixTime) -> UnixTime? {
        [onset, ends].compactMap(\.self).filter { $0 > now }.min()
    }
}

extension String {
    /// Whether one of its words begins with a word: `Severe Thunderstorm Warning` with `severe`.
    fileprivate func saysWord(_ word: String) -> Bool {
        let word = word.lowercased()
        return lowercased().split(whereSeparator: { !$0.isLetter }).contains { $0.hasPrefix(word) }
    }
}

/// Log messages about warnings.
public enum AlertSentence {
    /// - Parameter timeZone: the place's tzdata name; nil for UTC.
    public static func issued(_ alert: Alert, at now: UnixTime, timeZone: String?) -> String {
        "warning: \(alert.line(at: now, PlaceClock(zoneName: timeZone), Language.english.words))"
    }

    public static func over(_ alert: Alert) -> String {
        "no longer in force: \(alert.plainEvent(in: Language.english.words))"
    }
}
