public import ClientProtocol
import Languages
import Weather

/// The current weather, one quantity per line.
public enum CurrentView {
    public static func lines(
        of scene: Scene, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        return output == .json
            ? [json(of: report, present, in: scene, style).text]
            : style.written(fitted(report, present, in: scene, style))
    }

    /// The fullest page that fits the terminal's height, with one line left for the prompt.
    private static func fitted(
        _ report: Report, _ present: Present, in scene: Scene, _ style: Style
    ) -> [StyledText] {
        guard let height = style.height else { return text(of: report, present, in: scene, style) }
        var page: [StyledText] = []
        for contents in CurrentContents.fromFullest {
            page = text(of: report, present, in: scene, style, contents).flatMap {
                $0.wrapped(to: style.width ?? .max)
            }
            guard page.count > height - 1 else { break }
        }
        return page
    }

    /// - Parameter isBrief: whether to omit less important lines, so that it fits a tooltip: 25 lines, unless there are
    ///   warnings, a nowcast or problems.
    static func text(
        of report: Report, _ present: Present, in scene: Scene, _ style: Style,
        _ contents: CurrentContents = CurrentContents(), isBrief: Bool = false
    ) -> [StyledText] {
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let words = style.words
        let forecast = ForecastRows(
            report: report, present: present, now: scene.now, clock: clock, style: style, spread: scene.temperatures)
        var hours = forecast.hours(isBrief ? 4 : contents.hours, within: style.width)
        var days = forecast.days(contents.days, within: style.width)
        if isBrief { (hours, days) = (Array(hours.dropFirst()), Array(days.dropFirst())) }
        let outlook = Outlook(report: report, present: present, now: scene.now)
        let summary = isBrief ? nil : outlook.summaryText(clock, style)
        let comparison =
            isBrief || !contents.hasComparison ? nil : Comparison(of: report, present, in: scene).text(in: style)
        let sentences = [summary, comparison].compactMap { $0.map { StyledText($0) } }
        var footer = scene.footer(of: report, style) + scene.warningsAttribution(beside: report.provider, style)
        if comparison != nil { footer += scene.normalsAttribution(beside: report.provider, words) }
        footer += scene.ensembleAttribution(of: Array(report.days(from: scene.now)), beside: report.provider, words)
        return [scene.header(of: report, clock, style, withTime: !isBrief), ""] + warnings(scene, clock, style)
            + (sentences.isEmpty ? [] : sentences + [""])
            + rows(
                of: present, report, in: scene, clock, style,
                without: isBrief ? CurrentContents.brief : contents.omitted
            ).lines(within: style.width)
            + [hours, days].filter { !$0.isEmpty }.flatMap { [""] + $0 }
            + [
                "",
                isBrief
                    ? briefSource(of: present, report, scene, clock, words)
                    : source(of: present, report, scene.now, clock, style),
            ]
            + (isBrief ? [] : stationDetails(of: present, report, scene.now, style))
            + (style.hintsAtUnits ? [StyledText(words.phrase(style.unitsHint), .faint)] : [])
            + footer.withoutRepetition
    }

    /// Shows the fetch time instead of the age, so that the text changes only with new data.
    private static func briefSource(
        of present: Present, _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ words: any Words
    ) -> StyledText {
        let fetched = scene.fetchedLine(of: report, clock, words)
        guard present.isFallback else { return fetched }
        return StyledText(
            words.forecast(for: clock.time(present.time, seenAt: scene.now)) + words.listSeparator, .faint) + fetched
    }

    private static func rows(
        of present: Present, _ report: Report, in scene: Scene, _ clock: PlaceClock, _ style: Style,
        without omitted: Set<Label>
    ) -> Rows {
        let words = style.words
        let extremes = extremes(report.extremes(at: scene.now, beside: present), clock, style)
        var rows = Rows()
        let nowcast = scene.nowcastText(beside: present, in: style)
        for (label, value) in [
            (Label.nowcast, nowcast.map { StyledText($0, .precipitation.bold) }),
            (.condition, scene.conditionText(of: present, in: style)),
        ] where !omitted.contains(label) {
            rows.append(words.label(label), value)
        }
        for (label, value) in quantities(present, extremes, hasClearSkyUV: scene.report?.hasClearSkyUV == true, style)
        where !omitted.contains(label) {
            rows.append(words.label(label), value)
        }
        for (label, value) in sun(report.day(at: scene.now)?.daylight, clock, words) where !omitted.contains(label) {
            rows.append(words.label(label), value)
        }
        return rows
    }

