public import Weather

/// The Moon: how much of it is lit, its phases, and when it is over the horizon of a place.
///
/// From the positions of J. Meeus, "Astronomical Algorithms", 2nd edition, chapters 25 and 47. Phases and, but
/// for the polar regions, risings are within two minutes of the tables of the U.S. Naval Observatory from 1950 to 2050.
public struct Moon: Sendable, Hashable {
    public init() {}

    /// From one new moon to the next on average, days; Meeus, chapter 49.
    static let month = 29.530588861

    /// How much of the disc is lit, 0 to 1, as seen from the centre of the Earth. Meeus, formulas 48.1 to 48.3.
    public func illumination(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        let (sun, moon) = (SkyPosition.sun(at: time), SkyPosition.moon(at: time))
        let cosineOfElongation = cosine(moon.latitude) * cosine(moon.longitude - sun.longitude)
        let sineOfElongation = (1 - cosineOfElongation * cosineOfElongation).squareRoot()
        let phaseAngle = arctangent(
            sun.distance * sineOfElongation, moon.distance - sun.distance * cosineOfElongation)
        return (1 + cosine(phaseAngle)) / 2
    }

    /// The phase by its name. New moon, the quarters and full moon are moments; each is named from half a day before its
    /// moment to half a day after it.
    public func phase(at moment: UnixTime) -> MoonPhase {
        MoonPhase(elongation: elongation(at: moment))
    }

    /// Time since the last new moon, 0 to 29.9 days.
    public func age(at moment: UnixTime) -> Double {
        let newMoon = settle(on: 0, near: moment.advanced(by: -seconds(toGain: elongation(at: moment))))
        return max(0, Double(moment.seconds(since: newMoon)) / 86_400)
    }

    /// The first moment after another at which the Moon is in the middle of a phase: the new moon, the quarter or the full
    /// moon itself, to a minute or two.
    public func next(_ phase: MoonPhase, after moment: UnixTime) -> UnixTime {
        func found(from start: UnixTime) -> UnixTime {
            let ahead = turn(phase.elongation - elongation(at: start))
            return settle(on: phase.elongation, near: start.advanced(by: seconds(toGain: ahead)))
        }
        let next = found(from: moment)
        // Within a second of the phase it is found again.
        return next > moment ? next : found(from: moment.advanced(by: 86_400))
    }

    /// When the upper edge of the Moon first rises and first sets at a place in [`start`, `end`), with the refraction of a
    /// level horizon. It does each some 50 minutes later from day to day, so that one day a month lacks a rising and one
    /// a setting, and close to the poles it may be up or down for days: then nil.
    public func riseAndSet(
        at place: Coordinate, from start: UnixTime, to end: UnixTime
    ) -> (rise: UnixTime?, set: UnixTime?) {
        let passages = Crossing { moment in
            let time = AstronomicalTime(moment)
            let moon = SkyPosition.moon(at: time)
            // Meeus, chapter 15. From a place on the surface the Moon is seen lower than from the Earth's centre.
            let parallax = arcsine(6378.14 / moon.distance)
            return moon.elevation(from: place, at: time) - (0.7275 * parallax - 34.0 / 60)
        }.first(from: start, to: end)
        return (passages.up, passages.down)
    }

    /// How far the Moon is ahead of the Sun along the ecliptic, from 0 and below 360 degrees.
    private func elongation(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        return turn(SkyPosition.moon(at: time).longitude - SkyPosition.sun(at: time).longitude)
    }

    /// How long the Moon takes on average to gain so many degrees on the Sun, seconds.
    private func seconds(toGain degrees: Double) -> Int {
        Int((degrees / 360 * Self.month * 86_400).rounded())
    }

    /// The moment of an elongation, from one that is within some days of it: each step leaves a sixth of the distance at
    /// most, as the Moon's speed varies by so much.
    private func settle(on elongation: Double, near moment: UnixTime) -> UnixTime {
        var moment = moment
        for _ in 0..<12 {
            let missing = (elongation - self.elongation(at: moment)).remainder(dividingBy: 360)
            let step = seconds(toGain: missing)
            if step == 0 { break }
            moment = moment.advanced(by: step)
        }
        return moment
    }
}
