import Languages
import Weather

// Headers and footers of views: place, date, freshness and source.

extension Scene {
    /// `Montevideo, Saturday 21 November 2026`, and other details.
    func header(
        of report: (any ProviderReport)?, _ clock: PlaceClock, _ style: Style, withTime: Bool = false
    ) -> StyledText {
        let separator = style.words.listSeparator
        var when = "\(separator)\(clock.longDate(now))"
        if withTime { when += "\(separator)\(clock.time(now))" }
        if report?.provider.isSample == true { when += style.words.parenthesized(style.words.phrase(.sampleData)) }
        return StyledText(place.fullName(in: style), .bold) + StyledText(when)
    }

    /// Why the report is not newer, if known, and its provider.
    ///
    /// - Parameter withMeasurements: whether the view has measured values.
    func footer(of report: Report, _ style: Style, withMeasurements: Bool = true) -> [StyledText] {
        footer(of: report, failure: freshness == .fresh ? nil : lastFailure, .weatherData, style.words)
            + Self.attributions(of: withMeasurements ? report.furtherSources : [], style.words)
    }

    /// The attributions of the current conditions and the warnings, for views of several places.
    func attributions(_ style: Style) -> [StyledText] {
        guard let report else { return [] }
        return Self.attributions(of: [report.provider] + report.furtherSources, style.words)
            + warningsAttribution(beside: report.provider, style)
    }

    private static func attributions(of sources: [Provider], _ words: any Words) -> [StyledText] {
        sources.filter { $0.attribution != nil }.map { StyledText($0.credit(for: .weatherData, words), .faint) }
    }

    /// - Parameter data: the kind of data.
    func footer(
        of report: some ProviderReport, failure: FetchFailure?, _ data: Label, _ words: any Words
    ) -> [StyledText] {
        var lines: [StyledText] = []
        if let failure { lines.append(StyledText(failure.lastErrorLine, .severity(.moderate))) }
        if isApproximate { lines.append(StyledText(words.phrase(.approximatePlace), .severity(.minor))) }
        let provider = report.provider
        if provider.isSample { lines.append(StyledText(words.phrase(.sampleExplained), .severity(.minor))) }
        if !provider.isSample { lines.append(provider.attributed(data, words)) }
        return lines
    }

    /// The attribution of warnings, if their provider is not that of the forecast.
    func warningsAttribution(beside provider: Provider, _ style: Style) -> [StyledText] {
        guard let warnings else { return [] }
        let shown = warnings.standing(at: now).map(warnings.source) + warnings.sourcesOfOmitted
        return warnings.sources.filter { $0 != provider && shown.contains($0) }.map {
            $0.attributed(.warnings, style.words)
        }
    }

    /// When the report was fetched, by the clock, and its age once it is old.
    func fetchedLine(
        of report: some ProviderReport, isFresh: Bool, _ clock: PlaceClock, _ words: any Words
    ) -> StyledText {
        let time = clock.time(report.fetchedAt, seenAt: now)
        if isFresh { return StyledText(words.updated(at: time, isLast: false), .faint) }
        if report.isAhead(of: now) { return StyledText(words.updatedBeforeClockChange(at: time, isLast: true), .stale) }
        return StyledText(words.updated(ago: Age(seconds: report.age(at: now)).text(in: words), at: time), .stale)
    }

    /// When the report was fetched, by the clock: `updated at 15:38`. It does not change until the day ends.
    func fetchedLine(of report: Report, _ clock: PlaceClock, _ words: any Words) -> StyledText {
        let isFresh = freshness == .fresh
        return StyledText(
            words.updated(at: clock.time(report.fetchedAt, seenAt: now), isLast: !isFresh), isFresh ? .faint : .stale)
    }
}

extension Provider {
    /// The attribution that its licence requires, or one with its name.
    func attributed(_ data: Label, _ words: any Words) -> StyledText {
        StyledText(credit(for: data, words), .faint)
    }
}

extension [StyledText] {
    /// Each line once: a service may be the source of several kinds of data.
    var withoutRepetition: [StyledText] {
        reduce(into: []) { lines, line in if !lines.contains(line) { lines.append(line) } }
    }
}
