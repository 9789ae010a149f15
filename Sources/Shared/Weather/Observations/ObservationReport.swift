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
