import Foundation

/// Times in weatherd's JSON.
enum UnixTime {
    /// Seconds since 1970; nil for null.
    static func parsing(_ value: Any?) -> Int? {
        guard let text = value as? String, let date = try? Date(text, strategy: .iso8601) else { return nil }
        return Int(date.timeIntervalSince1970)
    }
}
