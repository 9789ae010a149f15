import Weather

// What stands above and below the views that people read: whose weather it is, of when, and how far to trust it.

extension Scene {
    /// `Montevideo, Saturday 21 November 2026`, and what else belongs to it.
    func header(of report: Report, _ clock: PlaceClock, withTime: Bool = false) -> String {
        var header = "\(place.fullName), \(clock.longDate(now))"
        if withTime { header += ", \(clock.time(now))" }
        if report.provider.isSample { header += " (\(English.sampleData))" }
        return header
    }

    /// Why the report is not newer, where there is a reason; then who answered.
    func footer(of report: Report) -> [String] {
        var lines: [String] = []
        if freshness != .fresh, let lastFailure { lines.append("last error: \(lastFailure.sentence)") }
        if isApproximate { lines.append(English.approximatePlace) }
        let provider = report.provider
        if provider.isSample { lines.append("\(English.sampleData), made up: not the weather of this place") }
        if let attribution = provider.attribution {
            lines.append(attribution.plain(limit: 160))
        } else if !provider.isSample {
            lines.append("Weather data by \(provider.name.plain(limit: 40))")
        }
        return lines
    }

    /// When the report was fetched, by the clock: `fetched at 15:38`. It reads the same until the day ends.
    func fetchedLine(of report: Report, _ clock: PlaceClock) -> String {
        "\(freshness == .fresh ? "fetched" : "last fetched") at \(clock.time(report.fetchedAt, seenAt: now))"
    }
}
