import Astronomy
import Weather
public import Wire

/// Sun and moon of today, computed from the position: no provider is asked, and nothing has to have been fetched.
public enum SunView {
    public static func lines(of scene: Scene, as output: Reading.Output, in style: Style) -> [String] {
        let clock = PlaceClock(zoneName: scene.timeZone)
        let almanac = Almanac(of: scene.place.coordinate, at: scene.now, clock)
        switch output {
        case .text: return text(of: almanac, scene, clock, style)
        case .json: return [json(of: almanac, scene, clock, style).text]
        }
    }

    private static func text(of almanac: Almanac, _ scene: Scene, _ clock: PlaceClock, _ style: Style) -> [String] {
        func time(_ moment: UnixTime) -> String { clock.timeAndDay(moment, seenAt: scene.now) }
        var rows = Rows()
        switch almanac.daylight {
        case .sun(let rise, let set):
            // On the first and the last day of the midnight sun it does only one of the two.
            rows.append("Sunrise", rise == almanac.day.lowerBound ? English.upSinceYesterday : time(rise))
            rows.append("Solar noon", time(almanac.noon))
            rows.append("Sunset", set == almanac.day.upperBound ? English.noneToday : time(set))
            let length = duration(almanac.dayLength / 60, "h", "min")
            rows.append(
                "Day length", [length, almanac.lengthening.map(change)].compactMap(\.self).joined(separator: ", "))
        case .polarDay:
            rows.append("Sun", English.sunDoesNotSet)
            rows.append("Solar noon", time(almanac.noon))
        case .polarNight:
            rows.append("Sun", English.sunDoesNotRise)
            rows.append("Solar noon", time(almanac.noon))
        }
        // While the sun stays up there is no twilight.
        if almanac.daylight != .polarDay {
            for twilight in Twilight.allCases {
                rows.append(English.twilight(twilight), almanac.twilights[twilight].map { course(of: $0, time) })
            }
        }
        rows.appendGap()
        let phase = Icons.labelled(style.icons.moon(almanac.phase), English.moonPhase(almanac.phase))
        rows.append("Moon", "\(phase), \(percent(almanac.illumination * 100)) lit")
        rows.append("Moonrise", almanac.moonrise.map(time) ?? English.noneToday)
        rows.append("Moonset", almanac.moonset.map(time) ?? English.noneToday)
        let moons = [(English.moonPhase(.newMoon), almanac.newMoon), (English.moonPhase(.fullMoon), almanac.fullMoon)]
        for (name, moment) in moons.sorted(by: { $0.1 < $1.1 }) {
            rows.append("Next \(name)", clock.timeAndDay(moment, seenAt: scene.now))
        }
        var lines = [scene.header(of: nil, clock), ""] + rows.lines
        lines += ["", "computed for \(scene.place.coordinate.text)"]
        if scene.timeZone == nil { lines.append(English.noTimeZone) }
        if scene.isApproximate { lines.append(English.approximatePlace) }
        return lines
    }

    /// `04:52–20:10`, from dawn to dusk.
    private static func course(of times: TwilightTimes, _ time: (UnixTime) -> String) -> String {
        switch (times.course, times.dawn, times.dusk) {
        case (.none, _, _): English.noTwilight
        case (_, let dawn?, let dusk?): "\(time(dawn))–\(time(dusk))"
        case (_, let dawn?, nil): "from \(time(dawn))"
        case (_, nil, let dusk?): "until \(time(dusk))"
        case (_, nil, nil): English.allNight
        }
    }

    /// `1 min 38 s longer than yesterday`.
    private static func change(_ seconds: Int) -> String {
        if seconds == 0 { return "as long as yesterday" }
        let length = abs(seconds) < 3600 ? duration(abs(seconds), "min", "s") : duration(abs(seconds) / 60, "h", "min")
        return "\(length) \(seconds > 0 ? "longer" : "shorter") than yesterday"
    }

    /// So many of the lesser unit, sixty of which are one of the greater: `14 h 19 min`.
    private static func duration(_ count: Int, _ greater: String, _ lesser: String) -> String {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: 60)
        return whole == 0 ? "\(rest) \(lesser)" : "\(whole) \(greater) \(rest) \(lesser)"
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
            ] + JSON.sun(almanac.daylight, clock) + [
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
                        ("text", .string(English.moonPhase(almanac.phase))),
                        ("icon", .string(style.icons.moon(almanac.phase))),
                        ("illuminationPercent", .number(almanac.illumination * 100)),
                        ("ageDays", .number(almanac.moonAge)),
                        ("moonrise", .time(almanac.moonrise, clock)),
                        ("moonset", .time(almanac.moonset, clock)),
                        ("nextNewMoon", .time(almanac.newMoon, clock)),
                        ("nextFullMoon", .time(almanac.fullMoon, clock)),
                    ])
                ),
            ])
    }
}
