import Weather

// What stands above and below the views that people read: whose weather it is, of when, and how far to trust it.

extension Scene {
    /// `Montevideo, Saturday 21 November 2026`, and what else belongs to it.
    func header(of report: (any ProviderReport)?, _ clock: PlaceClock, withTime: Bool = false) -> String {
        var header = "\(place.fullName), \(clock.longDate(now))"
        if withTime { header += ", \(clock.time(now))" }
        if report?.provider.isSample == true { header += " (\(English.sampleData))" }
        return header
    }

    /// Why the report is not newer, where there is a reason; then who answered.
    func footer(of report: Report) -> [String] {
        footer(of: report, failure: freshness == .fresh ? nil : lastFailure, English.weatherData)
    }

    /// - Parameter data: what the provider gave, for one whose licence asks for no sentence of its own.
    func footer(of report: some ProviderReport, failure: FetchFailure?, _ data: String) -> [String] {
        var lines: [String] = []
        if let failure { lines.append("last error: \(failure.sentence)") }
        if isApproximate { lines.append(English.approximatePlace) }
        let provider = report.provider
        if provider.isSample { lines.append("\(English.sampleData), made up: not the weather of this place") }
        if let attribution = provider.attribution {
            lines.append(attribution.plain(limit: 160))
        } else if !provider.isSample {
            lines.append("\(data) by \(provider.name.plain(limit: 40))")
        }
        return lines
    }

    /// Who warns, where that is told besides the forecast and is another than who gave it.
    func warningsAttribution(beside provider: Provider) -> [String] {
        guard let warnings, warnings.provider != provider, !warnings.inForce(at: now).isEmpty else { return [] }
        let name = warnings.provider.name.plain(limit: 40)
        return [warnings.provider.attribution?.plain(limit: 160) ?? "\(English.warnings) by \(name)"]
    }

    /// When word came of what is not the forecast, by the clock; and how long ago, once that is long.
    func fetchedLine(of report: some ProviderReport, isFresh: Bool, _ clock: PlaceClock) -> String {
        let time = clock.time(report.fetchedAt, seenAt: now)
        if isFresh { return "fetched at \(time)" }
        if report.isAhead(of: now) { return "last fetched at \(time), before the clock was turned back" }
        return "last fetched \(Age(seconds: report.age(at: now)).text) ago, at \(time)"
    }

    /// When the report was fetched, by the clock: `fetched at 15:38`. It reads the same until the day ends.
    func fetchedLine(of report: Report, _ clock: PlaceClock) -> String {
        "\(freshness == .fresh ? "fetched" : "last fetched") at \(clock.time(report.fetchedAt, seenAt: now))"
    }
}
