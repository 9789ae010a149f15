public import Weather
public import Wire

extension Scene {
    /// The earliest moment after `now` at which the view reads differently because of the clock alone; nil when that
    /// will not be. In JSON, where the age is told in seconds, the age counts as changed when its words would change.
    public func nextChange(of view: Reading.View, as output: Reading.Output, in style: Style) -> UnixTime? {
        if output.isBar, !view.isShort { return nextChange(inBarOf: view, as: output, in: style) }
        let moments =
            switch view {
            case .alerts: turnsOfAlerts(as: output)
            case .air: turnsOfAir(as: output)
            case .sun: [midnight, now.steppedDown(by: Almanac.step).advanced(by: Almanac.step)]
            case .short, .current, .show, .hourly, .daily, .places, .status:
                turnsOfForecast(view, as: output, in: style)
            }
        return moments.filter { $0 > now }.min()
    }

    var midnight: UnixTime {
        PlaceClock(zoneName: timeZone).midnight(after: now)
    }

    var nextMinute: UnixTime {
        now.steppedDown(by: 60).advanced(by: 60)
    }

    private func turnsOfForecast(_ view: Reading.View, as output: Reading.Output, in style: Style) -> [UnixTime] {
        guard let report else { return [] }
        var moments = [report.nextTurn(after: now, staleAfter: staleAfter)].compactMap(\.self)
        let isExpired = freshness == .expired
        switch view {
        case .short where !isExpired:
            moments += turnsOfShort(of: report, as: output, in: style) + turnsOfAlerts
        case .current where !isExpired, .show where !isExpired:
            moments.append(report.nextAge(after: now))
            moments += turnsOfAlerts + turnsOfNowcast
            // The header tells the time of day.
            if output != .json { moments.append(nextMinute) }
            if output == .json { moments += turnsOfOutlook(of: report) }
        case .hourly where !isExpired, .daily where !isExpired:
            if output == .json { moments.append(report.nextAge(after: now)) }
            moments.append(midnight)
        case .places:
            moments.append(report.nextAge(after: now))
            moments += turnsOfAlerts
            // Each card tells the time of day.
            moments.append(nextMinute)
        case .status:
            moments.append(report.nextAge(after: now))
        case .short, .current, .show, .hourly, .daily, .alerts, .air, .sun:
            break
        }
        return moments
    }

    private var turnsOfAlerts: [UnixTime] {
        let ends = alertsInForce?.compactMap { $0.nextTurn(after: now) } ?? []
        return ends + [warnings?.endOfEndless].compactMap(\.self)
    }

    var turnsOfNowcast: [UnixTime] {
        [report?.nextNowcastChange(after: now, staleAfter: staleAfter)].compactMap(\.self)
    }

    private func turnsOfAlerts(as output: Reading.Output) -> [UnixTime] {
        guard let warnings else { return [] }
        return turnsOfAlerts + [midnight] + turnsOfAge(of: warnings, staleAfter: staleAfter, as: output)
    }

    private func turnsOfAir(as output: Reading.Output) -> [UnixTime] {
        guard let air else { return [] }
        let turns = turnsOfAge(of: air, staleAfter: airStaleAfter, as: output) + [midnight]
        return turns + [air.nextTurn(after: now)].compactMap(\.self)
    }

    /// When what is told of a report's age reads otherwise.
    private func turnsOfAge(
        of report: some ProviderReport, staleAfter: Int, as output: Reading.Output
    ) -> [UnixTime] {
        var turns = report.turnsOfFreshness(staleAfter: staleAfter)
        if output == .json || !report.isFresh(at: now, staleAfter: staleAfter) {
            turns.append(report.nextAge(after: now))
        }
        return turns
    }
}
