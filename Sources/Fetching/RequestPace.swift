import Weather

/// How often each type of report of the current place is fetched, so that all requests together stay within 130 a day.
///
/// Of these, 32 are left to others: 24 to warnings in calm weather, one an hour, 4 to the ensemble and 4 to the provider that
/// is compared with the first. Where a station measures the present and a radar sees the next hours, a new forecast changes
/// less.
enum RequestPace {
    /// What is known of the stations near the current place.
    enum Stations: Sendable, Hashable, CaseIterable {
        /// They are not asked.
        case off
        /// None is near.
        case none
        /// One is near, but has no usable observation.
        case silent
        /// One provides the present.
        case measuring
    }

    static let mostADay = 130
    static let leftADay = 32
    /// For the stations of all services; the two above one each half hour are for a search among neighbours.
    static let stationsADay = 50
    private static let day = 86_400

    /// - Parameter interval: the configured one.
    static func forecasts(interval: Duration, _ stations: Stations, hasRadar: Bool) -> Duration {
        switch (stations, hasRadar) {
        case (.off, false): interval
        case (.none, false): max(interval, .seconds(960))
        case (.off, true), (.none, true), (.silent, false), (.measuring, false): max(interval, .seconds(1800))
        // With its jitter, below the default `stale-after` of an hour.
        case (.silent, true), (.measuring, true): max(interval, .seconds(3000))
        }
    }

    static func stations(_ stations: Stations) -> Duration {
        switch stations {
        case .off, .measuring: .seconds(1800)
        // A second source is asked too.
        case .silent: .seconds(3600)
        // Stations are seldom built, but an airport may be closed at night.
        case .none: .seconds(21_600)
        }
    }

    /// Every new radar image needs one, while it rains or is about to.
    static let radar = Duration.seconds(600)

    /// Requests a day for a radar's rain: what the others leave.
    static func radarADay(hasStations: Bool) -> Int {
        let forecasts = Self.forecasts(interval: .zero, hasStations ? .measuring : .off, hasRadar: true)
        let others = day / Int(forecasts.components.seconds) + (hasStations ? stationsADay : 0)
        return mostADay - leftADay - others
    }

    /// What the last report says of the stations; before the first, one is expected.
    static func stations(by report: ObservationReport?, areOn: Bool) -> Stations {
        guard areOn else { return .off }
        guard let report else { return .measuring }
        return report.observation != nil ? .measuring : report.hasStation ? .silent : .none
    }
}
