import Foundation
public import Weather

extension HTTPAnswer {
    /// Seconds from `now` that the server asks to be left alone for (RFC 9110, 10.2.3); nil when it does not say.
    public func retryAfter(at now: UnixTime) -> Int? {
        guard let value = self[header: "Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(value) { return seconds < 0 ? nil : seconds }
        guard let date = try? Date(value, strategy: Self.dateStrategy) else { return nil }
        return max(0, UnixTime(Int(date.timeIntervalSince1970.rounded(.down))).seconds(since: now))
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of date that servers may send (RFC 9110, 5.6.7).
    private static var dateStrategy: Date.ParseStrategy {
        Date.ParseStrategy(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) GMT
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
    }
}
