import Foundation
public import Weather

extension HTTPAnswer {
    /// Seconds from `now` that the server asks to be left alone for (RFC 9110, 10.2.3); nil when it does not say.
    public func retryAfter(at now: UnixTime) -> Int? {
        guard let value = self[header: "Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let seconds = Int(value) ?? Self.date(value).map { max(0, $0.seconds(since: now)) }
        return seconds.flatMap { $0 < 0 ? nil : min($0, Self.longestWait) }
    }

    /// No service means to be left alone for longer than a month, seconds; a number gone mad must not outgrow what is reckoned
    /// with it.
    private static let longestWait = 30 * 86_400

    /// What the server says of its next answer (RFC 9111, 5.3); nil when it says nothing. The time is reckoned from the
    /// server's own clock, since that of this machine may be wrong.
    public func promise(at now: UnixTime) -> Promise? {
        let expires = self[header: "Expires"].flatMap(Self.date)
        let sent = self[header: "Date"].flatMap(Self.date) ?? now
        let promise = Promise(
            expires: expires.map { now.advanced(by: min(max(0, $0.seconds(since: sent)), Self.longestPromise)) },
            lastModified: self[header: "Last-Modified"])
        return promise == Promise() ? nil : promise
    }

    /// When the server says that it answered, by its own clock (RFC 9110, 6.6.1); nil when it does not say.
    public var date: UnixTime? { self[header: "Date"].flatMap(Self.date) }

    /// A server that wants to be left alone for longer than this has its clock or its head wrong, seconds.
    private static let longestPromise = 6 * 3600

    private static func date(_ value: String) -> UnixTime? {
        guard let date = try? Date(value.trimmingCharacters(in: .whitespaces), strategy: dateStrategy) else {
            return nil
        }
        return UnixTime(Int(date.timeIntervalSince1970.rounded(.down)))
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
