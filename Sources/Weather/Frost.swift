/// Frost in a night: air at 0 °C or less, as WMO's International Meteorological Vocabulary (WMO-No. 182) has it.
public struct Frost: Sendable, Hashable {
    /// The lowest temperature that is still to come in the night, °C; never above 0.
    public var lowest: Double
    /// The hour of the lowest temperature.
    public var time: UnixTime
    /// The midnight that the night lies around, which tells one night from another.
    public var midnight: UnixTime

    public init(lowest: Double, time: UnixTime, midnight: UnixTime) {
        self.lowest = lowest
        self.time = time
        self.midnight = midnight
    }

    /// How long before midnight a night's frost is first told, seconds: from 15:00 on, when there is still light to bring in
    /// what must not freeze.
    static let notice = 9 * 3600

    /// How long after midnight a night lasts, seconds: until 08:00, when it is at its coldest or past it. The clock decides and
    /// not the sun, which near the poles knows no nights.
    static let morning = 8 * 3600
}

extension Report {
    /// The frost of the night that begins, or goes on; nil when none is forecast, at any other time of the day, and when the
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
        // Counted from the midnight that is near, so that clocks that change do not matter: they do so between the two.
        if day.end.seconds(since: now) <= Frost.notice { return day.end }
        return now.seconds(since: day.start) < Frost.morning ? day.start : nil
    }
}
