import Languages
public import Weather

/// The data for a view: a place, its reports, and the current time.
public struct Scene: Sendable, Hashable {
    public var place: Place
    /// nil when nothing was ever fetched for the place.
    public var report: Report?
    public var now: UnixTime
    /// The age from which a report is stale, seconds.
    public var staleAfter: Int
    /// Why the last refresh failed; nil when it succeeded.
    public var lastFailure: FetchFailure?
    /// Whether the location is approximate; it may be hundreds of kilometres off.
    public var isApproximate: Bool
    /// The last report on warnings; nil when no provider was asked or has answered.
    public var alerts: AlertReport?
    /// Why the last refresh of warnings failed; nil when it succeeded, and before the first.
    public var alertsFailure: FetchFailure?
    /// The last report on air quality; nil when no provider was asked or has answered.
    public var air: AirReport?
    public var airFailure: FetchFailure?
    /// The last report on the sea; nil when no provider was asked or has answered.
    public var marine: MarineReport?
    public var marineFailure: FetchFailure?
    /// The place's temperatures of the last two days.
    public var past = PastTemperatures()
    /// The normals of the place; nil when unknown.
    public var normals: NormalsReport?
    /// The spread of an ensemble forecast; nil when unknown.
    public var ensemble: EnsembleReport?

    public init(
        place: Place, report: Report?, now: UnixTime, staleAfter: Int, lastFailure: FetchFailure? = nil,
        isApproximate: Bool = false
    ) {
        self.place = place
        self.report = report
        self.now = now
        self.staleAfter = staleAfter
        self.lastFailure = lastFailure
        self.isApproximate = isApproximate
    }

    /// The warnings in force at `now`, the worst first; nil when no provider issues warnings.
    public var alertsInForce: [Alert]? { warnings?.inForce(at: now) }

    /// The warnings that will be in force, the worst first; nil when no provider issues warnings.
    public var alertsAnnounced: [Alert]? { warnings?.announced(at: now) }

    /// Warnings in force, then announced ones; nil when no provider issues warnings.
    var alertsStanding: [Alert]? { warnings?.standing(at: now) }

    /// The last report on warnings: a warnings provider's, or else the forecast's; nil when there is neither.
    var warnings: AlertReport? { alerts ?? report?.warnings }

    /// The age from which warnings are stale, s. They are fetched hourly, except with the forecast.
    var alertsStaleAfter: Int { alerts == nil ? staleAfter : max(staleAfter, 2 * 3600) }

    /// Why the last refresh of these warnings failed; nil when it succeeded.
    var warningsFailure: FetchFailure? {
        alerts == nil && report?.alerts != nil ? lastFailure : alertsFailure
    }

    /// The place's tzdata name, from a provider or else from the gazetteer; nil when unknown.
    var timeZone: String? { report?.timeZone ?? place.locality?.timeZone ?? air?.timeZone }

    public var freshness: Freshness {
        report?.freshness(at: now, staleAfter: staleAfter) ?? .none
    }

    /// The report.
    ///
    /// - Throws: when there is none, or it does not cover `now`.
    func usableReport() throws(NoWeather) -> Report {
        guard let report else { throw NoWeather(.neverFetched, in: self) }
        guard freshness != .expired else { throw NoWeather.outsideForecast(report.span, of: report, in: self) }
        return report
    }

    /// The report and the weather of `now`.
    func present() throws(NoWeather) -> (report: Report, present: Present) {
        let report = try usableReport()
        guard let present = report.present(at: now, staleAfter: staleAfter) else {
            throw NoWeather.outsideForecast(report.hoursSpan, of: report, in: self)
        }
        return (report, present)
    }
}

extension Report {
    /// The time span of all hours; nil without hours.
    var hoursSpan: Range<UnixTime>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return first.time..<max(first.time, last.time.advanced(by: 3600))
    }

    /// The time span of all days; nil without days.
    var daysSpan: Range<UnixTime>? {
        guard let first = days.first, let last = days.last else { return nil }
        return first.start..<max(first.start, last.end)
    }

    /// The time span of the forecast; nil without one.
    var span: Range<UnixTime>? {
        guard let hoursSpan, let daysSpan else { return hoursSpan ?? daysSpan }
        return min(hoursSpan.lowerBound, daysSpan.lowerBound)..<max(hoursSpan.upperBound, daysSpan.upperBound)
    }
}

