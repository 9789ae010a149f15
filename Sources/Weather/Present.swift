/// The weather of one moment, and where it was taken from.
public struct Present: Sendable, Hashable {
    public enum Origin: Sendable, Hashable {
        /// The provider's current weather.
        case observed
        /// The hourly forecast, because the report is old or had no current weather.
        case forecast
    }

    public var conditions: Conditions
    public var origin: Origin
    /// The time that `conditions` describes.
    public var time: UnixTime
}

extension Report {
    /// The weather at `now`: the report's current weather while it is fresh, else the hourly forecast's for that
    /// moment; nil when the report says nothing of it. Day and night are always those of `now`.
    public func present(at now: UnixTime, staleAfter: Int) -> Present? {
        var present: Present
        if freshness(at: now, staleAfter: staleAfter) == .fresh, let current {
            present = Present(conditions: current, origin: .observed, time: observedAt ?? fetchedAt)
        } else if let hour = hour(at: now) {
            present = Present(conditions: hour.conditions, origin: .forecast, time: hour.time)
        } else {
            return nil
        }
        present.conditions.isDay = isDay(at: now) ?? present.conditions.isDay
        return present
    }

    /// The forecast of the hour that `moment` falls in.
    public func hour(at moment: UnixTime) -> Hour? {
        guard let hour = hours.last(where: { $0.time <= moment }), moment < hour.time.advanced(by: 3600) else {
            return nil
        }
        return hour
    }

    /// The forecast of the calendar day that `moment` falls on.
    public func day(at moment: UnixTime) -> Day? {
        days.first { $0.contains(moment) }
    }

    /// The hours from the one that `now` falls in to the last that begins before `end`.
    public func hours(from now: UnixTime, before end: UnixTime) -> ArraySlice<Hour> {
        let first = hours.firstIndex { now < $0.time.advanced(by: 3600) } ?? hours.endIndex
        let last = hours[first...].firstIndex { $0.time >= end } ?? hours.endIndex
        return hours[first..<last]
    }

    /// The days from the one that `now` falls on.
    public func days(from now: UnixTime) -> ArraySlice<Day> {
        days[(days.firstIndex { now < $0.end } ?? days.endIndex)...]
    }

    /// Whether the sun is up; nil when the report does not cover the moment.
    public func isDay(at moment: UnixTime) -> Bool? {
        guard let today = day(at: moment)?.daylight else { return nil }
        // Near the polar circle the sun of one day sets after midnight, so every day is asked.
        return today.isDay(at: moment)
            || days.contains { day in
                guard case .sun(let rise, let set)? = day.daylight else { return false }
                return rise <= moment && moment < set
            }
    }

    /// The next moment after `now` at which the report reads differently by the clock alone: an hour or a day begins,
    /// the sun rises or sets, the report becomes stale, or a clock that was turned back has caught up with it. nil when
    /// nothing more is to come.
    public func nextTurn(after now: UnixTime, staleAfter: Int) -> UnixTime? {
        var turns = turnsOfFreshness(staleAfter: staleAfter)
        if let next = hours.first(where: { $0.time > now }) { turns.append(next.time) }
        // Where hours are missing, the present one ends before the next begins.
        if let hour = hours.last(where: { $0.time <= now }) { turns.append(hour.time.advanced(by: 3600)) }
        for day in days {
            turns += [day.start, day.end]
            if case .sun(let rise, let set)? = day.daylight { turns += [rise, set] }
        }
        return turns.filter { $0 > now }.min()
    }
}
