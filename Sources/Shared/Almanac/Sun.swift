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
