public import Weather
public import Wire

extension Scene {
    /// The earliest moment after `now` at which the view reads differently because of the clock alone; nil when that
    /// will not be. In JSON, where the age is told in seconds, the age counts as changed when its words would change.
    public func nextChange(of view: Reading.View, as output: Reading.Output, in style: Style) -> UnixTime? {
        guard let report else { return nil }
        var moments = [report.nextTurn(after: now, staleAfter: staleAfter)]
        let isExpired = freshness == .expired
        switch view {
        case .short:
            if style.shortTemplate.showsAge, !isExpired { moments.append(report.nextAge(after: now)) }
        case .current where !isExpired:
            moments.append(report.nextAge(after: now))
            // The header tells the time of day.
            if output == .text { moments.append(now.advanced(by: 60 - now.seconds % 60)) }
        case .hourly where !isExpired, .daily where !isExpired:
            if output == .json { moments.append(report.nextAge(after: now)) }
            moments.append(PlaceClock(zoneName: report.timeZone).midnight(after: now))
        case .places:
            moments.append(report.nextAge(after: now))
            // Each card tells the time of day.
            moments.append(now.advanced(by: 60 - now.seconds % 60))
        case .status:
            moments.append(report.nextAge(after: now))
        case .current, .hourly, .daily:
            break
        }
        return moments.compactMap(\.self).filter { $0 > now }.min()
    }
}
