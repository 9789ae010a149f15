public import Weather

/// The Sun's elevation, rise, set and twilight at a place, as the U.S. Naval Observatory defines them for a level
/// horizon at sea level (<https://aa.usno.navy.mil/faq/RST_defs>).
///
/// Within a minute of its tables from 1950 to 2050 up to the polar circles. At a pole, where the Sun moves almost along
/// the horizon, they are accurate to a quarter of an hour.
public struct Sun: Sendable, Hashable {
    private let coordinate: Coordinate

    public init(coordinate: Coordinate) {
        self.coordinate = coordinate
    }

    /// Elevation of the Sun's centre at sunrise and sunset, degrees: lowered by its radius and by refraction.
    private static let horizon = -0.833

    /// Elevation of the Sun's centre, -90 to 90 degrees, without refraction.
    public func elevation(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        return SkyPosition.sun(at: time).elevation(from: coordinate, at: time)
    }

    /// Whether any of the Sun's disc is above the horizon.
    public func isUp(at moment: UnixTime) -> Bool {
        elevation(at: moment) > Self.horizon
    }

    /// Sunrise and sunset around solar noon of the day from `start` to `end`; one of them may be on the other side of
    /// midnight.
    public func daylight(from start: UnixTime, to end: UnixTime) -> Daylight {
        let arc = arc(over: Self.horizon, from: start, to: end)
        guard arc.isReached else { return .polarNight }
        return switch (arc.rise, arc.set) {
        case (let rise?, let set?): .sun(rise: rise, set: set)
        case (let rise?, nil): .risesOnly(rise)
        case (nil, let set?): .setsOnly(set)
        case (nil, nil): .polarDay
        }
    }

    /// The last sunrise; nil when the Sun is not up, or has been up for more than half a year.
    public func lastRise(before moment: UnixTime) -> UnixTime? {
        guard isUp(at: moment) else { return nil }
        let crossing = Crossing { elevation(at: $0) - Self.horizon }
        var later = moment
        var midnight = moment.advanced(by: -secondsPastNoon(at: moment) - 43_200)
        // The Sun is lowest at solar midnight: if it is up then, it has not risen since the midnight before.
        for _ in 0..<200 {
            if let rise = crossing.between(midnight, later) { return rise }
            (later, midnight) = (midnight, midnight.advanced(by: -86_400))
        }
        return nil
    }

    /// Dawn and dusk of the day from `start` to `end`.
    public func twilight(_ twilight: Twilight, from start: UnixTime, to end: UnixTime) -> TwilightTimes {
        let arc = arc(over: -twilight.depth, from: start, to: end)
        return TwilightTimes(dawn: arc.rise, dusk: arc.set, isReached: arc.isReached)
    }

    /// The upper transit of the Sun closest to the middle of the day from `start` to `end`.
    public func noon(from start: UnixTime, to end: UnixTime) -> UnixTime {
        let middle = start.advanced(by: end.seconds(since: start) / 2)
        // A solar day varies by half a minute; the second step corrects for that.
        let close = middle.advanced(by: -secondsPastNoon(at: middle))
        return close.advanced(by: -secondsPastNoon(at: close))
    }

    /// Apparent solar time minus noon, from -43,200 to 43,200 s.
    private func secondsPastNoon(at moment: UnixTime) -> Int {
        let time = AstronomicalTime(moment)
        return Int((SkyPosition.sun(at: time).hourAngle(at: coordinate, at: time) * 240).rounded())
    }

    /// When the Sun rises above an elevation and sets below it, in the day and night around noon.
    ///
    /// - Returns: `rise` and `set` are nil when the Sun has been above it since, or stays above it until, solar
    ///   midnight; when it stays below, both are nil and `isReached` is false.
    private func arc(
        over height: Double, from start: UnixTime, to end: UnixTime
    ) -> (rise: UnixTime?, set: UnixTime?, isReached: Bool) {
        let noon = noon(from: start, to: end)
        let (before, after) = (noon.advanced(by: -43_200), noon.advanced(by: 43_200))
        let crossing = Crossing { elevation(at: $0) - height }
        // At a pole the Sun climbs all spring and sinks all autumn: noon is no higher than midnight.
        var top = noon
        for midnight in [before, after] where crossing.height(midnight) > crossing.height(top) { top = midnight }
        let rise = crossing.between(before, top)
        let set = crossing.between(top, after)
        guard crossing.height(top) > 0, rise ?? start < end, set ?? end > start else { return (nil, nil, false) }
        return (rise, set, true)
    }
}

extension Sun {
    /// Sunrises, sunsets and civil dawns and dusks of the solar days around a moment, in order: all within 24 hours before and
    /// after it. Empty in the midnight sun and in deep polar night.
    public func events(around moment: UnixTime) -> [SunEvent] {
        var events: [SunEvent] = []
        // Solar days instead of dates, which need a time zone.
        for day in -2...2 {
            let start = moment.advanced(by: day * 86_400 - 43_200)
            let end = start.advanced(by: 86_400)
            let daylight = daylight(from: start, to: end)
            let twilight = twilight(.civil, from: start, to: end)
            let times: [(SunEvent.Kind, UnixTime?)] = [
                (.dawn, twilight.dawn), (.sunrise, daylight.sunrise), (.sunset, daylight.sunset),
                (.dusk, twilight.dusk),
            ]
            events += times.compactMap { kind, time in time.map { SunEvent(kind, at: $0) } }
        }
        return Set(events).sorted { $0.time < $1.time }
    }
}

/// The stages of twilight, from light to dark. Each lasts while the Sun's centre is no further below the horizon than
/// `depth`.
public enum Twilight: CaseIterable, Sendable, Hashable {
    /// Light enough to work outside.
    case civil
    /// The horizon at sea is visible.
    case nautical
    /// The faintest stars are not visible yet.
    case astronomical

    /// The Sun's depression at which the twilight begins or ends, degrees.
    public var depth: Double {
        switch self {
        case .civil: 6
        case .nautical: 12
        case .astronomical: 18
        }
    }
}

/// Start and end of one stage of twilight on one day.
public struct TwilightTimes: Sendable, Hashable {
    /// nil when the twilight has lasted since the evening before, or `isReached` is false.
    public var dawn: UnixTime?
    /// May be past midnight; nil when the twilight lasts into the next morning, or `isReached` is false.
    public var dusk: UnixTime?
    /// Whether the Sun reaches this elevation that day. It does not in deep polar night.
    public var isReached: Bool

    public init(dawn: UnixTime?, dusk: UnixTime?, isReached: Bool) {
        self.dawn = dawn
        self.dusk = dusk
        self.isReached = isReached
    }

    /// Whether the night gets no darker than this twilight.
    public var lastsAllNight: Bool { isReached && dawn == nil && dusk == nil }
}

extension Daylight {
    /// Time from sunrise to sunset on the day from `start` to `end`, 0 to 86,400 s.
    public func length(from start: UnixTime, to end: UnixTime) -> Int {
        let length =
            switch self {
            case .sun(let rise, let set): set.seconds(since: rise)
            case .risesOnly(let rise): end.seconds(since: max(rise, start))
            case .setsOnly(let set): min(set, end).seconds(since: start)
            case .polarDay: end.seconds(since: start)
            case .polarNight: 0
            }
        // A day with a clock change may have 25 hours.
        return min(max(length, 0), 86_400)
    }
}
