public import Weather

extension Snapshot {
    /// The forecast of a place with what is measured there; nil without a forecast.
    ///
    /// - Parameter key: rounded.
    public func report(of key: Coordinate, at now: UnixTime) -> Report? {
        weather[key]?.report.map { $0.measured(by: measurements(of: key), at: now) }
    }

    /// What the user's own station measured last, or else the nearest one, to compare the forecasts for a place with.
    ///
    /// - Parameter key: rounded.
    public func stationReading(at key: Coordinate, now: UnixTime) -> StationReading? {
        let measured = measurements(of: key)
        let nearest = measured.stations?.observation?.corrected(forElevation: measured.elevation)
        return [measured.own, nearest].compactMap(\.self).first { $0.problem(at: now) == nil }.map(StationReading.init)
    }

    /// The stations are those of the current place alone.
    private func measurements(of key: Coordinate) -> Measurements {
        let isCurrent = place?.coordinate.rounded == key
        return Measurements(
            source: isCurrent ? defaults.presentSource : .model, stations: weather[key]?.observations.content,
            own: isCurrent ? ownStation?.observation : nil, radar: weather[key]?.radar.content,
            elevation: altitude(of: key))
    }
}

extension Store {
    /// Stores what the user's own station says.
    @Sendable public func setOwnStation(_ reading: OwnStationReading?) {
        guard snapshot.ownStation != reading else { return }
        update { $0.ownStation = reading }
    }
}
