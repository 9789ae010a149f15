import HTTP
import Weather

extension JSONValue {
    /// An RFC 3339 timestamp: `2026-03-05T15:00:00-05:00`, or without seconds; nil when implausible.
    var timestamp: UnixTime? {
        guard let text, let time = UnixTime(rfc3339: text), time.isPlausible else { return nil }
        return time
    }

    /// Whether there is a value, but no timestamp.
    var isUnreadableTime: Bool { self != .null && timestamp == nil }
}
