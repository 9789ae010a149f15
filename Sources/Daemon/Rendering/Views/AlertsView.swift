public import ClientProtocol
import Languages
import Weather

/// Warnings in force, then announced ones, the worst first.
public enum AlertsView {
    /// - Throws: `NoWeather` when no provider issues warnings, which differs from no warnings in force.
    public static func lines(
        of scene: Scene, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        guard let report = scene.warnings else {
            throw NoWeather(.warnings, failure: scene.warningsFailure, in: scene)
        }
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        return output == .json
            ? [json(of: report, scene, clock, style).text] : style.written(text(of: report, scene, clock, style))
    }

    private static func text(
        of report: AlertReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let isFresh = report.isFresh(at: scene.now, staleAfter: scene.alertsStaleAfter)
        let alerts = report.standing(at: scene.now)
        let words = style.words
        var lines = [scene.header(of: report, clock, style), ""]
        // A warning may be in force that could not be read or located, or was issued after a fetch failed.
        if alerts.isEmpty, report.isComplete {
            let isCurrent = isFresh && scene.warningsFailure == nil
            lines += [StyledText(words.phrase(isCurrent ? .noWarnings : .noWarningsThen)), ""]
        }
        for alert in alerts.prefix(Alert.limit) { lines += block(of: alert, scene.now, clock, style) + [""] }
        if alerts.count > Alert.limit {
            lines += [StyledText(words.more(alerts.count - Alert.limit, command: nil)), ""]
        }
        lines += report.doubts(words).flatMap { [$0, ""] }
        lines.append(scene.fetchedLine(of: report, isFresh: isFresh, clock, words))
        lines += report.failedParts.map { StyledText("last error: \($0.problem)", .severity(.moderate)) }
        let footer = scene.footer(of: report, failure: scene.warningsFailure, .warnings, words)
        let others = report.parts.isEmpty ? [] : report.sources.map { $0.attributed(.warnings, words) }
        return lines + (footer + others).withoutRepetition
    }

    /// The event and its period, and below them the authority's text.
    private static func block(of alert: Alert, _ now: UnixTime, _ clock: PlaceClock, _ style: Style) -> [StyledText] {
        func present(_ lines: [String?]) -> [String] { lines.compactMap(\.self).filter { !$0.isEmpty } }
        let paragraphs = [
            present([alert.details(in: style.words), alert.plainArea, alert.plainHeadline]),
            alert.plainText, alert.plainInstruction,
            present([alert.source(at: now, clock, style.words), alert.plainWeb]),
        ]
        let lines = paragraphs.filter { !$0.isEmpty }.joined(separator: [""])
        return alert.lines(at: now, clock, style) + lines.map { $0.isEmpty ? "" : StyledText("   " + $0) }
    }

    private static func json(
        of report: AlertReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let isFresh = report.isFresh(at: scene.now, staleAfter: scene.alertsStaleAfter)
        let alerts = report.standing(at: scene.now).prefix(Alert.limit).map { alert in
            JSON.object(
                [
                    ("id", .string(alert.id.plain(limit: 300))),
                    ("event", .string(alert.plainEvent(in: style.words))),
                    ("severity", .string(alert.severity.rawValue)),
                    ("inForce", .bool(alert.isInForce(at: scene.now))),
                    ("headline", .text(alert.plainHeadline)),
                    ("description", .text(alert.plainText.joined(separator: "\n"))),
                    ("instruction", .text(alert.plainInstruction.joined(separator: "\n"))),
                    ("area", .text(alert.plainArea)),
                    ("sender", .text(alert.plainSender)),
                    ("issuedAt", .time(alert.issuedAt, clock)),
                    ("onset", .time(alert.onset, clock)),
                    ("ends", .time(alert.ends, clock)),
                    ("urgency", .string(alert.urgency.rawValue)),
                    ("certainty", .string(alert.certainty.rawValue)),
                    ("kind", .string(alert.kind.rawValue)),
                    ("web", .text(alert.plainWeb)),
                    ("attribution", .text(alert.plainAttribution)),
                    ("areas", .array(alert.areas.map(JSON.area))),
                ]
                    + JSON.texts(
                        style,
                        [
                            ("when", alert.period(at: scene.now, clock, style.words)),
                            ("severity", style.words.severity(alert.severity)),
                        ]))
        }
        return .object(
            JSON.head(of: report, isFresh: isFresh, failure: scene.warningsFailure, scene, clock) + [
                ("alerts", .array(alerts)), ("alertsUnreadable", .integer(report.omitted.unreadable)),
                ("alertsUnplaced", .integer(report.omitted.unlocated)),
                (
                    "alertsUnplacedSeverity",
                    .optional(report.omitted.unlocated > 0 ? report.omitted.unlocatedSeverity.rawValue : nil)
                ),
                ("alertsKnown", .bool(!report.lacksOwnCountry)),
                ("countries", .array(report.parts.map(\.json))),
            ])
    }
}

extension AlertReport {
    /// One sentence for each reason why further warnings may be in force.
    func doubts(_ words: any Words) -> [StyledText] {
        var lines: [StyledText] = []
        if omitted.unlocated > 0 {
            let severity = omitted.unlocatedSeverity
            let sentence = words.unplacedWarnings(
                omitted.unlocated, severest: severity == .unknown ? nil : words.severity(severity))
            lines.append(StyledText(sentence, .severity(max(severity, .moderate))))
        }
        if omitted.unreadable > 0 {
            lines.append(StyledText(words.unreadableWarnings(omitted.unreadable), .severity(.moderate)))
        }
        return lines + missingCountries.map { StyledText(words.unknownWarnings(of: $0), .severity(.moderate)) }
    }
}

extension AlertPart {
    /// Why the warnings of the country are missing: `DE: api.brightsky.dev returned HTTP 500`.
    var problem: String { "\(country.plain(limit: 10)): \(failure?.sentence ?? "")" }

    /// `bright-sky (DE)`, or why there are no warnings, as in `status`.
    var status: String {
        let code = country.plain(limit: 10)
        let source = report.map { "\($0.provider.id.plain(limit: 40)) (\(code))" }
        guard let failure else { return source ?? code }
        return source.map { "\($0) not updated: \(failure.sentence)" } ?? "none of \(code): \(failure.sentence)"
    }

    var json: JSON {
        .object([
            ("country", .string(country)), ("provider", .optional(report?.provider.id)),
            ("attribution", .optional(report?.provider.attribution)),
            ("errorCode", .optional(failure?.code.rawValue)), ("error", .optional(failure?.sentence)),
        ])
    }
}
