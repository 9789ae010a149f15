import Almanac
public import ClientProtocol
import Languages
import Weather

/// Today's sun and moon, computed from the position without any provider.
public enum SunView {
    public static func lines(of scene: Scene, as output: ViewRequest.Output, in style: Style) -> [String] {
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let almanac = Almanac(of: scene.place.coordinate, at: scene.now, clock)
        return output == .json
            ? [json(of: almanac, scene, clock, style).text] : style.written(text(of: almanac, scene, clock, style))
    }

    private static func text(of almanac: Almanac, _ scene: Scene, _ clock: PlaceClock, _ style: Style)
        -> [StyledText]
    {
        let words = style.words
        var lines = [scene.header(of: nil, clock, style), ""]
        lines += rows(of: almanac, scene, clock, style).lines(within: style.width)
        lines += ["", StyledText(words.computed(for: scene.place.coordinate.text(in: style.words)), .faint)]
        if scene.timeZone == nil { lines.append(StyledText(words.phrase(.noTimeZone), .severity(.minor))) }
        if scene.isApproximate { lines.append(StyledText(words.phrase(.approximatePlace), .severity(.minor))) }
        return lines
    }

    private static func rows(of almanac: Almanac, _ scene: Scene, _ clock: PlaceClock, _ style: Style) -> Rows {
        func time(_ moment: UnixTime) -> String { clock.timeAndDay(moment, seenAt: scene.now) }
        let words = style.words
        var rows = Rows()
        let civil = almanac.hasDawnOrDusk ? almanac.twilights[.civil] : nil
        rows.append(words.label(.dawn), civil?.dawn.map(time))
        let upSince = almanac.upSince.map { words.upSince(clock.longDate(clock.date($0))) }
        switch almanac.daylight {
        case .sun, .risesOnly, .setsOnly:
            let (rise, set) = (almanac.daylight.sunrise, almanac.daylight.sunset)
            rows.append(
                words.label(.sunrise),
                rise.map { StyledText(time($0), .sunrise) } ?? StyledText(upSince ?? words.phrase(.noneToday)))
            rows.append(words.label(.solarNoon), time(almanac.noon))
            rows.append(
                words.label(.sunset),
                set.map { StyledText(time($0), .sunset) } ?? StyledText(words.phrase(.noneToday)))
            rows.append(words.label(.dusk), civil?.dusk.map(time))
            let length = words.duration(hours: almanac.dayLength / 3600, minutes: almanac.dayLength / 60 % 60)
            let change = almanac.lengthening.map { Self.change($0, words) }
            rows.append(
                words.label(.dayLength), [length, change].compactMap(\.self).joined(separator: words.listSeparator))
        case .polarDay:
            rows.append(words.label(.sun), words.phrase(.sunDoesNotSet))
            rows.append(words.label(.sunrise), upSince)
            rows.append(words.label(.solarNoon), time(almanac.noon))
        case .polarNight:
            rows.append(words.label(.sun), words.phrase(.sunDoesNotRise))
            rows.append(words.label(.solarNoon), time(almanac.noon))
            rows.append(words.label(.dusk), civil?.dusk.map(time))
        }
        // No twilight during the midnight sun.
        if almanac.daylight != .polarDay {
            for twilight in Twilight.allCases where twilight != .civil || !almanac.hasDawnOrDusk {
                rows.append(
                    words.label(twilight.label), almanac.twilights[twilight].map { course(of: $0, time, words) })
            }
        }
        rows.appendGap()
        let icon = style.icons.moon(almanac.phase, from: scene.place.coordinate)
        let phase = style.labelled(icon, words.moonPhase(almanac.phase))
        rows.append(
            words.label(.moon),
            StyledText(style.hasTexts ? words.moonPhase(almanac.phase) : phase, .color(Palette.moon))
                + StyledText("\(words.listSeparator)\(words.lit(style.percent(almanac.illumination * 100)))"))
        rows.append(words.label(.moonrise), almanac.moonrise.map(time) ?? words.phrase(.noneToday))
        rows.append(words.label(.moonset), almanac.moonset.map(time) ?? words.phrase(.noneToday))
        let moons = [(MoonPhase.newMoon, almanac.newMoon), (.fullMoon, almanac.fullMoon)]
        for (phase, moment) in moons.sorted(by: { $0.1 < $1.1 }) {
            rows.append(words.next(phase), clock.timeAndDay(moment, seenAt: scene.now))
        }
        return rows
    }

