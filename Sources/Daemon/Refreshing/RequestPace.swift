import Weather

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
