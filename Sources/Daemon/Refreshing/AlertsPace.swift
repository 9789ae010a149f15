import Store
import Weather

/// How often the warnings of a place are fetched. A request an hour in calm weather and, with the forecasts' 96, no more than
/// 130 a day; warnings that are issued for what the forecast already has are found within minutes.
enum AlertsPace {
    /// In calm weather.
    static let calm = Duration.seconds(3600)

    /// How far ahead the forecast counts, s.
    private static let outlook = 6 * 3600
    /// m/s: a near gale has gusts from about this speed.
    private static let strongGust = 17.0
    /// mm an hour: heavy rain (American Meteorological Society, Glossary of Meteorology).
    private static let heavyRain = 7.6
    /// mm of snow an hour.
    private static let heavySnow = 30.0

    /// - Parameters:
    ///   - weather: of the place; nil when nothing is known about it.
    ///   - interval: that of forecasts.
    static func interval(for weather: PlaceWeather?, at now: UnixTime, forecasts interval: Duration) -> Duration {
        // What one country's services did not give is requested again sooner.
        let failed = weather?.alerts.content?.failedParts ?? []
        let isIncomplete = failed.contains { $0.failure?.code != .notCovered }
        return isThreatening(weather, at: now) || isIncomplete ? interval : max(calm, interval)
    }

    /// Whether a warning is in force or announced, or the forecast has dangerous weather.
    static func isThreatening(_ weather: PlaceWeather?, at now: UnixTime) -> Bool {
        guard let weather else { return false }
        if weather.standingAlerts(at: now)?.isEmpty == false { return true }
        guard let report = weather.report else { return false }
        let end = now.advanced(by: outlook)
        let hours = report.hours.filter { $0.time < end && now < $0.time.advanced(by: 3600) }
        return (hours.map(\.conditions) + [report.current].compactMap(\.self)).contains(where: isDangerous)
    }

    private static func isDangerous(_ conditions: Conditions) -> Bool {
        switch conditions.condition {
        case .thunderstorm, .thunderstormHail, .rainHeavy, .snowHeavy, .freezingRain, .squall, .tornado: return true
        default: break
        }
        // An amount of several hours is no rate of one.
        let isHourly = conditions.precipitationPeriod.map { $0 <= 3600 } ?? true
        return (conditions.windGust ?? 0) >= strongGust
            || isHourly && ((conditions.rain ?? 0) >= heavyRain || (conditions.precipitation ?? 0) >= heavyRain)
            || isHourly && (conditions.snowfall ?? 0) >= heavySnow
    }
}
