/// The source of the current conditions. The raw values are the words in config.toml.
public enum PresentSource: String, Sendable, Hashable, CaseIterable {
    /// The forecast's provider.
    case model
    /// The nearest station alone; the model if none is usable.
    case station
    /// The station's values, and the model's where they are missing.
    case both
}

/// The measurements at a place, besides its forecast.
public struct Measurements: Sendable, Hashable {
    public var source: PresentSource
    /// The nearest station's; nil before the first response.
    public var stations: ObservationReport?
    /// The user's own; nil without one.
    public var own: Observation?
    public var radar: RadarReport?
    /// The place's altitude, metres above sea level; nil for the forecast's.
    public var elevation: Double?

    public init(
        source: PresentSource = .model, stations: ObservationReport? = nil, own: Observation? = nil,
        radar: RadarReport? = nil, elevation: Double? = nil
    ) {
        (self.source, self.stations, self.own, self.radar) = (source, stations, own, radar)
        self.elevation = elevation
    }

    /// The observations to use, the most important last.
    fileprivate func observations(at now: UnixTime, elevation: Double?) -> [Observation] {
        let nearest = source == .model ? nil : stations?.observation
        return [nearest, own].compactMap { $0?.corrected(forElevation: elevation) }.filter {
            $0.problem(at: now) == nil
        }
    }
}

extension Report {
    /// The report with measured values in place of the model's: current conditions and nowcast.
    public func measured(by measurements: Measurements, at now: UnixTime) -> Report {
        // Real and made-up values must not be mixed.
        guard !provider.isSample else { return self }
        var report = self
        let observations = measurements.observations(at: now, elevation: measurements.elevation ?? elevation)
        if let last = observations.last {
            let model = present(at: now, staleAfter: .max)?.conditions
            // With the nearest station alone, no model value is used, except for sky and weather that it cannot see.
            let isAlone = measurements.source == .station && observations.contains { $0.station.id != Station.ownID }
            let isSilent = last.conditions.condition == .unknown && last.missesWeather != true
            let filling = isSilent ? nil : last.filled(by: model)
            let base = isAlone ? filling : model
            report.current = observations.reduce(base ?? Conditions()) { $1.conditions(over: $0) }
            report.currentOrigin = .station
            report.modelled = base.map { observations.leaves(of: $0) } ?? []
            report.station = last.station
            report.observedAt = last.time
            report.isMeasured = true
            if let provider = measurements.stations?.provider,
                observations.contains(where: { $0.station.id != Station.ownID })
            {
                report.addSource(provider)
            }
        }
        if let radar = measurements.radar, radar.isCurrent(at: now) {
            report.precipitation = radar.precipitation.followed(by: precipitation)
            report.radarEnd = radar.end
            report.radarReach = radar.precipitation.last?.end
            report.addSource(radar.provider)
        }
        return report
    }

    private mutating func addSource(_ source: Provider) {
        if source.id != provider.id, !furtherSources.contains(source) { furtherSources.append(source) }
    }
}

extension Observation {
    /// The model's conditions with the measured values in their place.
    func conditions(over model: Conditions) -> Conditions {
        var result = model
        let measured = conditions
        for quantity in Conditions.quantities where quantity.kind.interpolation != .ofPeriod {
            if let value = quantity.get(measured) { quantity.set(&result, value) }
        }
        if let visibility = measured.visibility {
            result.seesAtLeast = measured.seesAtLeast
            // The station's maximum does not contradict a greater visibility.
            if measured.seesAtLeast == true, let further = model.visibility, further > visibility {
                (result.visibility, result.seesAtLeast) = (further, nil)
            }
        }
        // Apparent and measured temperature must be consistent.
        if measured.feelsLike == nil, let temperature = measured.temperature, let former = model.temperature {
            result.feelsLike = model.feelsLike.map { $0 + temperature - former }
        }
        // The model's dew point does not match the measured temperature and humidity.
        if measured.temperature != nil || measured.humidity != nil { result.dewPoint = measured.dewPoint }
        // The model's direction does not match the measured wind.
        if measured.windSpeed != nil {
            (result.windDirection, result.windGust) = (measured.windDirection, measured.windGust)
        }
        if measured.precipitation != nil { result.takePrecipitation(of: measured) }
        let shown = filled(by: model) ?? measured
        if shown.condition != .unknown { (result.condition, result.likelihood) = (shown.condition, shown.likelihood) }
        return result
    }
}

