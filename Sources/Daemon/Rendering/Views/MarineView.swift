public import ClientProtocol
import Languages
import Weather

/// The sea near a place: waves, swell, water temperature, current, tides.
public enum MarineView {
    /// The tides in the text.
    private static let tides = 4
    /// The hours in the JSON.
    private static let hours = 48
    /// Lower waves count as calm, m: models compute waves of a few centimetres without wind.
    private static let leastHeight = 0.1

    public static func lines(
        of scene: Scene, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        guard let report = scene.marine else { throw NoWeather(.marine, failure: scene.marineFailure, in: scene) }
        guard let hour = report.hour(at: scene.now) else {
            throw NoWeather.outsideForecast(report.span, of: report, failure: scene.marineFailure, in: scene)
        }
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        return output == .json
            ? [json(of: hour, report, scene, clock).text]
            : style.written(text(of: hour, report, scene, clock, style))
    }

    private static func text(
        of hour: MarineHour, _ report: MarineReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let words = style.words
        var rows = Rows()
        func waves(_ height: Double?, _ direction: Double?, _ period: Double?, least: Double = 0) -> StyledText? {
            guard let height, height >= least else { return nil }
            let parts = [
                style.height(height, decimals: 1), direction.map { words.coming(from: style.words.compassPoint($0)) },
                period.map { style.words.quantity(style.number($0), .seconds) },
            ]
            return StyledText(parts.compactMap(\.self).joined(separator: words.listSeparator))
        }
        rows.append(words.label(.waves), waves(hour.waveHeight, hour.waveDirection, hour.wavePeriod))
        rows.append(
            words.label(.windWaves),
            waves(hour.windWaveHeight, hour.windWaveDirection, hour.windWavePeriod, least: leastHeight))
        rows.append(
            words.label(.swell), waves(hour.swellHeight, hour.swellDirection, hour.swellPeriod, least: leastHeight))
        rows.append(words.label(.waterTemperature), hour.waterTemperature.map { StyledText(style.temperature($0)) })
        rows.append(words.label(.current), hour.currentSpeed.map { StyledText(current($0, hour, style)) })
        rows.append(words.label(.seaLevel), hour.seaLevel.map { StyledText(level($0, style)) })
        let tides = report.tides(from: scene.now).prefix(tides)
        for tide in tides {
            rows.append(words.label(tide.kind.label), StyledText(tide.text(at: scene.now, clock, style)))
        }
        let time = words.valid(at: clock.time(hour.time, seenAt: scene.now)) + words.listSeparator
        let notes = tides.isEmpty ? [] : [StyledText(words.phrase(.notForNavigation), .faint)]
        return [scene.header(of: report, clock, style), ""] + rows.lines(within: style.width) + [""] + notes
            + [StyledText(time, .faint) + scene.fetchedLine(of: report, isFresh: scene.isFresh(report), clock, words)]
            + scene.footer(of: report, failure: scene.marineFailure, .marine, words)
    }

    private static func current(_ speed: Double, _ hour: MarineHour, _ style: Style) -> String {
        let direction = hour.currentDirection.map { style.words.going(towards: style.words.compassPoint($0)) }
        // The Beaufort scale applies only to wind.
        let isBeaufort = style.units.wind == .beaufort
        let text =
            isBeaufort
            ? style.words.quantity(style.number(speed, decimals: 1), .metersPerSecond) : style.wind(speed, decimals: 1)
        return [text, direction].compactMap(\.self).joined(
            separator: style.words.listSeparator)
    }

    fileprivate static func level(_ meters: Double, _ style: Style) -> String {
        (meters > 0 ? "+" : "") + style.height(meters, decimals: 1)
    }

    private static func json(
        of hour: MarineHour, _ report: MarineReport, _ scene: Scene, _ clock: PlaceClock
    ) -> JSON {
        func members(_ hour: MarineHour) -> [JSON.Member] {
            [("time", .time(hour.time, clock))] + MarineHour.quantities.map { JSON.member($0, of: hour) }
        }
        let tides = report.tides(from: scene.now).map { tide in
            JSON.object([
                ("kind", .string(tide.kind.rawValue)), ("time", .time(tide.time, clock)),
                ("seaLevelM", .number((tide.level * 100).rounded() / 100)),
            ])
        }
        let hours = report.hours.filter { $0.time > scene.now }.prefix(hours).map { JSON.object(members($0)) }
        return .object(
            JSON.head(of: report, isFresh: scene.isFresh(report), failure: scene.marineFailure, scene, clock)
                + members(hour) + [("tides", .array(tides)), ("hours", .array(hours))])
    }
}

extension Tide {
    /// `14:20, +1.1 m`
    fileprivate func text(at now: UnixTime, _ clock: PlaceClock, _ style: Style) -> String {
        shortText(at: now, clock) + style.words.listSeparator + MarineView.level(level, style)
    }

    /// Rounds to ten minutes, the model's precision.
    func shortText(at now: UnixTime, _ clock: PlaceClock) -> String {
        clock.time(time.advanced(by: 300).roundedDown(by: 600), seenAt: now)
    }
}

extension Tide.Kind {
    var label: Label {
        switch self {
        case .high: .highTide
        case .low: .lowTide
        }
    }
}

extension Scene {
    /// Whether the report is fresh. It is fetched hourly at most, so an older one means that fetching failed.
    func isFresh(_ report: MarineReport) -> Bool { report.isFresh(at: now, staleAfter: marineStaleAfter) }

    var marineStaleAfter: Int { max(staleAfter, 3 * 3600) }
}

extension MarineReport {
    /// The time span of all hours; nil without hours.
    fileprivate var span: Range<UnixTime>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return first.time..<max(first.time, last.time.advanced(by: 3600))
    }
}
