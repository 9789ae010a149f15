import Weather
import Wire

// When `short` reads differently because of the clock alone, besides what changes with hours, days, sun, warnings and
// freshness.
extension Scene {
    /// Of the line, and of what bars show beside it.
    func turnsOfShort(of report: Report, as output: Reading.Output, in style: Style) -> [UnixTime] {
        let line = turns(of: style.shortTemplate, report)
        switch output {
        case .text, .json, .polybar, .i3bar, .i3blocks, .tmux, .yambar: return line
        case .waybar, .eww, .argos:
            let alt = style.altTemplate.map { turns(of: $0, report) } ?? []
            // The view of now that stands in for a tooltip's templates tells when it was fetched by the clock, and not how long
            // ago, so that nothing is sent each minute.
            let tooltip =
                style.tooltipTemplates.map { $0.flatMap { turns(of: $0, report) } } ?? [midnight] + turnsOfNowcast
            return line + alt + tooltip + (output == .eww ? turnsOfNowcast : [])
        }
    }

    /// Of all that `current` tells programs of what is to come.
    func turnsOfOutlook(of report: Report) -> [UnixTime] {
        [Template.Field.summary, .trend].flatMap { turns(of: $0, report) }
    }

    private func turns(of template: Template, _ report: Report) -> [UnixTime] {
        template.fields.flatMap { turns(of: $0, report) }
    }

    private func turns(of field: Template.Field, _ report: Report) -> [UnixTime] {
        switch field {
        case .age: [report.nextAge(after: now)]
        case .nowcast: turnsOfNowcast
        case .time: [nextMinute]
        case .weekday, .date, .updated, .tomorrowSummary: [midnight]
        case .moon, .moonPhase: [now.steppedDown(by: Almanac.step).advanced(by: Almanac.step)]
        case .airQuality, .airQualityBand: [air?.nextTurn(after: now)].compactMap(\.self)
        case .daylightLeft: [outlook(of: report)?.nextMinuteOfDaylight].compactMap(\.self)
        case .trend, .trendArrow: outlook(of: report)?.turnsOfTrend ?? []
        case .summary:
            [midnight]
                + [outlook(of: report)?.evening(of: PlaceClock(zoneName: timeZone).day(of: now))].compactMap(\.self)
        case .icon, .temperature, .feelsLike, .condition, .place, .region, .country, .high, .low, .wind, .gusts,
            .windDirection, .windArrow, .humidity, .dewPoint, .cloudCover, .pressure, .visibility, .uv, .precipitation,
            .rain, .snow, .probability, .alert, .sunrise, .sunset, .tomorrow, .tomorrowIcon, .tomorrowCondition,
            .tomorrowHigh, .tomorrowLow, .freshness, .offline, .error, .provider:
            []
        }
    }

    private func outlook(of report: Report) -> Outlook? {
        report.present(at: now, staleAfter: staleAfter).map { Outlook(report: report, present: $0, now: now) }
    }
}