extension Scene {
    /// The start or end of precipitation; nil when it stays dry or too little is known.
    var nowcast: Nowcast? {
        report?.nowcast(at: now, staleAfter: staleAfter)
    }

    /// `rain expected in 20 min`, `dry from 16:40`; nil without a nowcast.
    func nowcastText(in style: Style) -> String? {
        nowcast.map { $0.text(at: now, PlaceClock(zoneName: timeZone, in: style), style.words) }
    }

    /// The change with its source, if that differs from the present's: `radar: rain continues`.
    func nowcastText(beside present: Present, in style: Style) -> String? {
        guard let report, let nowcast, let text = nowcastText(in: style) else { return nil }
        return switch (report.origin(of: nowcast), present.origin) {
        case (.radar, .radar), (_, .sample): text
        case (.radar, _): style.words.stated(text, by: .radar)
        case (_, .station): style.words.stated(text, by: .model)
        default: text
        }
    }

    /// The present condition, with its source if it differs from the rest of the present or from a radar.
    func conditionText(of present: Present, in style: Style) -> StyledText {
        if present.ofRadar.contains(.condition) { return radarText(of: present, in: style) }
        let text = style.coloredCondition(present.conditions)
        let isBesideRadar = nowcast.map { report?.origin(of: $0) == .radar } ?? false
        return switch present.origin {
        case .station where present.modelled.contains(.condition), .analysis where isBesideRadar,
            .forecast where isBesideRadar:
            StyledText(style.words.stated("", by: .model)) + text
        default: text
        }
    }
}

extension Scene {
    /// `radar: rain; model: partly cloudy`, `radar: dry; model: rain`
    private func radarText(of present: Present, in style: Style) -> StyledText {
        let (words, shown) = (style.words, present.conditions)
        let falling = shown.condition.precipitationKind.map { words.falling(isSnow: $0 == .snow) }
        let model = present.contradicted.map { words.stated(style.condition($0), by: .model) }
        let statements = [words.stated(falling ?? words.phrase(.dry), by: .radar), model].compactMap(\.self)
        let text = style.labelled(style.icon(shown), statements.joined(separator: words.clauseSeparator))
        return StyledText(text, .condition(shown.pictured, isDay: shown.isDay))
    }
}

extension Nowcast {
    func text(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        switch self {
        case .begins: words.begins(isSnow: isSnow, minutes: minutesUntilBegin(at: now) ?? 0)
        case .around(let hour, _): words.begins(isSnow: isSnow, around: clock.time(hour))
        case .ends(let end, _): words.dry(from: clock.time(end))
        case .lasts: words.continues(isSnow: isSnow)
        }
    }

    var isSnow: Bool {
        switch self {
        case .begins(_, let isSnow), .around(_, let isSnow), .ends(_, let isSnow), .lasts(let isSnow): isSnow
        }
    }
}

extension JSON {
    static func nowcast(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> JSON {
        guard let report = scene.report, let nowcast = scene.nowcast else { return .null }
        let (change, moment): (String, UnixTime?) =
            switch nowcast {
            case .begins(let begin, _): ("begins", begin)
            case .around(let hour, _): ("around", hour)
            case .ends(let end, _): ("ends", end)
            case .lasts: ("lasts", nil)
            }
        return .object([
            ("change", .string(change)),
            ("kind", .string(nowcast.isSnow ? "snow" : "rain")),
            ("time", .time(moment, clock)),
            ("minutes", .optional(nowcast.minutesUntilBegin(at: scene.now))),
            ("origin", .string(report.origin(of: nowcast).rawValue)),
            ("text", .string(nowcast.text(at: scene.now, clock, style.words))),
        ])
    }
}
