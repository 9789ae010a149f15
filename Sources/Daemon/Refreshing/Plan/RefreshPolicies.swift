import Store
public import Weather
import WorkerProtocol

// How often each type of report is fetched, and for which places. Each is called every time: the configuration can
// change.
extension Forecaster {
    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        var settings = settings()
        if let place = currentPlace { settings.providers = settings.providers(at: place, order.ranking(at: place)) }
        let preferred = (services.providers(of: .forecast, settings) as [any ReportProvider<Report>]).first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        let pace = RequestPace.forecasts(
            interval: interval(), nearestStations, hasRadar: currentPlace.map(isUnderRadar) ?? false)
        return RefreshPolicy(interval: pace, limits: limits, preferred: preferred?.identity.id)
    }

    private var currentPlace: Coordinate? { store.snapshot.place?.coordinate.rounded }

    /// Whether stations are requested for the place.
    @Sendable func isMeasured(_ coordinate: Coordinate) -> Bool {
        settings().hasStations && coordinate.rounded == currentPlace
    }

    /// What is known of the stations near the current place.
    private var nearestStations: RequestPace.Stations {
        let snapshot = store.snapshot
        let report = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded]?.observations.content }
        return RequestPace.stations(by: report, areOn: settings().hasStations)
    }

    /// Whether a radar may cover the place.
    func isUnderRadar(_ coordinate: Coordinate) -> Bool {
        if case .notCovered? = store.snapshot.weather[coordinate]?.radar.failure { return false }
        let settings = settings()
        let providers: [any ReportProvider<RadarReport>] = services.providers(of: .radar, settings)
        return providers.contains { $0.covers(settings.sentPosition(of: coordinate)) }
    }

    @Sendable public func observationsPolicy() -> RefreshPolicy {
        let settings = settings()
        let place = currentPlace.map(settings.sentPosition)
        let services = place.map { place in
            settings.providers(of: .observations).compactMap { settings.entry(of: $0, for: .observations)?.facts }
                .filter { $0.covers(place) }
        }
        let search = place.flatMap { place in services?.reduce(0) { $0 + $1.requests(for: [place]) } } ?? 1
        let used = store.snapshot.place.flatMap {
            store.snapshot.weather[$0.coordinate.rounded]?.observations.content?.provider.id
        }
        let each = place.flatMap { place in services?.first { $0.identity.id == used }?.usualRequests(for: place) } ?? 1
        return RefreshPolicy(
            interval: RequestPace.stations(nearestStations, search: search, each: each),
            // A retry is a search, and at least 0.8 times as late.
            leastRetry: RequestPace.stations(.silent, search: search) * 1.25)
    }

    /// The current place, if stations are requested.
    @Sendable public func observationsScope() -> RefreshScope { settings().hasStations ? .current : .onRequest }

    @Sendable public func radarPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: RequestPace.radar)
    }

    /// The current place, while rain or snow is expected and a radar covers it.
    @Sendable public func radarScope() -> RefreshScope {
        guard let place = currentPlace, isUnderRadar(place),
            store.snapshot.weather[place]?.expectsPrecipitation(at: now()) == true
        else { return .onRequest }
        return .current
    }

    /// Warnings are fetched hourly, and as often as forecasts while a warning is in force or dangerous weather is
    /// forecast. All favourites together take at most as many requests as the current place.
    @Sendable public func alertsPolicy() -> RefreshPolicy {
        let snapshot = store.snapshot
        let weather = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded] }
        let pace = AlertsPace.interval(for: weather, at: now(), forecasts: interval())
        // The policy leaves half of the limit to the background.
        let background = Int(Duration.seconds(86_400) / pace) + Self.favouritesWarningsADay
        return RefreshPolicy(interval: pace, limits: ProviderLimits(placesADay: 2 * background))
    }

    /// One every quarter of an hour.
    private static let favouritesWarningsADay = 96

    @Sendable public func alertsScope() -> RefreshScope {
        settings().fetchesWarningsOfFavourites ? .all : .current
    }

    @Sendable public func airScope() -> RefreshScope {
        settings().keepsAirFresh ? .current : .onRequest
    }

    /// Air quality is hourly data, so it is fetched at most once an hour.
    @Sendable public func airPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }

    /// Normals change little in a year. A place on the way needs none.
    @Sendable public func normalsPolicy() -> RefreshPolicy {
        RefreshPolicy(
            interval: .seconds(365 * 86_400), floor: .seconds(30 * 86_400), settling: .seconds(3600),
            leastRetry: .seconds(6 * 3600))
    }

    /// Ensembles are computed every six hours.
    @Sendable public func ensemblePolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(6 * 3600), floor: .seconds(3600), leastRetry: .seconds(3600))
    }

    /// The current place, if the type of report is on.
    @Sendable public func scope(of kind: ReportKind) -> RefreshScope {
        settings().providers(of: kind).isEmpty ? .onRequest : .current
    }
}

/// How often each type of report for the current place is fetched, so that all requests stay within 130 a day.
///
/// Others take 32: 24 for warnings in calm weather, 4 for the ensemble, 4 for the second provider. With stations and radar,
/// a new forecast changes less, so forecasts are fetched less often. A provider that takes several requests for a forecast,
/// as `nws` does, exceeds the limit.
enum RequestPace {
    /// What is known of the stations near the current place.
    enum Stations: Sendable, Hashable, CaseIterable {
        /// Stations are not requested.
        case off
        /// None is near.
        case none
        /// One is near, but has no usable observation.
        case silent
        /// One provides the current conditions.
        case measuring
    }

    static let mostADay = 130
    static let leftADay = 32
    /// For the stations of all services.
    static let stationsADay = 50
    private static let day = 86_400

    /// - Parameter interval: the configured one.
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
        // Stations are seldom built, but an airport may be closed at night.
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

    /// What is known of the stations by the last report; before the first, one is expected.
    static func stations(by report: ObservationReport?, areOn: Bool) -> Stations {
        guard areOn else { return .off }
        guard let report else { return .measuring }
        return report.observation != nil ? .measuring : report.hasStation ? .silent : .none
    }
}

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

extension PlaceWeather {
    /// How far ahead precipitation justifies radar requests: the range of the radar nowcast, s.
    private static let outlook = 2 * 3600
    /// %.
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
