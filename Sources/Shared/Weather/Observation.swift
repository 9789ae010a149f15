/// A weather station's measurement at one time.
public struct Observation: Sendable, Hashable, Codable {
    public var station: Station
    /// When it was measured.
    public var time: UnixTime
    /// Only measured values, and values derived from them.
    public var conditions: Conditions
    /// Whether the station detects only low clouds, as automatic ones do, so its clear sky may have high clouds. nil
    /// for no.
    public var seesLowCloudOnly: Bool?
    /// Whether the station cannot observe rain, fog and the like, as its report says (`//`). nil for no.
    public var missesWeather: Bool?
    /// The first physically impossible value; nil for none.
    public private(set) var impossible: ImpossibleValue?

    public init(station: Station, time: UnixTime, conditions: Conditions = Conditions()) {
        (self.station, self.time, self.conditions) = (station, time, conditions)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            station: try container.decode(Station.self, forKey: .station),
            time: try container.decode(UnixTime.self, forKey: .time),
            conditions: Conditions.plausible(try container.decode(Conditions.self, forKey: .conditions)))
        seesLowCloudOnly = try container.decodeIfPresent(Bool.self, forKey: .seesLowCloudOnly)
        missesWeather = try container.decodeIfPresent(Bool.self, forKey: .missesWeather)
        impossible = try container.decodeIfPresent(ImpossibleValue.self, forKey: .impossible)
        for quantity in Conditions.quantities {
            quantity.set(&conditions, quantity.get(conditions).within(quantity.kind.measurable))
        }
    }

    /// Takes a measured value, to three decimals; nil is unknown.
    public mutating func take(_ value: Double?, as quantity: Quantity<Conditions>) {
        guard let value else { return }
        guard quantity.kind.measurable.contains(value) else {
            if impossible == nil { impossible = ImpossibleValue(key: quantity.key, value: value) }
            return
        }
        quantity.set(&conditions, value)
    }
}

/// A physically impossible value, such as `-99` for a missing one.
public struct ImpossibleValue: Sendable, Hashable, Codable {
    /// As in the JSON of `current`: `temperatureC`.
    public var key: String
    public var value: Double

    public init(key: String, value: Double) {
        (self.key, self.value) = (key, value)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try container.text(forKey: .key, upTo: 100), value: try container.decode(Double.self, forKey: .value))
    }
}

extension QuantityKind {
    /// The range of physically possible measurements: a little more than the records in the World Meteorological
    /// Organization's archive of weather and climate extremes: −89.2 °C and 56.7 °C, 870 and 1083.8 hPa at sea level,
    /// gusts of 113.2 m/s.
    public var measurable: ClosedRange<Double> {
        switch self {
        case .temperature: -90...60
        case .pressure: 860...1090
        case .speed: 0...115
        // The record of an hour is 305 mm; a station's total is for at most a day.
        case .depth: 0...2000
        default: range
        }
    }
}

/// Why a station's measurement is not used.
public enum ObservationProblem: Sendable, Hashable, Codable {
    /// Its distance from the place, m.
    case tooFar(Double)
    /// Its age, s.
    case tooOld(Int)
    /// How far it is ahead of the clock, s.
    case inFuture(Int)
    case impossible(ImpossibleValue)
    /// It has no temperature.
    case incomplete
}

extension ObservationProblem {
    /// Whether its value is possible, since it may come from a file or a worker: no age exceeds the latest plausible time.
    fileprivate var isPlausible: Bool {
        switch self {
        case .tooFar(let distance): Coordinate.distances.contains(distance)
        case .tooOld(let seconds), .inFuture(let seconds): (0...UnixTime.plausible.upperBound.seconds).contains(seconds)
        case .impossible, .incomplete: true
        }
    }
}

extension Observation {
    /// Beyond this, m, a coast or a mountain may lie in between, and the model is better.
    public static let longestDistance = 25_000.0
    /// Stations report hourly, and reports arrive within half an hour; s.
    public static let longestAge = 5400
    /// How far the clocks of stations may be ahead, s.
    public static let tolerance = 600

    /// Why it is not usable at `now`; nil if it is.
    public func problem(at now: UnixTime) -> ObservationProblem? {
        if let distance = station.distance, distance > Self.longestDistance { return .tooFar(distance) }
        if let impossible { return .impossible(impossible) }
        let age = now.seconds(since: time)
        if age > Self.longestAge { return .tooOld(age) }
        if age < -Self.tolerance { return .inFuture(-age) }
        return nil
    }
}

