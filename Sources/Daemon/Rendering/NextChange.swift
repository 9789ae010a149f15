import Almanac
public import ClientProtocol
import Languages
public import Weather

extension Scene {
    /// The next time after `now` at which the clock alone changes the view; nil for never. JSON has the age in seconds,
    /// which counts as changed when its text in other views would change.
    public func nextChange(of view: ViewRequest.View, as output: ViewRequest.Output, in style: Style) -> UnixTime? {
        // Names do not depend on the time.
        if output == .names { return nil }
        if output.isBar, !view.isShort { return nextChange(inBarOf: view, as: output, in: style) }
        let moments =
            switch view {
            case .alerts: turnsOfAlerts(as: output)
            case .air: turnsOfAir(as: output)
            case .marine: turnsOfMarine(as: output)
            case .sun: turnsOfSun(as: output)
            case .short, .current, .show, .hourly, .daily, .places, .status, .metrics:
                turnsOfForecast(view, as: output, in: style)
            }
        return moments.filter { $0 > now }.min()
    }

    /// The next time after `now` at which the clock alone changes the weather, the day's sentence or the warnings, apart from
    /// ages and times of day that the template does not show; nil for never.
    public func nextTurn(in style: Style) -> UnixTime? {
        let views = [ViewRequest.View.short(format: nil), .alerts].map { nextChange(of: $0, as: .text, in: style) }
        let sentence = report.map { changesOfOutlook(of: $0).filter { $0 > now } } ?? []
        return (views.compactMap(\.self) + sentence).min()
    }

    /// The present temperature as `short` shows it; nil when unknown.
    public func temperature(in style: Style) -> String? {
        (try? present())?.present.conditions.temperature.map { style.temperature($0) }
    }

    var midnight: UnixTime {
        PlaceClock(zoneName: timeZone).midnight(after: now)
    }

    var nextMinute: UnixTime {
        now.roundedDown(by: 60).advanced(by: 60)
    }

    private func turnsOfForecast(_ view: ViewRequest.View, as output: ViewRequest.Output, in style: Style) -> [UnixTime]
    {
        // A card shows the time of day even without weather.
        guard let report else { return view == .places && timeZone != nil ? [nextMinute] : [] }
        var moments = [report.nextChange(after: now, staleAfter: staleAfter)].compactMap(\.self)
        let isExpired = freshness == .expired
        switch view {
        case .short where !isExpired:
            moments += changesOfShort(of: report, as: output, in: style) + turnsOfAlerts
        case .current where !isExpired, .show where !isExpired:
            moments.append(report.nextAge(after: now))
            moments += turnsOfAlerts + changesOfNowcast
            // The header shows the time of day.
            if output != .json { moments.append(nextMinute) }
            if output == .json { moments += changesOfOutlook(of: report) }
        case .hourly where !isExpired, .daily where !isExpired:
            if output == .json { moments.append(report.nextAge(after: now)) }
            moments += [midnight] + [ensemble?.nextChange(after: now)].compactMap(\.self)
        case .places:
            moments.append(report.nextAge(after: now))
            moments += turnsOfAlerts
            // Each card shows the time of day.
            moments.append(nextMinute)
        case .status:
            moments.append(report.nextAge(after: now))
        // They contain ages in seconds.
        case .metrics: moments.append(now.advanced(by: 1))
        case .short, .current, .show, .hourly, .daily, .alerts, .air, .marine, .sun:
            break
        }
        return moments
    }

    private var turnsOfAlerts: [UnixTime] {
        let turns = alertsStanding?.compactMap { $0.nextChange(after: now) } ?? []
        // From then on, the day on which an announced warning begins is named differently.
        let days = alertsAnnounced?.isEmpty == false ? [midnight] : []
        return turns + days + [warnings?.endOfEndless].compactMap(\.self)
    }

    var changesOfNowcast: [UnixTime] {
        [report?.nextNowcastChange(after: now, staleAfter: staleAfter)].compactMap(\.self)
    }

    private func turnsOfSun(as output: ViewRequest.Output) -> [UnixTime] {
        let moon = now.roundedDown(by: Almanac.step).advanced(by: Almanac.step)
        guard output == .json else { return [midnight, moon] }
        return [midnight, moon] + Sun(coordinate: place.coordinate).events(around: now).map(\.time)
    }

    private func turnsOfAlerts(as output: ViewRequest.Output) -> [UnixTime] {
        guard let warnings else { return [] }
        return turnsOfAlerts + [midnight] + changesOfAge(of: warnings, staleAfter: alertsStaleAfter, as: output)
    }

    private func turnsOfAir(as output: ViewRequest.Output) -> [UnixTime] {
        guard let air else { return [] }
        let turns = changesOfAge(of: air, staleAfter: airStaleAfter, as: output) + [midnight]
        return turns + [air.nextChange(after: now)].compactMap(\.self)
    }

    private func turnsOfMarine(as output: ViewRequest.Output) -> [UnixTime] {
        guard let marine else { return [] }
        return changesOfAge(of: marine, staleAfter: marineStaleAfter, as: output) + [midnight] + changesOfMarine
    }

    private var changesOfMarine: [UnixTime] {
        guard let marine else { return [] }
        return [marine.nextChange(after: now), marine.tides(from: now).first?.time.advanced(by: 1)].compactMap(\.self)
    }

    /// When the text of a report's age changes.
    private func changesOfAge(
        of report: some ProviderReport, staleAfter: Int, as output: ViewRequest.Output
    ) -> [UnixTime] {
        var turns = report.freshnessChanges(staleAfter: staleAfter)
        if output == .json || !report.isFresh(at: now, staleAfter: staleAfter) {
            turns.append(report.nextAge(after: now))
        }
        return turns
    }
}

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
        case .waveHeight, .waterTemperature, .tide: changesOfMarine
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
