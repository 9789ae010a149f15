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
        return StyledText(place.fullName(in: style.words), .bold) + StyledText(when)
    }

    /// Why the report is not newer, if known, and the attribution of its provider.
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

    /// The attribution of warnings, if their provider is not the forecast's.
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
    /// The attribution that the provider's licence requires, or one with its name.
    func attributed(_ data: Label, _ words: any Words) -> StyledText {
        StyledText(credit(for: data, words), .faint)
    }
}

extension [StyledText] {
    /// Removes duplicate lines: a service may be the source of several kinds of data.
    var withoutRepetition: [StyledText] {
        reduce(into: []) { lines, line in if !lines.contains(line) { lines.append(line) } }
    }
}

// Attributions in the user's language: licences require names, not English.

extension Provider {
    /// `Weather data by Open-Meteo.com (CC BY 4.0)`, `Warnungen: Deutscher Wetterdienst`.
    ///
    /// - Parameter data: the kind of data. The kind in the provider's own sentence takes precedence, except for warnings,
    ///   which a source of weather data may also issue.
    func credit(for data: Label, _ words: any Words) -> String {
        guard let attribution = attribution?.plain(limit: 160) else {
            return words.attribution(data, by: name.plain(limit: 40))
        }
        guard let opening = Self.openings.first(where: { attribution.hasPrefix($0.text) }) else { return attribution }
        let ownData = opening.data ?? data
        let isWarnings = data == .warnings
        let isEnglish = words.name == Language.english.words.name
        if isEnglish, !isWarnings || ownData == .warnings { return attribution }
        let credit = String(attribution.dropFirst(opening.text.count))
        return words.attribution(isWarnings ? .warnings : ownData, by: isEnglish ? credit : Self.names(in: credit))
    }

    /// How the providers' sentences begin, and the kind of data that they name; nil for any kind.
    private static let openings: [(text: String, data: Label?)] = [
        ("Weather data provided by ", .weatherData), ("Weather data by ", .weatherData), ("Data provided by ", nil),
        ("Warnings: ", .warnings), ("Observations: ", .observations), ("Airport observations via ", .observations),
        ("Normals by ", .normals), ("Ensemble by ", .ensemble), ("Air quality by ", .airQuality),
        ("Marine weather by ", .marine),
    ]

    /// The names of a credit, without the English words between them.
    private static func names(in credit: String) -> String {
        let credit = credit.hasPrefix("the ") ? String(credit.dropFirst(4)) : credit
        return connections.reduce(credit) { $0.replacingFirst($1.english, with: $1.sign) }
    }

    private static let connections: [(english: String, sign: String)] = [
        ("authorities named, via ", ""), (" and the national weather services", ""), (", data of the ", ", "),
        (", from ", ", "), (" and ", ", "), (" data provider", ""), (", via ", " / "),
    ]
}
