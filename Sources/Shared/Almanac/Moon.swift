public import Weather

/// The Moon's illumination, phases, rise and set at a place.
///
/// Based on J. Meeus, "Astronomical Algorithms", 2nd edition, chapters 25 and 47. Phases and, outside the polar
/// regions, rises and sets are within two minutes of the tables of the U.S. Naval Observatory from 1950 to 2050.
public struct Moon: Sendable, Hashable {
    public init() {}

    /// The mean length of a lunation, days; Meeus, chapter 49.
    static let month = 29.530588861

    /// Illuminated fraction of the disc, 0 to 1, as seen from the centre of the Earth. Meeus, formulas 48.1 to 48.3.
    public func illumination(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        let (sun, moon) = (SkyPosition.sun(at: time), SkyPosition.moon(at: time))
        let cosineOfElongation = cosine(moon.latitude) * cosine(moon.longitude - sun.longitude)
        let sineOfElongation = (1 - cosineOfElongation * cosineOfElongation).squareRoot()
        let phaseAngle = arctangent(
            sun.distance * sineOfElongation, moon.distance - sun.distance * cosineOfElongation)
        return (1 + cosine(phaseAngle)) / 2
    }

    /// The named phase. New moon, the quarters and full moon are moments; their names apply from half a day before to
    /// half a day after.
    public func phase(at moment: UnixTime) -> MoonPhase {
        MoonPhase(elongation: elongation(at: moment))
    }

    /// Time since the last new moon, 0 to 29.9 days.
    public func age(at moment: UnixTime) -> Double {
        let newMoon = settle(on: 0, near: moment.advanced(by: -seconds(toGain: elongation(at: moment))))
        return max(0, Double(moment.seconds(since: newMoon)) / 86_400)
    }

    /// The next moment of a phase's exact elongation, to a minute or two.
    public func next(_ phase: MoonPhase, after moment: UnixTime) -> UnixTime {
        func found(from start: UnixTime) -> UnixTime {
            let ahead = turn(phase.elongation - elongation(at: start))
            return settle(on: phase.elongation, near: start.advanced(by: seconds(toGain: ahead)))
        }
        let next = found(from: moment)
        // Starting within a second of the phase would find the same phase again.
        return next > moment ? next : found(from: moment.advanced(by: 86_400))
    }

    /// The first rise and set of the Moon's upper edge at a place in [`start`, `end`), with refraction and a level
    /// horizon. Both happen about 50 minutes later each day, so that one day a month has no rise and one no set, and
    /// near the poles the Moon may stay up or down for days: then nil.
    public func riseAndSet(
        at place: Coordinate, from start: UnixTime, to end: UnixTime
    ) -> (rise: UnixTime?, set: UnixTime?) {
        let passages = Crossing { moment in
            let time = AstronomicalTime(moment)
            let moon = SkyPosition.moon(at: time)
            // Meeus, chapter 15. Parallax lowers the Moon for an observer on the surface.
            let parallax = arcsine(6378.14 / moon.distance)
            return moon.elevation(from: place, at: time) - (0.7275 * parallax - 34.0 / 60)
        }.first(from: start, to: end)
        return (passages.up, passages.down)
    }

    /// The Moon's ecliptic longitude minus the Sun's, in [0, 360) degrees.
    private func elongation(at moment: UnixTime) -> Double {
        let time = AstronomicalTime(moment)
        return turn(SkyPosition.moon(at: time).longitude - SkyPosition.sun(at: time).longitude)
    }

    /// The mean time in which the Moon's elongation grows by this angle, seconds.
    private func seconds(toGain degrees: Double) -> Int {
        Int((degrees / 360 * Self.month * 86_400).rounded())
    }

    /// The moment of an elongation, starting at most a few days from it. Each step leaves at most a sixth of the
    /// distance, since the Moon's speed varies by that much.
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

/// The phases of the Moon, in order from new moon.
public enum MoonPhase: Int, CaseIterable, Sendable, Hashable {
    case newMoon, waxingCrescent, firstQuarter, waxingGibbous, fullMoon, waningGibbous, lastQuarter, waningCrescent

    /// The Moon's elongation from the Sun in the middle of the phase, degrees. It defines new moon, the quarters and
    /// full moon.
    public var elongation: Double { Double(rawValue) * 45 }

    /// Half of the daily increase of the elongation, degrees.
    private static let halfADay = 360 / Moon.month / 2

    /// The phase at an elongation of 0 to 360 degrees. New moon, the quarters and full moon cover half a day on either
    /// side of their moment; the other phases cover the time between them.
    init(elongation: Double) {
        let quarter = (elongation / 90).rounded()
        let isPrincipal = abs(elongation - quarter * 90) < Self.halfADay
        let index = isPrincipal ? Int(quarter) * 2 : Int(elongation / 90) * 2 + 1
        self = Self.allCases[index % Self.allCases.count]
    }
}