extension [Observation] {
    /// The model's parts that none of the observations replaces.
    fileprivate func leaves(of model: Conditions) -> ModelledParts {
        var parts: ModelledParts = []
        if allSatisfy({ $0.filled(by: model) != nil }) { parts.insert(.condition) }
        if Conditions.amounts.contains(where: { $0.get(model) != nil }),
            allSatisfy({ $0.conditions.precipitation == nil })
        {
            parts.insert(.precipitation)
        }
        return parts
    }
}

extension Conditions {
    /// The forecast's weather where a station's report leaves it open: all of it if the report has none; rain, fog and the like
    /// if the station cannot observe them; the sky above the low clouds if it sees no others. nil if the measured weather is
    /// used as it is.
    ///
    /// - Parameters:
    ///   - seesLowCloudOnly: whether the station's clear sky may have high clouds.
    ///   - missesWeather: whether it cannot observe rain, fog and the like.
    public func filling(_ measured: Conditions, seesLowCloudOnly: Bool?, missesWeather: Bool?) -> Conditions? {
        guard condition != .unknown else { return nil }
        let isSky = measured.condition.isSky
        if measured.condition == .unknown || isSky && missesWeather == true && !condition.isSky { return statedSky }
        guard isSky, seesLowCloudOnly == true else { return nil }
        if condition.isSky { return statedSky }
        // The station would see rain, so there is none; the clouds of the forecast may be there.
        guard let sky = cloudCover.map(Condition.init(cover:)) ?? condition.precipitationKind.map({ _ in .overcast })
        else { return nil }
        var filling = statedSky
        (filling.condition, filling.likelihood) = (sky, nil)
        return filling
    }

    private var statedSky: Conditions {
        var sky = Conditions(condition: condition)
        (sky.likelihood, sky.cloudCover, sky.isDay) = (likelihood, cloudCover, isDay)
        return sky
    }
}

extension Observation {
    /// The forecast's weather where this leaves it open; nil if the measured weather is used as it is.
    func filled(by forecast: Conditions?) -> Conditions? {
        forecast?.filling(conditions, seesLowCloudOnly: seesLowCloudOnly, missesWeather: missesWeather)
    }
}

/// The last reading of the user's own station.
public enum OwnStationReading: Sendable, Hashable {
    /// A measurement, the position of the station (nil when it is not given), and the values that were left out.
    case read(Observation, at: Coordinate? = nil, without: [UnusableValue] = [])
    case failed(OwnStationProblem)

    public var observation: Observation? {
        if case .read(let observation, _, _) = self { observation } else { nil }
    }

    /// The values that were left out.
    public var unusable: [UnusableValue] {
        if case .read(_, _, let unusable) = self { unusable } else { [] }
    }

    /// The reading for a place: with the distance of the station. Without a position, the station is taken to be at the
    /// configured place, and is not used for others.
    ///
    /// - Parameter isConfigured: whether the place is the one in config.toml.
    public func applied(to place: Coordinate, isConfigured: Bool) -> OwnStationReading {
        guard case .read(var observation, let position, let unusable) = self else { return self }
        guard let position else { return isConfigured ? self : .failed(.noPosition) }
        observation.station.distance = place.distance(to: position).rounded()
        return .read(observation, at: position, without: unusable)
    }
}

/// A value of the user's own station that is not used, while the others are.
public enum UnusableValue: Sendable, Hashable {
    /// Physically impossible.
    case impossible(ImpossibleValue)
    /// Of another type, or out of range.
    case invalid(key: String)

    /// As in the JSON of `current`: `temperatureC`.
    public var key: String {
        switch self {
        case .impossible(let value): value.key
        case .invalid(let key): key
        }
    }
}

/// Why the user's own station is not used.
public enum OwnStationProblem: Error, Sendable, Hashable {
    /// The file cannot be read; the system's error message.
    case unreadable(reason: String)
    /// More bytes than the limit.
    case tooLong(limit: Int)
    case notJSON
    /// No time, or neither RFC 3339 nor Unix time.
    case noTime
    /// No value under any known key.
    case noValues
    /// The value of a known key is of another type.
    case invalid(key: String)
    /// Latitude and longitude are not both degrees of a position.
    case invalidPosition
    /// It has no position, and the current place is not the one in config.toml.
    case noPosition
    /// Reading the file took longer than this, s.
    case stalled(Int)
    /// The command's exit status.
    case failed(status: Int)
    /// The command was killed by this signal.
    case killed(signal: Int)
    /// Seconds.
    case timedOut(Int)
    /// The command did not start; the system's error message.
    case notStarted(reason: String)
}
