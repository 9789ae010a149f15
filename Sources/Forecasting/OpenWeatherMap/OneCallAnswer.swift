import HTTP
import Weather

/// What One Call tells, whichever version in however many answers.
struct OneCallAnswer {
    /// As tzdata names it; nil when not given.
    var timeZone: String?
    /// Seconds; nil when not given.
    var utcOffset: Int?
    var current: JSONValue = .null
    var minutes: [JSONValue] = []
    var hours: [JSONValue] = []
    var days: [JSONValue] = []
    /// Those in force; nil when they are not known.
    var alerts: [Alert]?

    init(zoneOf json: JSONValue) {
        timeZone = json["timezone"].text
        utcOffset = json["timezone_offset"].integer
    }

    /// An answer of version 3.0. It has no list of alerts when there are none.
    init(_ json: JSONValue) {
        self.init(zoneOf: json)
        current = json["current"]
        minutes = json["minutely"].elements
        hours = json["hourly"].elements
        days = json["daily"].elements
        switch json["alerts"] {
        case .null: alerts = []
        case .array(let elements): alerts = elements.compactMap { Alert(oneCall: $0) }.bounded
        default: alerts = nil
        }
    }

    var calendar: PlaceCalendar { PlaceCalendar(zone: timeZone, utcOffset: utcOffset) }
}

extension JSONValue {
    /// The names of alerts that version 4.0 gives with each time. Only those are taken that can be a part of an address.
    var alertIDs: [String] {
        self["alerts"].elements.compactMap(\.text).filter { id in
            id.count <= 100 && id.utf8.allSatisfy { Self.ofAnID.contains($0) }
        }
    }

    private static let ofAnID = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
}

extension Alert {
    /// nil when it says nothing.
    ///
    /// - Parameter id: nil for version 3.0, which gives alerts none; one is made of who warns of what from when, so that the
    ///   alert keeps it while its text and its end are brought up to date.
    init?(oneCall json: JSONValue, id: String? = nil) {
        let event = json["event"].text
        let text = json["description"].text
        guard event != nil || text != nil else { return nil }
        let start = json["start"].unixTime
        let sender = json["sender_name"].text
        let made = [sender, event, start.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: "/")
        self.init(
            id: id ?? made, event: event ?? "Weather alert", text: text, sender: sender, onset: start,
            ends: json["end"].unixTime)
    }
}
