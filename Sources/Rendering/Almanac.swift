import Astronomy
import Weather

/// Sun and moon over one place on the day that a moment falls on there.
struct Almanac {
    /// From midnight to midnight.
    let day: Range<UnixTime>
    let daylight: Daylight
    let noon: UnixTime
    /// Since when the sun has been up without setting; nil when it rises on that day or does not come up.
    let upSince: UnixTime?
    /// How long the sun is up, seconds.
    let dayLength: Int
    /// By how much longer than the day before, seconds; nil where one of the two is the first or the last of the midnight
    /// sun or the polar night, and is no whole day of sun or dark.
    let lengthening: Int?
    let twilights: [Twilight: TwilightTimes]
    let phase: MoonPhase
    /// How much of the moon's disc is lit, 0 to 1.
    let illumination: Double
    /// Time since new moon, days.
    let moonAge: Double
    /// nil when the moon does not rise on that day.
    let moonrise: UnixTime?
    /// nil when the moon does not set on that day.
    let moonset: UnixTime?
    let newMoon: UnixTime
    let fullMoon: UnixTime

    /// For how long the moon is told to look the same, seconds. It gains 0.1 % of light in that time at most.
    static let step = 600

    /// Whether the sun is so far below the horizon that day that civil twilight, which people know as dawn and dusk, begins or
    /// ends.
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
        let moment = now.steppedDown(by: Self.step)
        phase = moon.phase(at: moment)
        illumination = moon.illumination(at: moment)
        moonAge = moon.age(at: moment)
        (moonrise, moonset) = moon.riseAndSet(at: coordinate, from: start, to: end)
        // They are known to a minute or two, and are not to jump by a second from one look to the next.
        newMoon = moon.next(.newMoon, after: moment).steppedDown(by: 60)
        fullMoon = moon.next(.fullMoon, after: moment).steppedDown(by: 60)
    }
}

extension Daylight {
    /// Whether the sun rises and sets on that day, or does neither.
    fileprivate var isWhole: Bool {
        switch self {
        case .sun, .polarDay, .polarNight: true
        case .risesOnly, .setsOnly: false
        }
    }
}

extension UnixTime {
    /// The last moment up to this one that is a multiple of so many seconds.
    func steppedDown(by step: Int) -> UnixTime {
        let rest = seconds % step
        return advanced(by: rest < 0 ? -rest - step : -rest)
    }
}

extension TwilightTimes {
    /// How the night goes. The raw values are what programs read.
    enum Course: String {
        /// It begins, or ends, or both.
        case dawnAndDusk = "dawn-and-dusk"
        /// It does not get darker.
        case allNight = "all-night"
        /// It does not get so light.
        case none
    }

    var course: Course {
        isReached ? lastsAllNight ? .allNight : .dawnAndDusk : .none
    }
}

extension MoonPhase {
    /// What programs read.
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
