import Store
import Weather

/// How often each type of report for the current place is fetched, so that all requests stay within 130 a day.
///
/// Other reports take 32: 24 for warnings in calm weather, 4 for the ensemble, 4 for the second provider. With stations and
/// radar, a new forecast changes less, so forecasts are fetched less often. A provider that takes several requests per
/// forecast, such as `nws`, exceeds the limit.
enum RequestPace {
    /// What is known about the stations near the current place.
    enum Stations: Sendable, Hashable, CaseIterable {
        /// Stations are not requested.
        case off
        /// No station is near.
        case none
        /// A station is near, but has no usable observation.
        case silent
        /// A station provides the current conditions.
        case measuring
    }

    static let mostADay = 130
    static let leftADay = 32
    /// The daily requests to all station services together.
    static let stationsADay = 50
    private static let day = 86_400

    /// - Parameter interval: the configured interval.
    static func forecasts(interval: Duration, _ stations: Stations, hasRadar: Bool) -> Duration {
        switch (stations, hasRadar) {
        case (.off, false): interval
        case (.none, false): max(interval, .seconds(1080))
        case (.off, true), (.none, true), (.silent, false), (.measuring, false): max(interval, .seconds(1800))
        // With its jitter, below the default `stale-after` of an hour.
        case (.silent, true), (.measuring, true): max(interval, .seconds(3000))
        }
    }

    /// - Parameters:
    ///   - search: the maximum number of requests of a search among all services. While a station is usable, there is one
    ///     search a day; all other requests go to its service alone.
    ///   - each: the number of requests that this service takes each time.
    static func stations(_ stations: Stations, search: Int, each: Int = 1) -> Duration {
        switch stations {
        case .off, .measuring: .seconds(2000 * each)
        case .silent: .seconds(max(3600, day / max(stationsADay / max(search, 1), 1) + 1))
        // New stations are rare, but an airport may be closed at night.
        case .none: .seconds(43_200)
        }
    }

    /// The interval while precipitation falls or is expected.
    static let radar = Duration.seconds(600)

    /// The radar's requests a day: the rest of the limit.
    static func radarADay(hasStations: Bool) -> Int {
        let forecasts = Self.forecasts(interval: .zero, hasStations ? .measuring : .off, hasRadar: true)
        let seconds = Int(forecasts.components.seconds)
        let others = (day + seconds - 1) / seconds + (hasStations ? stationsADay : 0)
        return mostADay - leftADay - others
    }

    /// The state of the stations according to the last report; before the first report, a station is expected.
    static func stations(by report: ObservationReport?, areOn: Bool) -> Stations {
        guard areOn else { return .off }
        guard let report else { return .measuring }
        return report.observation != nil ? .measuring : report.hasStation ? .silent : .none
    }
}

/// How often a place's warnings are fetched: hourly in calm weather and, with the forecasts' 96 requests, at most 130 a day.
/// Warnings of weather that is already in the forecast are found within minutes.
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
    ///   - weather: the place's weather; nil when nothing is known about it.
    ///   - interval: the forecast interval.
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
        // An amount over several hours is not an hourly rate.
        let isHourly = conditions.precipitationPeriod.map { $0 <= 3600 } ?? true
        return (conditions.windGust ?? 0) >= strongGust
            || isHourly && ((conditions.rain ?? 0) >= heavyRain || (conditions.precipitation ?? 0) >= heavyRain)
            || isHourly && (conditions.snowfall ?? 0) >= heavySnow
    }
}

extension PlaceWeather {
    /// How far ahead precipitation justifies radar requests: the range of the radar nowcast, s.
    private static let outlook = 2 * 3600
    /// Probability, %.
    private static let likely = 50.0
    /// mm/h.
    private static let leastRate = 0.1

    /// Whether rain or snow falls or is expected within two hours, according to the forecast or the radar.
    func expectsPrecipitation(at now: UnixTime) -> Bool {
        let end = now.advanced(by: Self.outlook)
        func isNear(_ start: UnixTime, _ finish: UnixTime) -> Bool { start < end && now < finish }
        let steps = [report?.precipitation, radar.content?.precipitation].compactMap(\.self).joined()
        if steps.contains(where: { step in
            isNear(step.end.advanced(by: -step.duration), step.end)
                && (step.amount ?? 0) * 3600 / Double(step.duration) >= Self.leastRate
        }) {
            return true
        }
        if let current = report?.current, (report?.present(at: now, staleAfter: .max)?.isFallback) == false,
            (current.precipitationRate ?? 0) >= Self.leastRate
        {
            return true
        }
        return report?.hours.contains { hour in
            isNear(hour.time, hour.precipitationEnd)
                && ((hour.conditions.precipitationRate ?? 0) >= Self.leastRate
                    || (hour.precipitationProbability ?? 0) >= Self.likely)
        } ?? false
    }
}