    /// `morning from 04:52, evening until 20:10`.
    private static func course(
        of times: TwilightTimes, _ time: (UnixTime) -> String, _ words: any Words
    ) -> String {
        switch (times.course, times.dawn, times.dusk) {
        case (.none, _, _): words.phrase(.noTwilight)
        case (_, let dawn?, let dusk?): words.twilight(from: time(dawn), until: time(dusk))
        case (_, let dawn?, nil): words.from(time(dawn))
        case (_, nil, let dusk?): words.until(time(dusk))
        case (_, nil, nil): words.phrase(.allNight)
        }
    }

    /// `1 min 38 s longer than yesterday`.
    private static func change(_ seconds: Int, _ words: any Words) -> String {
        let length = abs(seconds)
        let change =
            length < 3600
            ? words.duration(minutes: length / 60, seconds: length % 60)
            : words.duration(hours: length / 3600, minutes: length / 60 % 60)
        return words.dayLength(seconds == 0 ? nil : change, isLonger: seconds > 0)
    }

    private static func json(of almanac: Almanac, _ scene: Scene, _ clock: PlaceClock, _ style: Style) -> JSON {
        func twilight(_ twilight: Twilight) -> JSON {
            let times = almanac.twilights[twilight]
            return .object([
                ("dawn", .time(times?.dawn, clock)),
                ("dusk", .time(times?.dusk, clock)),
                ("course", .optional(times?.course.rawValue)),
            ])
        }
        return .object(
            [
                ("schema", .integer(JSON.schema)),
                ("place", .place(scene, scene.timeZone == nil ? nil : clock)),
                ("date", .string(clock.date(scene.now).description)),
                ("isDay", .bool(Sun(coordinate: scene.place.coordinate).isUp(at: scene.now))),
            ] + JSON.sun(almanac.daylight, clock) + [
                ("sunUpSince", .time(almanac.upSince, clock)),
                ("solarNoon", .time(almanac.noon, clock)),
                ("dayLengthSeconds", .integer(almanac.dayLength)),
                ("dayLengthChangeSeconds", .optional(almanac.lengthening)),
                ("civilTwilight", twilight(.civil)),
                ("nauticalTwilight", twilight(.nautical)),
                ("astronomicalTwilight", twilight(.astronomical)),
                (
                    "moon",
                    .object([
                        ("phase", .string(almanac.phase.word)),
                        ("text", .string(style.words.moonPhase(almanac.phase))),
                        ("icon", .string(style.icons.moon(almanac.phase, from: scene.place.coordinate))),
                        ("illuminationPercent", .number(almanac.illumination * 100)),
                        ("ageDays", .number(almanac.moonAge)),
                        ("moonrise", .time(almanac.moonrise, clock)),
                        ("moonset", .time(almanac.moonset, clock)),
                        ("nextNewMoon", .time(almanac.newMoon, clock)),
                        ("nextFullMoon", .time(almanac.fullMoon, clock)),
                    ])
                ),
            ]
                + JSON.texts(
                    style,
                    [
                        ("sunrise", almanac.daylight.sunrise.map { clock.timeAndDay($0, seenAt: scene.now) }),
                        ("sunset", almanac.daylight.sunset.map { clock.timeAndDay($0, seenAt: scene.now) }),
                    ]) + JSON.rows(style, rows(of: almanac, scene, clock, style)))
    }
}

extension Twilight {
    fileprivate var label: Label {
        switch self {
        case .civil: .civilTwilight
        case .nautical: .nauticalTwilight
        case .astronomical: .astronomicalTwilight
        }
    }
}

/// Sun and moon at a place on the day of a moment.
struct Almanac {
    /// The day, from midnight to midnight.
    let day: Range<UnixTime>
    let daylight: Daylight
    let noon: UnixTime
    /// When the sun last rose, on days that begin with the sun up; nil otherwise.
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
        // Times are accurate to a minute or two; rounding avoids jumps of a second between views.
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
