import ClientProtocol
import Languages
import Weather

// When the clock alone changes `short`, apart from hours, days, the sun, warnings and freshness.
extension Scene {
    /// The changes of the line, and of the bar's tooltip.
    func changesOfShort(of report: Report, as output: ViewRequest.Output, in style: Style) -> [UnixTime] {
        let line = changes(of: style.shortTemplate, report)
        guard output.hasDetails else { return line }
        let alt = style.altTemplate.map { changes(of: $0, report) } ?? []
        // The default tooltip contains the fetch time rather than the age, so that no update is sent each minute.
        let tooltip =
            style.tooltipTemplates.map { $0.flatMap { changes(of: $0, report) } } ?? [midnight] + changesOfNowcast
        return line + alt + tooltip + (output == .eww ? changesOfNowcast : [])
    }

    /// The changes of the outlook in the JSON of `current`.
    func changesOfOutlook(of report: Report) -> [UnixTime] {
        [Template.NamedField.summary, .trend].flatMap { changes(of: $0, report) }
    }

    private func changes(of template: Template, _ report: Report) -> [UnixTime] {
        template.fields.flatMap { changes(of: $0, report) }
    }

    private func changes(of field: Template.Field, _ report: Report) -> [UnixTime] {
        switch field {
        // The values of the current weather change with the hours.
        case .quantity: []
        case .named(let field): changes(of: field, report)
        }
    }

    private func changes(of field: Template.NamedField, _ report: Report) -> [UnixTime] {
        switch field {
        case .age: [report.nextAge(after: now)]
        case .nowcast: changesOfNowcast
        case .time: [nextMinute]
        case .weekday, .date, .updated, .tomorrowSummary, .normalHigh, .normalLow: [midnight]
        case .highRange: [midnight] + [ensemble?.nextChange(after: now)].compactMap(\.self)
        case .moon, .moonPhase: [now.roundedDown(by: Almanac.step).advanced(by: Almanac.step)]
        case .airQuality, .airQualityBand: [air?.nextChange(after: now)].compactMap(\.self)
        case .daylightLeft: [outlook(of: report)?.nextMinuteOfDaylight].compactMap(\.self)
        case .trend, .trendArrow: outlook(of: report)?.changesOfTrend ?? []
        case .summary:
            [midnight]
                + [outlook(of: report)?.evening(of: PlaceClock(zoneName: timeZone).day(of: now))].compactMap(\.self)
        case .icon, .condition, .place, .region, .country, .high, .low, .windDirection, .windArrow, .probability,
            .alert, .alertSeverity, .alertKind, .announced, .announcedFrom, .announcedSeverity, .announcedKind,
            .sunrise, .sunset, .tomorrow, .tomorrowIcon, .tomorrowCondition,
            .tomorrowHigh, .tomorrowLow, .yesterdayDifference, .freshness, .offline, .error, .provider:
            []
        }
    }

    private func outlook(of report: Report) -> Outlook? {
        report.present(at: now, staleAfter: staleAfter).map { Outlook(report: report, present: $0, now: now) }
    }
}
