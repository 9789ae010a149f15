/// Frost in a night: air temperature at or below 0 °C (WMO-No. 182, International Meteorological Vocabulary).
public struct Frost: Sendable, Hashable {
    /// The lowest temperature in the rest of the night, °C; at most 0.
    public var lowest: Double
    /// The hour of the lowest temperature.
    public var time: UnixTime
    /// The midnight of the night, which identifies it.
    public var midnight: UnixTime

    public init(lowest: Double, time: UnixTime, midnight: UnixTime) {
        self.lowest = lowest
        self.time = time
        self.midnight = midnight
    }

    /// How long before midnight frost is notified, s: from 15:00 on, while there is still daylight to protect plants.
    static let notice = 9 * 3600

    /// The end of a night after midnight, s: 08:00, about its coldest time. A fixed time, since near the poles the sun
    /// may not set.
    static let morning = 8 * 3600
}

extension Report {
    /// The frost of the coming or current night; nil when none is forecast, at other times of the day, and when the
    /// report is not fresh.
    public func frost(at now: UnixTime, staleAfter: Int) -> Frost? {
        guard freshness(at: now, staleAfter: staleAfter) == .fresh, let midnight = midnight(ofNightAt: now) else {
            return nil
        }
        let coming = hours(from: now, before: midnight.advanced(by: Frost.morning))
        let temperatures = coming.compactMap { hour in hour.conditions.temperature.map { (hour.time, $0) } }
        guard let coldest = temperatures.min(by: { $0.1 < $1.1 }), coldest.1 <= 0 else { return nil }
        return Frost(lowest: coldest.1, time: coldest.0, midnight: midnight)
    }

    private func midnight(ofNightAt now: UnixTime) -> UnixTime? {
        guard let day = day(at: now) else { return nil }
        // Relative to the nearest midnight, so that clock changes, which happen in between, do not matter.
        if day.end.seconds(since: now) <= Frost.notice { return day.end }
        return now.seconds(since: day.start) < Frost.morning ? day.start : nil
    }
}
