import Weather

// An alert as it is written, whoever wrote its texts.

extension Alert {
    /// Of so many alerts at once the worst are shown, so that a reply stays within what a client reads.
    static let limit = 64

    var plainEvent: String {
        let event = event.plain(limit: 100)
        return event.isEmpty ? English.warning : event
    }

    var plainText: [String] { (text ?? "").plainLines(limit: 5000) }
    var plainInstruction: [String] { (instruction ?? "").plainLines(limit: 2500) }
    var plainHeadline: String? { headline?.plain(limit: 300) }
    var plainArea: String? { area?.plain(limit: 500) }
    var plainSender: String? { sender?.plain(limit: 100) }

    /// `until Sunday 18:00`, `from 20:00 until Sunday 18:00`, by the place's clock.
    func period(at now: UnixTime, _ clock: PlaceClock) -> String {
        let end = ends.map { "until \(clock.timeAndDay($0, seenAt: now))" }
        // An authority that has it end before it begins is wrong about one of them.
        let begin = onset.flatMap { onset in
            now < onset && ends.map { onset < $0 } ?? true ? "from \(clock.timeAndDay(onset, seenAt: now))" : nil
        }
        let words = [begin, end].compactMap(\.self).joined(separator: " ")
        return end == nil ? (words.isEmpty ? "" : words + ", ") + English.noEnd : words
    }

    /// `Winter Storm Warning (severe), until Sunday 18:00`.
    func line(at now: UnixTime, _ clock: PlaceClock) -> String {
        "\(plainEvent) (\(English.severity(severity))), \(period(at: now, clock))"
    }

    /// The next moment after `now` at which it reads differently; nil when none is to come.
    func nextTurn(after now: UnixTime) -> UnixTime? {
        [onset, ends].compactMap(\.self).filter { $0 > now }.min()
    }
}
