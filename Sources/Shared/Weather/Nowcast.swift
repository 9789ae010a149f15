/// Precipitation in the near future: "rain in 20 min", "dry from 16:40".
public enum Nowcast: Sendable, Hashable {
    /// It is dry, and rain or snow begins soon.
    case begins(at: UnixTime, isSnow: Bool)
    /// It is dry, and rain or snow begins in the hour that starts at `hour`, according to an hourly forecast.
    case around(hour: UnixTime, isSnow: Bool)
    /// It rains or snows until a dry period begins.
    case ends(at: UnixTime, isSnow: Bool)
    /// It rains or snows, and continues for at least `leastExtent`.
    case lasts(isSnow: Bool)

    /// Lower rates count as dry, mm/h: an hour of less is a trace, below the 0.1 mm that observers report (WMO-No. 8,
    /// Guide to Instruments and Methods of Observation, volume I, chapter 6).
    static let leastRate = 0.1

    /// Shorter dry periods, as between two showers, do not end the rain, s.
    static let pause = 1800

    /// How long rain or snow must continue for `lasts`, including pauses, s. It equals the dry period that ends rain:
    /// with less, it is unknown whether the rain ends.
    static let leastExtent = pause

    /// Longer steps are too coarse, s. Radars and models have steps of 1, 5, 10 and 15 minutes.
    static let longestStep = 900

    /// How far ahead the beginning of precipitation is reported, s.
    static let beginHorizon = 2 * 3600

    /// How far ahead its end is reported, s: the range of nowcasting (WMO-No. 1198, Guidelines for Nowcasting
    /// Techniques, 2017), and unambiguous on a 12-hour clock.
    static let endHorizon = 6 * 3600

    /// The probability of an hour's precipitation below which it is not announced, %.
    static let leastProbability = 50.0

    /// Minutes from `now` until rain or snow begins, rounded up; nil for none.
    public func minutesUntilBegin(at now: UnixTime) -> Int? {
        guard case .begins(let begin, _) = self else { return nil }
        return max(0, (begin.seconds(since: now) + 59) / 60)
    }
}

extension Report {
    /// The nowcast from the report's quarter hours or minutes; nil when it stays dry, when it rains and neither the end
    /// nor `Nowcast.leastExtent` of rain is known, and when the report is not fresh or does not cover `now`. Everything
    /// after a step without an amount is unknown. Without short steps, it contains only the hour in which rain
    /// or snow begins.
    public func nowcast(at now: UnixTime, staleAfter: Int) -> Nowcast? {
        precipitation.known(around: now).isEmpty
            ? nowcastOfHours(at: now, staleAfter: staleAfter) : nowcastOfSteps(at: now, staleAfter: staleAfter)
    }

    /// The first wet hour that begins within `beginHorizon`, after dry ones; nil if rain or snow already falls.
    private func nowcastOfHours(at now: UnixTime, staleAfter: Int) -> Nowcast? {
        guard freshness(at: now, staleAfter: staleAfter) == .fresh,
            let here = hours.firstIndex(where: { $0.time <= now && now < $0.time.advanced(by: 3600) }),
            hours[here].isDry, present(at: now, staleAfter: staleAfter)?.conditions.isFalling != true
        else { return nil }
        let next = hours[(here + 1)...].prefix { $0.time.seconds(since: now) <= Nowcast.beginHorizon }
        guard let wet = next.first(where: { !$0.isDry }), wet.isExpectedWet else { return nil }
        return .around(hour: wet.time, isSnow: isSnow(at: wet.time))
    }

