import Weather

// An alert as it is written, whoever wrote its texts.

extension Alert {
    /// Of so many alerts at once the worst are shown, so that a reply stays within what a client reads.
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

    /// `until Sunday 18:00`, `from 20:00 until Sunday 18:00`, by the place's clock.
    func period(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        // An authority that has it end before it begins is wrong about one of them.
        let begin = onset.flatMap { onset in now < onset && ends.map { onset < $0 } ?? true ? onset : nil }
        let period = words.period(
            from: begin.map { clock.timeAndDay($0, seenAt: now) }, until: ends.map { clock.timeAndDay($0, seenAt: now) }
        )
        return [period, ends == nil ? words.phrase(.noEnd) : nil].compactMap(\.self).joined(
            separator: words.listSeparator)
    }

    /// `Winter Storm Warning (severe), until Sunday 18:00`.
    func line(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        "\(plainEvent(in: words)) (\(words.severity(severity)))\(words.listSeparator)\(period(at: now, clock, words))"
    }

    /// The same with the sign of a warning, in the colour of its severity, and in several lines where it takes them.
    func lines(at now: UnixTime, _ clock: PlaceClock, _ style: Style) -> [StyledText] {
        let line = StyledText(
            style.labelled(style.icons.warning, line(at: now, clock, style.words)), .severity(severity).bold)
        return style.width.map { line.wrapped(to: $0, indent: 3) } ?? [line]
    }

    /// The next moment after `now` at which it reads differently; nil when none is to come.
    func nextTurn(after now: UnixTime) -> UnixTime? {
        [onset, ends].compactMap(\.self).filter { $0 > now }.min()
    }
}
