import HTTP
import Weather

/// The content of One Call's answers, in either version.
struct OneCallAnswer {
    /// As in tzdata; nil when not given.
    var timeZone: String?
    /// Seconds; nil when not given.
    var utcOffset: Int?
    var current: JSONValue = .null
    var minutes: [JSONValue] = []
    var hours: [JSONValue] = []
    var days: [JSONValue] = []
    /// nil when they are unknown.
    var alerts: ReadAlerts?

    init(zoneOf json: JSONValue) { takeZone(of: json) }

    mutating func takeZone(of json: JSONValue) {
        timeZone = json["timezone"].text
        utcOffset = json["timezone_offset"].integer
    }

    var hasZone: Bool { timeZone != nil || utcOffset != nil }

    /// An answer of version 3.0. It has no list of alerts when there are none.
    init(_ json: JSONValue) {
        self.init(zoneOf: json)
        current = json["current"]
        minutes = json["minutely"].elements
        hours = json["hourly"].elements
        days = json["daily"].elements
        alerts = ReadAlerts(json["alerts"].list.map { Alert(oneCall: $0) })
    }

    var calendar: PlaceCalendar { PlaceCalendar(zone: timeZone, utcOffset: utcOffset) }

    /// Unix time.
    func endOfTomorrow(at now: UnixTime) -> Int {
        let calendar = calendar
        let tomorrow = calendar.date(1, after: calendar.date(at: now)).flatMap(calendar.span)
        return tomorrow?.end.seconds ?? now.seconds + 48 * 3600
    }
}

extension JSONValue {
    /// The ids of alerts that version 4.0 includes with each time; nil for one that cannot be part of a URL.
    var alertIDs: [String?] {
        self["alerts"].elements.map { element in
            element.text.flatMap { id in
                id.count <= 100 && id.utf8.allSatisfy { Self.ofAnID.contains($0) } ? id : nil
            }
        }
    }

    private static let ofAnID = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
}

extension Alert {
    /// nil without content.
    ///
    /// - Parameter id: nil for version 3.0, which has no ids: one is made from sender, event and onset, so that it
    ///   stays the same when text or end are updated.
    init?(oneCall json: JSONValue, id: String? = nil) {
        let event = json["event"].text
        let text = json["description"].text
        guard event != nil || text != nil else { return nil }
        let start = json["start"].unixTime
        let sender = json["sender_name"].text
        let derivedID = [sender, event, start.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: "/")
        self.init(
            id: id ?? derivedID, event: event ?? "Weather alert", text: text, sender: sender, onset: start,
            ends: json["end"].unixTime)
        let tags = json["tags"].elements.prefix(5).compactMap(\.text)
        kind = Kind(words: tags + [event])
        // The service's tag of a warning that ends others.
        if tags.contains(where: { $0.lowercased().hasPrefix("removal of") }) { urgency = .past }
    }
}