    private func nowcastOfSteps(at now: UnixTime, staleAfter: Int) -> Nowcast? {
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

    /// The known periods of rain or snow from `now` on, including pauses, in order; the first may have begun. Empty
    /// when the report is not fresh or does not cover `now`.
    public func wetSpells(at now: UnixTime, staleAfter: Int) -> [Range<UnixTime>] {
        guard freshness(at: now, staleAfter: staleAfter) == .fresh else { return [] }
        return precipitation.known(around: now).wetSpells.filter { now < $0.upperBound }
    }

    /// The next moment after `now` at which time alone changes the nowcast or the minutes until rain; nil for none.
    public func nextNowcastChange(after now: UnixTime, staleAfter: Int) -> UnixTime? {
        let present = nowcast(at: now, staleAfter: staleAfter)
        let fresh = fetchedAt.advanced(by: -Self.clockTolerance)
        let stale = min(fetchedAt.advanced(by: staleAfter), modelExpiry ?? .distantFuture)
        // A nowcast changes at the end of a step, at a new hour, and when the beginning or end of rain, or the end of
        // the data, comes within its horizon.
        var turns = [fresh, stale] + precipitation.map(\.end) + hours.map(\.time)
        for hour in hours { turns.append(hour.time.advanced(by: -Nowcast.beginHorizon)) }
        if current != nil { turns.append((observedAt ?? fetchedAt).advanced(by: currentOrigin?.lifetime ?? 0)) }
        for step in precipitation {
            turns.append(step.start.advanced(by: -Nowcast.beginHorizon))
            turns.append(step.end.advanced(by: -Nowcast.endHorizon))
            // One second later, less than `leastExtent` is left.
            turns.append(step.end.advanced(by: 1 - Nowcast.leastExtent))
        }
        let change = turns.filter { now < $0 && $0 <= stale }.sorted()
            .first { nowcast(at: $0, staleAfter: staleAfter) != present }
        guard case .begins(let begin, _) = present else { return change }
        // Minutes are counted back from the beginning.
        let minutesLeft = (begin.seconds(since: now) - 1) / 60
        return [change, begin.advanced(by: -60 * minutesLeft)].compactMap(\.self).min()
    }

    /// Whether precipitation at `moment` is snow: by the amounts of the hour's forecast, or else by its temperature.
    func isSnow(at moment: UnixTime) -> Bool {
        guard var conditions = hour(at: moment)?.conditions else { return false }
        if let source = amountHour(at: moment)?.conditions { conditions.takePrecipitation(of: source) }
        if let kind = conditions.fallingKind { return kind == .snow }
        return conditions.temperature.map { $0 <= PrecipitationKind.snowTemperature } ?? false
    }
}

extension Report {
    /// The rate of rain or snow by the radar, to 0.1 mm/h, 0 when dry; nil where no radar covers `now`, and between two
    /// showers.
    func radarRate(at now: UnixTime) -> Double? {
        guard let radarReach, now < radarReach, radarEnd.map({ now < $0 }) ?? true else { return nil }
        let steps = precipitation.known(around: now)
        guard let step = steps.first(where: { now < $0.end }), let amount = step.amount else { return nil }
        if step.isWet { return (amount * 36_000 / Double(step.duration)).rounded() / 10 }
        return steps.wetSpells.contains { $0.contains(now) } ? nil : 0
    }

    /// The origin of a nowcast of this report: an event after the radar's last step is from the forecast.
    public func origin(of nowcast: Nowcast) -> Origin {
        guard let radarReach else { return .forecast }
        return switch nowcast {
        case .begins(let moment, _), .ends(let moment, _): moment < radarReach ? .radar : .forecast
        case .around: .forecast
        case .lasts: .radar
        }
    }
}

extension Hour {
    /// Whether the forecast has no precipitation for this hour.
    fileprivate var isDry: Bool { isHourly && (conditions.precipitation ?? .infinity) < Nowcast.leastRate }

    /// Whether its amount is known, and precipitation is not unlikely.
    fileprivate var isExpectedWet: Bool {
        isHourly && conditions.precipitation != nil
            && (precipitationProbability ?? 100) >= Nowcast.leastProbability
    }

    private var isHourly: Bool { (conditions.precipitationPeriod ?? 3600) <= 3600 }
}

extension Conditions {
    /// Whether rain or snow falls.
    fileprivate var isFalling: Bool { (precipitationRate ?? 0) >= Nowcast.leastRate }
}

extension PrecipitationStep {
    var start: UnixTime { end.advanced(by: -duration) }

    fileprivate var isWet: Bool {
        guard let amount else { return false }
        // Amounts are stored in thousandths, so half a thousandth is no difference.
        return amount + 0.0005 > Nowcast.leastRate * Double(duration) / 3600
    }
}

extension PrecipitationSeries {
    /// The steps around `now` up to the first without an amount; empty when the current one has none.
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
    /// The periods of rain or snow, including pauses.
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

/// A provider's radar nowcast for one place, at one time.
public struct RadarReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Empty while the radars that cover the place are unavailable.
    public var precipitation: PrecipitationSeries

    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt, precipitation
        case httpFreshness = "promise"
        case clock
    }

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        precipitation: PrecipitationSeries = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.precipitation = precipitation
    }

    /// When it expires. Its age counts from the radar image, the start of the first step: the service may send or confirm an
    /// old one.
    var end: UnixTime { min(fetchedAt, precipitation.first?.start ?? fetchedAt).advanced(by: Origin.radar.lifetime) }

    /// Whether its steps cover `now`, and are not expired.
    func isCurrent(at now: UnixTime) -> Bool {
        !isAhead(of: now) && !isDoubtful && now < end && precipitation.contains { now < $0.end }
    }
}

extension PrecipitationSeries {
    /// These steps, followed by a model's, cut to the same length; only these where the lengths do not fit.
    func followed(by model: PrecipitationSeries) -> PrecipitationSeries {
        guard let step = first?.duration, let last, let coarse = model.first?.duration, coarse % step == 0 else {
            return self
        }
        let parts = coarse / step
        let later = model.flatMap { whole in
            (1...parts).map { part in
                PrecipitationStep(
                    end: whole.end.advanced(by: (part - parts) * step), duration: step,
                    amount: whole.amount.map { $0 / Double(parts) })
            }
        }
        return PrecipitationSeries(Array(self) + later.filter { $0.end > last.end })
    }
}
