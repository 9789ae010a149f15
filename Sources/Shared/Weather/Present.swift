/// The weather of one moment, with its source.
public struct Present: Sendable, Hashable {
    public var conditions: Conditions
    public var origin: Origin
    /// The station that measured `conditions`; nil for none.
    public var station: Station?
    /// The parts of a station's `conditions` that are the model's.
    public var modelled: ModelledParts = []
    /// The rate of rain or snow by the radar, mm/h, 0 when dry; nil without a radar.
    public var radarRate: Double?
    /// The parts of `conditions` that are the radar's, which contradicts the model.
    public var ofRadar: ModelledParts = []
    /// The model's weather that the radar contradicts; nil for none.
    public var contradicted: Conditions?
    /// The time that `conditions` describes.
    public var time: UnixTime
    /// Whether the hourly forecast replaces current weather that is missing or too old.
    public var isFallback = false

    /// The source of a part.
    public func origin(of part: ModelledParts) -> Origin {
        if ofRadar.contains(part) { return .radar }
        return origin == .station && modelled.contains(part) ? .analysis : origin
    }
}

extension Origin {
    /// How long weather of this origin counts as current, s.
    ///
    /// Stations report hourly, and reports take up to half an hour to arrive. An analysis is as old as its quarter hour
    /// or hour when it is fetched, and may then be shown for an hour. Radar images become outdated within half an hour.
    public var lifetime: Int {
        switch self {
        case .station, .analysis, .sample: 5400
        case .radar: 1800
        case .forecast: 3600
        }
    }

    /// How far the time of current weather may be in the future, s: some services use the end of a quarter hour.
    static let tolerance = 900
}

extension Report {
    /// The weather at `now`: the report's current weather if the report was fetched recently and that weather is not older
    /// than `Origin.lifetime`, else the hourly forecast for `now`. nil when the report contains neither. Day and night are
    /// always those of `now`.
    public func present(at now: UnixTime, staleAfter: Int) -> Present? {
        var present: Present
        if let current, isMeasured || isFresh(at: now, staleAfter: staleAfter), currentSpan.contains(now) {
            present = Present(
                conditions: current, origin: origin, station: station, modelled: modelled, time: currentTime)
        } else if let hour = hour(at: now) {
            present = Present(conditions: hour.conditions, origin: .forecast, time: hour.time, isFallback: true)
            if hour.conditions.precipitation == nil, let source = amountHour(at: now) {
                present.conditions.takePrecipitation(of: source.conditions)
            }
        } else {
            return nil
        }
        present.conditions.isDay = isDay(at: now) ?? present.conditions.isDay
        takeRadar(into: &present, at: now)
        return present
    }

    /// Version 0.1.0 stored no origin. Its reports had analyses, and observations without distinction.
    private var origin: Origin { currentOrigin ?? (provider.isSample ? .sample : .analysis) }

    private var currentTime: UnixTime { observedAt ?? fetchedAt }

    /// When `current` counts as current.
    private var currentSpan: Range<UnixTime> {
        currentTime.advanced(by: -Origin.tolerance)..<currentTime.advanced(by: origin.lifetime)
    }

    /// The forecast of the hour that contains `moment`.
    public func hour(at moment: UnixTime) -> Hour? {
        guard let hour = hours.last(where: { $0.time <= moment }), moment < hour.time.advanced(by: 3600) else {
            return nil
        }
        return hour
    }

    /// The forecast of the date that contains `moment`.
    public func day(at moment: UnixTime) -> Day? {
        days.first { $0.contains(moment) }
    }

    /// The hours from the current one to the last that begins before `end`.
    public func hours(from now: UnixTime, before end: UnixTime) -> ArraySlice<Hour> {
        let first = hours.firstIndex { now < $0.time.advanced(by: 3600) } ?? hours.endIndex
        let last = hours[first...].firstIndex { $0.time >= end } ?? hours.endIndex
        return hours[first..<last]
    }

    /// The days from today.
    public func days(from now: UnixTime) -> ArraySlice<Day> {
        days[(days.firstIndex { now < $0.end } ?? days.endIndex)...]
    }

    /// Whether the sun is up; nil when the report does not cover the moment.
    public func isDay(at moment: UnixTime) -> Bool? {
        guard let today = day(at: moment)?.daylight else { return nil }
        // Near the polar circle the sun may set after midnight, so every day is checked.
        return today.isDay(at: moment)
            || days.contains { day in
                switch day.daylight {
                case .sun(let rise, let set): rise <= moment && moment < set
                case .setsOnly(let set): day.start <= moment && moment < set
                case .risesOnly(let rise): rise <= moment && moment < day.end
                case .polarDay, .polarNight, nil: false
                }
            }
    }

    /// The next moment after `now` at which time alone changes the report's content: a new hour or day, sunrise or
    /// sunset, the report or its current weather becomes stale, or a clock that was set back catches up. nil for none.
    public func nextChange(after now: UnixTime, staleAfter: Int) -> UnixTime? {
        var turns = freshnessChanges(staleAfter: staleAfter)
        if let modelExpiry { turns.append(modelExpiry) }
        let fresh = fetchedAt.advanced(by: -Self.clockTolerance)..<fetchedAt.advanced(by: max(0, staleAfter))
        if current != nil {
            turns += [currentSpan.lowerBound, currentSpan.upperBound].filter { isMeasured || fresh.contains($0) }
        }
        turns += [radarEnd, nextRadarChange(after: now)].compactMap(\.self)
        turns += [probability(at: now)?.end, amountHour(at: now)?.precipitationEnd].compactMap(\.self)
        if let next = hours.first(where: { $0.time > now }) { turns.append(next.time) }
        // Where hours are missing, the current one ends before the next begins.
        if let hour = hours.last(where: { $0.time <= now }) { turns.append(hour.time.advanced(by: 3600)) }
        for day in days {
            turns += [day.start, day.end]
            turns += [day.daylight?.sunrise, day.daylight?.sunset].compactMap(\.self)
        }
        return turns.filter { $0 > now }.min()
    }
}
