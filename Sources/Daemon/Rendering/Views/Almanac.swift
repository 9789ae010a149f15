import Almanac
import Weather

/// Sun and moon at a place on the day of a moment.
struct Almanac {
    /// From midnight to midnight.
    let day: Range<UnixTime>
    let daylight: Daylight
    let noon: UnixTime
    /// Since when the sun has been up, on days that begin with the sun up; nil otherwise.
    let upSince: UnixTime?
    /// The length of daylight, seconds.
    let dayLength: Int
    /// The change of the day length since yesterday, seconds; nil at the start and end of the midnight sun or the polar
    /// night.
    let lengthening: Int?
    let twilights: [Twilight: TwilightTimes]
    let phase: MoonPhase
    /// The illuminated fraction of the moon's disc, 0 to 1.
    let illumination: Double
    /// Time since new moon, days.
    let moonAge: Double
    /// nil when the moon does not rise on that day.
    let moonrise: UnixTime?
    /// nil when the moon does not set on that day.
    let moonset: UnixTime?
    let newMoon: UnixTime
    let fullMoon: UnixTime

    /// The interval at which the moon is updated, seconds; its illumination changes by 0.1 % at most.
    static let step = 600

    /// Whether there is civil dawn or dusk on that day.
    var hasDawnOrDusk: Bool {
        daylight != .polarDay && (twilights[.civil]?.dawn != nil || twilights[.civil]?.dusk != nil)
    }

    init(of coordinate: Coordinate, at now: UnixTime, _ clock: PlaceClock) {
        let sun = Sun(coordinate: coordinate)
        day = clock.day(of: now)
        let (start, end) = (day.lowerBound, day.upperBound)
        let dayBefore = clock.day(of: start.advanced(by: -1))
        daylight = sun.daylight(from: start, to: end)
        upSince =
            switch daylight {
            case .setsOnly, .polarDay: sun.lastRise(before: start)
            case .sun, .risesOnly, .polarNight: nil
            }
        noon = sun.noon(from: start, to: end)
        dayLength = daylight.length(from: start, to: end)
        let daylightBefore = sun.daylight(from: dayBefore.lowerBound, to: start)
        lengthening =
            daylight.isWhole && daylightBefore.isWhole
            ? dayLength - daylightBefore.length(from: dayBefore.lowerBound, to: start) : nil
        twilights = Dictionary(
            uniqueKeysWithValues: Twilight.allCases.map { ($0, sun.twilight($0, from: start, to: end)) })

        let moon = Moon()
        let moment = now.roundedDown(by: Self.step)
        phase = moon.phase(at: moment)
        illumination = moon.illumination(at: moment)
        moonAge = moon.age(at: moment)
        (moonrise, moonset) = moon.riseAndSet(at: coordinate, from: start, to: end)
        // They are exact to a minute or two, and rounding avoids jumps by a second between views.
        newMoon = moon.next(.newMoon, after: moment).roundedDown(by: 60)
        fullMoon = moon.next(.fullMoon, after: moment).roundedDown(by: 60)
    }
}

extension Daylight {
    /// Whether the sun both rises and sets on that day, or does neither.
    fileprivate var isWhole: Bool {
        switch self {
        case .sun, .polarDay, .polarNight: true
        case .risesOnly, .setsOnly: false
        }
    }
}

extension UnixTime {
    /// The time rounded down to a multiple of `step` seconds.
    func roundedDown(by step: Int) -> UnixTime {
        let rest = seconds % step
        return advanced(by: rest < 0 ? -rest - step : -rest)
    }
}

extension TwilightTimes {
    /// The course of the night. The raw values are used in JSON.
    enum Course: String {
        case dawnAndDusk = "dawn-and-dusk"
        /// Civil twilight lasts all night.
        case allNight = "all-night"
        /// No civil twilight.
        case none
    }

    var course: Course {
        isReached ? lastsAllNight ? .allNight : .dawnAndDusk : .none
    }
}

extension MoonPhase {
    /// The value in JSON.
    var word: String {
        switch self {
        case .newMoon: "new-moon"
        case .waxingCrescent: "waxing-crescent"
        case .firstQuarter: "first-quarter"
        case .waxingGibbous: "waxing-gibbous"
        case .fullMoon: "full-moon"
        case .waningGibbous: "waning-gibbous"
        case .lastQuarter: "last-quarter"
        case .waningCrescent: "waning-crescent"
        }
    }
}
