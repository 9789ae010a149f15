public import Weather

/// The Sun over one place: where it stands, and its course through a day.
///
/// Rising, setting and twilight are those of the U.S. Naval Observatory (<https://aa.usno.navy.mil/faq/RST_defs>) for a
/// level horizon at sea level, and within a minute of its tables from 1950 to 2050 up to the polar circles. Close to the
/// poles, where the Sun moves almost along the horizon, a hundredth of a degree is minutes of time: at a pole itself they
/// are right to a quarter of an hour.
public struct Sun: Sendable, Hashable {
    private let coordinate: Coordinate

    public init(coordinate: Coordinate) {
        self.coordinate = coordinate
    }

    /// Where the Sun's centre is at sunrise and sunset, degrees: lower by its radius and by the refraction of the air.
    private static let horizon = -0.833

    /// Height of the Sun's centre over the horizon, -90 to 90 degrees, refraction not counted.
    public func elevation(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        return SkyPosition.sun(at: time).elevation(from: coordinate, at: time)
    }

    /// Whether any of the Sun's disc is over the horizon.
    public func isUp(at moment: UnixTime) -> Bool {
        elevation(at: moment) > Self.horizon
    }

    /// The Sun's course on the day that lasts from `start` to `end`: its rising before and its setting after that day's
    /// noon by the Sun, even where one of them is on the other side of midnight.
    ///
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

    /// When the Sun, which is up at `moment`, rose; nil when it is not up, or has been up for longer than half a year.
    public func lastRise(before moment: UnixTime) -> UnixTime? {
        guard isUp(at: moment) else { return nil }
        let crossing = Crossing { elevation(at: $0) - Self.horizon }
        var later = moment
        var midnight = moment.advanced(by: -secondsPastNoon(at: moment) - 43_200)
        // The Sun is lowest at midnight: while it is up then, it has not risen since the midnight before.
        for _ in 0..<200 {
            if let rise = crossing.between(midnight, later) { return rise }
            (later, midnight) = (midnight, midnight.advanced(by: -86_400))
        }
        return nil
    }

    /// Dawn and dusk of the day that lasts from `start` to `end`.
    public func twilight(_ twilight: Twilight, from start: UnixTime, to end: UnixTime) -> TwilightTimes {
        let arc = arc(over: -twilight.depth, from: start, to: end)
        return TwilightTimes(dawn: arc.rise, dusk: arc.set, isReached: arc.isReached)
    }

    /// When the Sun crosses the meridian of the place, which is its highest point, closest to the middle of the day that
    /// lasts from `start` to `end`: noon of that day.
    public func noon(from start: UnixTime, to end: UnixTime) -> UnixTime {
        let middle = start.advanced(by: end.seconds(since: start) / 2)
        // The Sun goes around the Earth in a day, which is half a minute more or less: the second step makes up for it.
        let close = middle.advanced(by: -secondsPastNoon(at: middle))
        return close.advanced(by: -secondsPastNoon(at: close))
    }

    /// How far a sundial is past noon: from half a day before it to half a day after.
    private func secondsPastNoon(at moment: UnixTime) -> Int {
        let time = AstronomicalTime(moment)
        return Int((SkyPosition.sun(at: time).hourAngle(at: coordinate, at: time) * 240).rounded())
    }

    /// When the Sun climbs over a height and sinks below it again, in the day and night around noon.
    ///
    /// - Returns: `rise` and `set` are nil where the Sun is over the height since, or until, the midnight by the Sun;
    ///   `isReached` is false, and both are nil, when it stays below.
    private func arc(
        over height: Double, from start: UnixTime, to end: UnixTime
    ) -> (rise: UnixTime?, set: UnixTime?, isReached: Bool) {
        let noon = noon(from: start, to: end)
        let (before, after) = (noon.advanced(by: -43_200), noon.advanced(by: 43_200))
        let crossing = Crossing { elevation(at: $0) - height }
        // At a pole the Sun climbs all through spring and sinks all through autumn: noon is no higher than midnight.
        var top = noon
        for midnight in [before, after] where crossing.height(midnight) > crossing.height(top) { top = midnight }
        let rise = crossing.between(before, top)
        let set = crossing.between(top, after)
        guard crossing.height(top) > 0, rise ?? start < end, set ?? end > start else { return (nil, nil, false) }
        return (rise, set, true)
    }
}