// Heights.
extension Observation {
    /// The lapse rate of the troposphere in the ICAO standard atmosphere (ISO 2533:1975), K per metre.
    static let lapseRate = 0.0065
    /// Smaller differences have less effect than the weather between neighbouring stations, m.
    static let leastHeight = 100.0

    /// The observation for a place at another altitude. If they differ by more than `leastHeight`, the temperatures are
    /// corrected, and humidity and dew point are omitted, since they cannot be derived.
    ///
    /// - Parameter elevation: of the place, metres above sea level; nil when unknown.
    public func corrected(forElevation elevation: Double?) -> Observation {
        guard let elevation, let height = station.elevation.map({ $0 - elevation }) else { return self }
        var corrected = self
        corrected.station.heightDifference = height.rounded()
        guard height.magnitude > Self.leastHeight, conditions.temperature != nil else { return corrected }
        let warming = (height * Self.lapseRate * 10).rounded() / 10
        corrected.station.temperatureCorrection = warming
        corrected.conditions.temperature = conditions.temperature.map { $0 + warming }
        corrected.conditions.feelsLike = conditions.feelsLike.map { $0 + warming }
        (corrected.conditions.humidity, corrected.conditions.dewPoint) = (nil, nil)
        return corrected
    }
}

/// A provider's observations near one place, at one time.
public struct ObservationReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// From the nearest usable station; nil when there is none.
    public var observation: Observation?
    /// Nearer stations whose observations are not used, in order of distance; at most `mostRejected`.
    public var rejected: [RejectedStation]

    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt, observation, rejected
        case httpFreshness = "promise"
        case clock
    }

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        observation: Observation? = nil, rejected: [RejectedStation] = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.observation = observation
        self.rejected = rejected
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness),
            observation: try container.decodeIfPresent(Observation.self, forKey: .observation),
            rejected: try container.decodeList(
                forKey: .rejected, upTo: Self.mostRejected, of: "rejected stations", in: decoder))
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
    }

    /// The maximum number of stations in `rejected`.
    public static let mostRejected = 5
}

/// A station whose observation is not used.
public struct RejectedStation: Sendable, Hashable, Codable {
    public var station: Station
    public var problem: ObservationProblem

    public init(_ station: Station, _ problem: ObservationProblem) {
        (self.station, self.problem) = (station, problem)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Station.self, forKey: .station),
            try container.decode(ObservationProblem.self, forKey: .problem))
        guard problem.isPlausible else { throw ReportMisfit() }
    }
}

extension ObservationReport {
    /// Selects the newest observation of the nearest usable station.
    ///
    /// - Parameter observations: in any order, with the distances of their stations.
    public init(
        choosing observations: [Observation], for coordinate: Coordinate, from provider: Provider, at now: UnixTime
    ) {
        self.init(coordinate: coordinate, provider: provider, fetchedAt: now)
        let nearest = observations.sorted { one, other in
            let distances = (one.station.distance ?? 0, other.station.distance ?? 0)
            return distances.0 == distances.1 ? one.time > other.time : distances.0 < distances.1
        }
        var seen: Set<String> = []
        for observation in nearest where seen.insert(observation.station.id).inserted {
            guard let problem = observation.unusable(at: now) else {
                self.observation = observation
                return
            }
            if rejected.count < Self.mostRejected { rejected.append(RejectedStation(observation.station, problem)) }
        }
    }

    /// This report, merged with the rejected stations of a former provider without a usable observation.
    public func following(_ former: ObservationReport) -> ObservationReport {
        var report = self
        let known = Set(former.rejected.map(\.station.id))
        let others = rejected.filter { !known.contains($0.station.id) }
        report.rejected = Array((former.rejected + others).prefix(Self.mostRejected))
        return report
    }

    /// Whether a station is near, even if its observation is not usable.
    public var hasStation: Bool {
        observation != nil
            || rejected.contains {
                if case .tooFar = $0.problem { false } else { true }
            }
    }
}

extension Observation {
    /// A provider's station must have a temperature.
    fileprivate func unusable(at now: UnixTime) -> ObservationProblem? {
        problem(at: now) ?? (conditions.temperature == nil ? .incomplete : nil)
    }
}