    /// The most warnings to list; `alerts` shows all.
    private static let warningsLimit = 5

    /// A line for each warning in force or announced, remarks on others that may be in force, and an empty line.
    private static func warnings(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> [StyledText] {
        let (alerts, doubts) = (scene.alertsStanding ?? [], scene.warnings?.doubts(style.words) ?? [])
        guard !alerts.isEmpty || !doubts.isEmpty else { return [] }
        let rest = alerts.count - warningsLimit
        return alerts.prefix(warningsLimit).flatMap { $0.lines(at: scene.now, clock, style) }
            + (rest > 0 ? [StyledText(style.words.more(rest, command: "weatherctl alerts"))] : []) + doubts + [""]
    }

    /// All quantities; nil when unknown, and for rain and snow also when there is none.
    private static func quantities(
        _ present: Present, _ extremes: StyledText?, hasClearSkyUV: Bool, _ style: Style
    ) -> [(label: Label, value: StyledText?)] {
        let now = present.conditions
        func temperature(_ celsius: Double) -> StyledText { style.coloredTemperature(celsius, decimals: 1) }
        func fallen(_ millimeters: Double) -> StyledText {
            present.sourced(
                style.amount(
                    style.coloredPrecipitation(millimeters), period: now.precipitationPeriod,
                    inInches: style.units.precipitation == .inches), style)
        }
        func fallenSnow(_ millimeters: Double) -> StyledText {
            present.sourced(
                style.amount(
                    style.coloredSnowDepth(millimeters), period: now.precipitationPeriod,
                    inInches: style.units.snowDepth == .inches), style)
        }
        func text(_ text: String?) -> StyledText? { text.map { StyledText($0) } }
        return [
            (.temperature, now.temperature.map { temperature($0).bold }),
            (.feelsLike, now.feelsLike.map(temperature)),
            (.highAndLow, extremes),
            (.humidity, text(now.humidity.map(style.percent))),
            (.dewPoint, now.dewPoint.map(temperature)),
            (.cloudCover, text(now.cloudCover.map(style.percent))),
            (.wind, text(wind(now, style))),
            (.pressure, text(now.pressure.map(style.pressure))),
            (.precipitation, now.precipitation.map(fallen)),
            (.rain, now.rain.flatMap { $0 > 0 ? fallen($0) : nil }),
            (.snowfall, now.snowfall.flatMap { $0 > 0 ? fallenSnow($0) : nil }),
            (.visibility, text(now.visibility.map { style.visibility($0, isAtLeast: now.seesAtLeast == true) })),
            (
                .uvIndex,
                now.uvIndex.map { index in
                    let exposure = UVExposure(index: index)
                    let known = style.number(index) + style.words.parenthesized(style.words.exposure(exposure))
                    return StyledText(
                        hasClearSkyUV
                            ? known + style.words.listSeparator + style.words.phrase(.withClearSky) : known,
                        .color(Palette.color(of: exposure)))
                }
            ),
        ]
    }

    /// `14.0°C / 9.0°C (from 15:00)`; nil when both are unknown.
    private static func extremes(_ extremes: TodayExtremes?, _ clock: PlaceClock, _ style: Style) -> StyledText? {
        guard let extremes, !extremes.isEmpty else { return nil }
        return [extremes.high, extremes.low].map {
            $0.map { style.coloredTemperature($0, decimals: 1) } ?? StyledText(TextTable.unknown)
        }.joined(separator: " / ") + StyledText(extremes.partText(clock))
    }

    /// `↗ 14 km/h from SSW, gusts 31 km/h`; unknown parts and calm gusts are omitted.
    private static func wind(_ now: Conditions, _ style: Style) -> String? {
        let words = style.words
        var parts: [String] = []
        let speed = now.windSpeed.map(style.wind)
        let direction = now.windDirection.map(style.words.compassPoint)
        if let known = now.windSpeed ?? now.windGust, Style.isCalm(known) {
            parts.append(words.phrase(.calm))
        } else if speed != nil || direction != nil {
            let arrow = now.windDirection.map { Arrow.ofWind(from: $0) + " " } ?? ""
            parts.append(arrow + words.wind(speed: speed, from: direction))
        }
        if let gust = now.windGust, !Style.isCalm(gust) { parts.append(words.gusts(style.wind(gust))) }
        return parts.isEmpty ? nil : parts.joined(separator: words.listSeparator)
    }

    private static func sun(
        _ daylight: Daylight?, _ clock: PlaceClock, _ words: any Words
    ) -> [(label: Label, value: StyledText)] {
        switch daylight {
        case nil: []
        case .sun(let rise, let set):
            [(.sunrise, StyledText(clock.time(rise), .sunrise)), (.sunset, StyledText(clock.time(set), .sunset))]
        case .risesOnly(let rise): [(.sunrise, StyledText(clock.time(rise), .sunrise))]
        case .setsOnly(let set): [(.sunset, StyledText(clock.time(set), .sunset))]
        case .polarDay: [(.sun, StyledText(words.phrase(.sunDoesNotSet)))]
        case .polarNight: [(.sun, StyledText(words.phrase(.sunDoesNotRise)))]
        }
    }

    static func json(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> JSON {
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let isForecast = present.origin == .forecast
        let daylight = report.day(at: scene.now)?.daylight
        return .object(
            [
                ("schema", .integer(JSON.schema)),
                ("place", .place(scene, clock)),
                ("provider", .string(report.provider.id)),
                ("observedAt", isForecast ? .null : .time(present.time, clock)),
                ("fetchedAt", .time(report.fetchedAt, clock)),
                ("freshness", .string(scene.freshness.rawValue)),
            ] + JSON.members(of: present.conditions, style) + JSON.sun(daylight, clock) + [
                ("origin", .string(present.origin.rawValue)),
                ("conditionOrigin", .string(present.origin(of: .condition).rawValue)),
                ("precipitationOrigin", .string(present.origin(of: .precipitation).rawValue)),
                ("station", .station(present.station)),
                (
                    "stationAgeSeconds",
                    .optional(present.origin == .station ? max(0, scene.now.seconds(since: present.time)) : nil)
                ),
                ("furtherSources", .sources(report.furtherSources)),
                ("forecastFor", isForecast ? .time(present.time, clock) : .null),
            ] + JSON.trust(in: report, scene, clock) + [
                ("nowcast", .nowcast(scene, clock, style))
            ] + JSON.warnings(scene, clock, style) + [
                ("class", .words(scene.classes(of: present, in: style)))
            ] + Outlook(report: report, present: present, now: scene.now).members(in: style, clock)
                + Comparison(of: report, present, in: scene).members
                + [("normalsAttribution", .optional(scene.normals?.provider.attribution))]
                + JSON.texts(style, texts(of: report, present, in: scene, clock, style))
                + JSON.rows(
                    style, rows(of: present, report, in: scene, clock, style, without: Self.inTexts)))
    }

    /// What clients show more prominently than in rows, from the other members.
    private static let inTexts: Set<Label> = [
        .nowcast, .condition, .temperature, .feelsLike, .highAndLow, .sunrise, .sunset, .sun,
    ]

    private static func texts(
        of report: Report, _ present: Present, in scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [(key: String, text: String?)] {
        let feelsLike = present.conditions.feelsLike.map {
            "\(style.words.label(.feelsLike)) \(style.degrees($0))"
        }
        return style.texts(of: present.conditions) + [
            ("feelsLikeLine", feelsLike),
            ("highLow", report.extremes(at: scene.now, beside: present)?.text(clock, style)),
            ("updated", source(of: present, report, scene.now, clock, style).plain),
            (
                "fetched",
                style.words.updated(at: clock.time(report.fetchedAt, seenAt: scene.now), isLast: present.isFallback)
            ),
            ("warnings", scene.doubtsText(in: style)),
            ("state", scene.stateText(of: report, in: style)),
        ]
    }
}

extension Present {
    /// An amount of rain or snow, marked if it is from the radar, or from the model beside measurements: `0.4 mm in 15 min,
    /// model`.
    func sourced(_ amount: StyledText, _ style: Style) -> StyledText {
        let isBesideMeasurements = origin == .station || radarRate ?? 0 > 0
        let source: Phrase? =
            switch origin(of: .precipitation) {
            case .radar: .radar
            case .analysis where isBesideMeasurements, .forecast where isBesideMeasurements: .model
            default: nil
            }
        return source.map { amount + StyledText(style.words.listSeparator + style.words.phrase($0)) } ?? amount
    }
}

// The source of the current conditions.
extension CurrentView {
    /// The source of the weather, the time it is for, and its age.
    static func source(
        of present: Present, _ report: Report, _ now: UnixTime, _ clock: PlaceClock, _ style: Style
    ) -> StyledText {
        let words = style.words
        let isLast = present.isFallback
        let age =
            report.isAhead(of: now)
            ? words.updatedBeforeClockChange(at: clock.time(report.fetchedAt, seenAt: now), isLast: isLast)
            : words.updated(Age(seconds: report.age(at: now)), isLast: isLast)
        let time = clock.time(present.time, seenAt: now)
        return StyledText(
            "\(origin(of: present, at: time, style))\(words.listSeparator)\(age)", isLast ? .stale : .faint)
    }

    /// `model, values of 14:15`, `measured at 14:10 by Seattle-Tacoma (12 km away)`
    private static func origin(of present: Present, at time: String, _ style: Style) -> String {
        let words = style.words
        func made(by source: Phrase) -> String {
            "\(words.phrase(source))\(words.listSeparator)\(words.valid(at: time))"
        }
        return switch present.origin {
        case .station:
            words.measured(
                at: time, by: present.station.flatMap(name),
                distance: present.station.flatMap(distance).map { style.distance($0) })
        case .radar: made(by: .radar)
        case .analysis: made(by: .model)
        case .forecast: words.forecast(for: time)
        case .sample: made(by: .sampleData)
        }
    }

    /// The user's own station needs no attribution.
    private static func name(of station: Station) -> String? {
        (station.name ?? (station.id == Station.ownID ? nil : station.id))?.plain(limit: 80)
    }

    private static func distance(of station: Station) -> Double? {
        station.id == Station.ownID ? nil : station.distance
    }

    /// `station 189 m higher, temperature corrected by +1.2°, measured 25 min ago`; empty without a station besides the
    /// forecast.
    static func stationDetails(
        of present: Present, _ report: Report, _ now: UnixTime, _ style: Style
    ) -> [StyledText] {
        guard report.isMeasured, present.origin == .station else { return [] }
        let words = style.words
        let height = present.station?.heightDifference.flatMap { height in
            height.magnitude < 1 ? nil : words.stationHeight(style.height(height.magnitude), isHigher: height > 0)
        }
        let correction = present.station?.temperatureCorrection.map {
            words.temperatureCorrected(by: style.temperatureDifference($0))
        }
        let seconds = now.seconds(since: present.time)
        let age = seconds < 60 ? nil : words.measured(ago: Age(ofMeasurement: seconds).text(in: words))
        let parts = [height, correction, age].compactMap(\.self)
        return parts.isEmpty ? [] : [StyledText(parts.joined(separator: words.listSeparator), .faint)]
    }
}

/// The parts of `current`. The header, warnings, the main quantities, age and source are always shown.
struct CurrentContents {
    var hours = 8
    var days = 7
    /// Whether to compare the day with yesterday and with the normals.
    var hasComparison = true
    var omitted: Set<Label> = []

    /// The quantities that a tooltip leaves out.
    static let brief: Set<Label> = [
        .highAndLow, .dewPoint, .cloudCover, .pressure, .precipitation, .visibility, .uvIndex,
    ]

    /// The layouts from fullest to smallest; each is for terminals too low for the previous one. Hours and days are dropped
    /// before any current conditions.
    static let fromFullest: [CurrentContents] = {
        var contents = CurrentContents()
        var all = [contents]
        func leave(_ change: (inout CurrentContents) -> Void) {
            change(&contents)
            all.append(contents)
        }
        for days in stride(from: contents.days - 1, through: leastDays, by: -1) {
            leave { ($0.days, $0.hours) = (days, min($0.hours, days + 2)) }
        }
        leave { ($0.days, $0.hours) = (0, all[0].hours) }
        for hours in stride(from: all[0].hours - 1, through: leastHours, by: -1) { leave { $0.hours = hours } }
        leave { $0.hours = 0 }
        leave { $0.hasComparison = false }
        for labels in leastImportant { leave { $0.omitted.formUnion(labels) } }
        return all
    }()

    /// Fewer lines below a heading are not worth showing.
    private static let leastDays = 3
    private static let leastHours = 2

    private static let leastImportant: [Set<Label>] = [
        [.dewPoint], [.cloudCover], [.visibility], [.sunrise, .sunset, .sun], [.uvIndex], [.pressure], [.humidity],
        [.highAndLow],
    ]
}
