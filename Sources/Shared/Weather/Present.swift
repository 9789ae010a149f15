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
    /// The weather at `now`: the report's current weather if the report was fetched recently and that weather is not older than
    /// `Origin.lifetime`, else the hourly forecast for `now`. nil when the report contains neither. Day and night are always as
    /// of `now`.
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

extension Report {
    /// Lets the radar decide whether it rains or snows, unless a station measured it.
    func takeRadar(into present: inout Present, at now: UnixTime) {
        guard let rate = radarRate(at: now), present.origin != .sample else { return }
        present.radarRate = rate
        let isWet = rate >= Nowcast.leastRate
        let kind: PrecipitationKind = isSnow(at: now) ? .snow : .rain
        let conditions = present.conditions
        if present.origin(of: .condition) != .station, conditions.condition.mayContradict(radarIsWet: isWet) {
            present.contradicted = conditions.condition == .unknown ? nil : conditions
            let sky = conditions.cloudCover.map(Condition.init(cover:)) ?? .overcast
            present.conditions.condition = isWet ? kind.condition(rate: rate) : sky
            present.conditions.likelihood = nil
            present.ofRadar.insert(.condition)
        }
        let falls = (conditions.precipitationRate ?? 0) >= Nowcast.leastRate
        let isOther = present.ofRadar.contains(.condition) || falls != isWet
        guard present.origin(of: .precipitation) != .station, isOther else { return }
        var amounts = Conditions()
        (amounts.precipitation, amounts.precipitationPeriod) = (rate, 0)
        // The depth of the snow is unknown.
        if kind == .rain || !isWet { (amounts.rain, amounts.snowfall) = (rate, 0) } else { amounts.rain = 0 }
        present.conditions.takePrecipitation(of: amounts)
        present.ofRadar.insert(.precipitation)
    }

    /// When the radar next has another rate; nil if not before its end.
    func nextRadarChange(after now: UnixTime) -> UnixTime? {
        guard let radarReach, let rate = radarRate(at: now) else { return nil }
        return precipitation.lazy.map(\.end).first { $0 > now && $0 <= radarReach && radarRate(at: $0) != rate }
    }
}

extension Condition {
    /// Whether it states rain or snow that the radar does not see, or none where it does. Squalls and tornadoes may be dry or
    /// wet.
    fileprivate func mayContradict(radarIsWet: Bool) -> Bool {
        guard radarIsWet else { return precipitationKind != nil }
        return precipitationKind == nil && self != .squall && self != .tornado
    }
}

/// The type of source of a moment's weather. The raw values are the `origin` of the JSON output.
public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
    /// Measured by a weather station.
    case station
    /// Derived from radar measurements.
    case radar
    /// A weather model's estimate for the present, without a measurement at the place.
    case analysis
    /// The forecast for the moment.
    case forecast
    /// Sample data.
    case sample
}

/// The parts of a measured present that are the model's, because the station does not report them.
public struct ModelledParts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let condition = ModelledParts(rawValue: 1)
    /// The amounts of rain and snow.
    public static let precipitation = ModelledParts(rawValue: 2)
    public static let all: ModelledParts = [.condition, .precipitation]
}

/// The weather station of a measurement.
public struct Station: Sendable, Hashable, Codable {
    /// The service's identifier: `KSEA`.
    public var id: String
    /// The service's name for it: `Seattle-Tacoma International Airport`; nil when not given.
    public var name: String?
    /// From the place to the station, m; nil when unknown.
    public var distance: Double?
    /// Metres above sea level; nil when unknown.
    public var elevation: Double?
    /// How much higher the station is than the place, m; nil when unknown.
    public var heightDifference: Double?
    /// The temperature correction for the elevation difference, K; nil for none.
    public var temperatureCorrection: Double?

    public init(id: String, name: String? = nil, distance: Double? = nil, elevation: Double? = nil) {
        self.id = id
        self.name = name
        self.distance = distance
        self.elevation = elevation
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.text(forKey: .id, upTo: String.longestText),
            name: try container.textIfPresent(forKey: .name, upTo: String.longestText),
            distance: try container.number(forKey: .distance, in: Coordinate.distances),
            elevation: try container.number(forKey: .elevation, in: QuantityKind.altitude.range))
        heightDifference = try container.number(forKey: .heightDifference, in: -51_000...51_000)
        temperatureCorrection = try container.number(forKey: .temperatureCorrection, in: -400...400)
    }

    /// The user's own station.
    public static let ownID = "own"
}

/// The likelihood of a condition that is not certain.
public enum Likelihood: String, Sendable, Hashable, Codable, CaseIterable {
    /// Up to 50 %: "slight chance", "chance", "isolated", "possible".
    case possible
    /// More likely than not: "likely".
    case likely
}
