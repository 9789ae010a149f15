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
        place.flatMap { ownStation(at: $0.coordinate) }
    }

    /// Whether the user's own station may report measurements for a place: it is there, or configured for there while its
    /// position cannot be read.
    public func hasOwnStation(at place: Coordinate) -> Bool {
        switch ownStation(at: place) {
        case .read(let observation, _, _)?:
            // An old reading may be followed by a new one.
            if case .tooFar = observation.problem(at: observation.time) { false } else { true }
        case .failed(.noPosition)?, nil: false
        case .failed?: isConfigured(place)
        }
    }

    private func ownStation(at place: Coordinate) -> OwnStationReading? {
        ownStation?.applied(to: place, isConfigured: isConfigured(place))
    }

    private func isConfigured(_ place: Coordinate) -> Bool {
        defaults.location?.coordinate.rounded == place.rounded
    }

    /// Stations are used only for the current place.
    private func measurements(of key: Coordinate) -> Measurements {
        let isCurrent = place?.coordinate.rounded == key
        return Measurements(
            source: isCurrent ? defaults.presentSource : .model, stations: weather[key]?.observations.content,
            own: isCurrent ? ownStationHere?.observation : nil, radar: weather[key]?.radar.content,
            elevation: altitude(of: key) ?? weather[key]?.report?.elevation)
    }
}

extension Store {
    /// Stores the last reading of the user's own station.
    @Sendable public func setOwnStation(_ reading: OwnStationReading?) {
        guard snapshot.ownStation != reading else { return }
        update(.ownStation) { $0.ownStation = reading }
    }
}
