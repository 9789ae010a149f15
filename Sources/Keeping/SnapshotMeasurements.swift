public import Weather

extension Snapshot {
    /// The forecast of a place with the measurements there; nil without a forecast.
    ///
    /// - Parameter key: rounded.
    public func report(of key: Coordinate, at now: UnixTime) -> Report? {
        weather[key]?.report.map { $0.measured(by: measurements(of: key), at: now) }
    }

    /// The last measurement of the user's own station, else of the nearest one, to compare the forecasts for a place
    /// with.
    ///
    /// - Parameter key: rounded.
    public func stationReading(at key: Coordinate, now: UnixTime) -> StationReading? {
        let measured = measurements(of: key)
        return [measured.own, measured.stations?.observation].compactMap {
            $0?.corrected(forElevation: measured.elevation)
        }.first { $0.problem(at: now) == nil }.map(StationReading.init)
    }

    /// The last reading of the user's own station for the current place; nil without a station or a place.
    public var ownStationHere: OwnStationReading? {
        guard let here = place?.coordinate else { return nil }
        return ownStation?.applied(to: here, isConfigured: defaults.location?.coordinate.rounded == here.rounded)
    }

    /// Stations are used only for the current place.
    private func measurements(of key: Coordinate) -> Measurements {
        let isCurrent = place?.coordinate.rounded == key
        return Measurements(
            source: isCurrent ? defaults.presentSource : .model, stations: weather[key]?.observations.content,
            own: isCurrent ? ownStationHere?.observation : nil, radar: weather[key]?.radar.content,
            elevation: altitude(of: key))
    }
}

extension Store {
    /// Stores the last reading of the user's own station.
    @Sendable public func setOwnStation(_ reading: OwnStationReading?) {
        guard snapshot.ownStation != reading else { return }
        update { $0.ownStation = reading }
    }
}
