/// What falls, or does not, in the near future: "rain in 20 min", "dry from 16:40".
public enum Nowcast: Sendable, Hashable {
    /// It is dry, and rain or snow begins soon.
    case begins(at: UnixTime, isSnow: Bool)
    /// It rains or snows, and will be dry from then on for a while.
    case ends(at: UnixTime, isSnow: Bool)
    /// It rains or snows, and is known to continue for `leastExtent` at least.
    case lasts(isSnow: Bool)

    /// Less than this is dry, mm/h: what falls in an hour of it would be a trace, less than the 0.1 mm that observers note
    /// (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, chapter 6).
    static let leastRate = 0.1

    /// A dry time shorter than this lies within the rain, as between two showers, and is no end of it, seconds.
    static let pause = 1800

    /// How long rain or snow has to be known to continue, dry pauses included, for `lasts`, seconds. It equals the dry time
    /// that makes an end: with less the next minutes are known, but not whether it ends.
    static let leastExtent = pause

    /// Longer steps are too coarse for minutes, seconds. Minutes, 5, 10 and 15 minutes are what radars and models give.
    static let longestStep = 900

    /// How far ahead a beginning is told, seconds.
    static let beginHorizon = 2 * 3600

    /// How far ahead an end is told, seconds: as far as a forecast counts as a nowcast (WMO-No. 1198, Guidelines for
    /// Nowcasting Techniques, 2017), and on a clock of twelve hours no time is meant twice.
    static let endHorizon = 6 * 3600

    /// At this temperature as much precipitation falls as snow as falls as rain, °C: the mean over the northern hemisphere of
    /// K. S. Jennings and others, "Spatial variation of the rain–snow temperature threshold …", Nature Communications 9, 2018.
    static let snowTemperature = 1.0

    /// Minutes from `now` until rain or snow begins, a begun one counted as whole; nil when none begins.
    public func minutesUntilBegin(at now: UnixTime) -> Int? {
        guard case .begins(let begin, _) = self else { return nil }
        return max(0, (begin.seconds(since: now) + 59) / 60)
    }
}

extension Report {
    /// What will fall soon after `now`, by the quarters of an hour or the minutes of the report; nil when it is dry and stays
    /// so, when it rains and neither an end nor `Nowcast.leastExtent` of rain is known, and when nothing is known: the report
    /// is not fresh, or its steps do not cover `now`. What lies beyond a step without an amount is not known.
    public func nowcast(at now: UnixTime, staleAfter: Int) -> Nowcast? {
        guard let spell = wetSpells(at: now, staleAfter: staleAfter).first,
            let end = precipitation.known(around: now).last?.end
        else { return nil }
        if now < spell.lowerBound {
            guard spell.lowerBound.seconds(since: now) <= Nowcast.beginHorizon else { return nil }
            return .begins(at: spell.lowerBound, isSnow: isSnow(at: spell.lowerBound))
        }
        let extent = spell.upperBound.seconds(since: now)
        let isEndKnown = end.seconds(since: spell.upperBound) >= Nowcast.pause
        if isEndKnown, extent <= Nowcast.endHorizon {
            return .ends(at: spell.upperBound, isSnow: isSnow(at: now))
        }
        return extent >= Nowcast.leastExtent ? .lasts(isSnow: isSnow(at: now)) : nil
    }

    /// The times of rain or snow that are known of from `now` on, dry pauses included, in their order; the first may have begun.
    /// Empty when the report is not fresh, and when its steps do not cover `now`.
    public func wetSpells(at now: UnixTime, staleAfter: Int) -> [Range<UnixTime>] {
        guard freshness(at: now, staleAfter: staleAfter) == .fresh else { return [] }
        return precipitation.known(around: now).wetSpells.filter { now < $0.upperBound }
    }

    /// The next moment after `now` at which the nowcast is another one by the clock alone, or the minutes until rain begins
    /// are; nil when that will not be.
    public func nextNowcastChange(after now: UnixTime, staleAfter: Int) -> UnixTime? {
        let present = nowcast(at: now, staleAfter: staleAfter)
        let fresh = fetchedAt.advanced(by: -Self.clockTolerance)
        let stale = min(fetchedAt.advanced(by: staleAfter), modelExpiry ?? .distantFuture)
        // A nowcast changes as a step ends, an hour begins, and as rain, its end, or the end of what is known comes near.
        var turns = [fresh, stale] + precipitation.map(\.end) + hours.map(\.time)
        for step in precipitation {
            turns.append(step.start.advanced(by: -Nowcast.beginHorizon))
            turns.append(step.end.advanced(by: -Nowcast.endHorizon))
            // One second later, less than the least extent is left.
            turns.append(step.end.advanced(by: 1 - Nowcast.leastExtent))
        }
        let change = turns.filter { now < $0 && $0 <= stale }.sorted()
            .first { nowcast(at: $0, staleAfter: staleAfter) != present }
        guard case .begins(let begin, _) = present else { return change }
        // Minutes are counted back from the beginning.
        let minutesLeft = (begin.seconds(since: now) - 1) / 60
        return [change, begin.advanced(by: -60 * minutesLeft)].compactMap(\.self).min()
    }

    /// Whether what falls at `moment` is snow: by the rain and snow of the hour's forecast, and where it has none, by its
    /// temperature.
    private func isSnow(at moment: UnixTime) -> Bool {
        guard var conditions = hour(at: moment)?.conditions else { return false }
        if let source = amountHour(at: moment)?.conditions { conditions.takePrecipitation(of: source) }
        let rain = conditions.rain ?? 0
        // Ten millimetres of fresh snow are about one of water.
        let snow = (conditions.snowfall ?? 0) / 10
        if rain > 0 || snow > 0 { return snow > rain }
        return conditions.temperature.map { $0 <= Nowcast.snowTemperature } ?? false
    }
}

extension PrecipitationStep {
    fileprivate var start: UnixTime { end.advanced(by: -duration) }

    fileprivate var isWet: Bool {
        guard let amount else { return false }
        // Amounts are held in thousandths, so that half of one is no difference.
        return amount + 0.0005 > Nowcast.leastRate * Double(duration) / 3600
    }
}

extension PrecipitationSeries {
    /// The steps on both sides of `now` up to the first whose amount is missing; none when that of `now` is.
    fileprivate func known(around now: UnixTime) -> Slice<PrecipitationSeries> {
        guard let here = firstIndex(where: { now < $0.end }), self[here].start <= now, self[here].amount != nil,
            self[here].duration <= Nowcast.longestStep
        else {
            return self[endIndex..<endIndex]
        }
        let first = self[..<here].lastIndex { $0.amount == nil }.map { $0 + 1 } ?? startIndex
        let last = self[here...].firstIndex { $0.amount == nil } ?? endIndex
        return self[first..<last]
    }
}

extension Slice<PrecipitationSeries> {
    /// The times in which it rains or snows, dry pauses included.
    fileprivate var wetSpells: [Range<UnixTime>] {
        var spells: [Range<UnixTime>] = []
        for step in self where step.isWet {
            if let last = spells.last, step.start.seconds(since: last.upperBound) < Nowcast.pause {
                spells[spells.count - 1] = last.lowerBound..<step.end
            } else {
                spells.append(step.start..<step.end)
            }
        }
        return spells
    }
}
