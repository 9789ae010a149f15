import Languages
import Weather

/// The stations in `status`: the one in use, and why others are not.
struct StationStatus {
    private let status: DaemonStatus
    private let time: (UnixTime) -> String

    /// - Parameter time: formats the time of a measurement.
    init(_ status: DaemonStatus, time: @escaping (UnixTime) -> String) {
        self.status = status
        self.time = time
    }

    /// `ENGM, Oslo/Gardermoen, 12 km away, measured at 15:20 (aviation-weather)`, `not used: ENKJ: too far (31 km)`;
    /// empty when no station is requested.
    var stations: [String] {
        guard let report = status.stations else { return status.stationsFailure.map { [$0.sentence] } ?? [] }
        let rejected = report.rejected.map { "\($0.station.title): \($0.problem.sentence)" }
        let provider = report.provider.id.plain(limit: 40)
        var parts = [report.observation.map(used) ?? "none within 25 km"].map { "\($0) (\(provider))" }
        if !rejected.isEmpty { parts.append("not used: " + rejected.joined(separator: ", ")) }
        if let failure = status.stationsFailure { parts.append(failure.sentence) }
        return parts
    }

    /// `measured at 15:20`, or why the observation is not used; empty without one.
    var own: [String] {
        switch status.ownStation {
        case .read(let observation, _, let unusable):
            [used(observation)]
                + (unusable.isEmpty ? [] : ["left out: " + unusable.map(\.sentence).joined(separator: ", ")])
        case .failed(let problem): ["not used: \(problem.sentence)"]
        case nil: []
        }
    }

    private func used(_ observation: Observation) -> String {
        let problem = status.now.flatMap { observation.problem(at: $0) }
        let station = observation.station
        let distance = station.distance.flatMap { distance in
            distance >= 500 ? "\(Int((distance / 1000).rounded())) km away" : nil
        }
        let title = station.id == Station.ownID ? station.name?.plain(limit: 80) : station.title
        let what = [title, distance, "measured at \(time(observation.time))"].compactMap(\.self)
        return what.joined(separator: ", ") + (problem.map { ", not used: \($0.sentence)" } ?? "")
    }

    func json(_ clock: PlaceClock) -> JSON {
        guard status.stations != nil || status.stationsFailure != nil else { return .null }
        let report = status.stations
        return .object([
            ("provider", .optional(report?.provider.id)),
            ("used", report?.observation.map { json($0, clock) } ?? .null),
            (
                "rejected",
                .array(
                    (report?.rejected ?? []).map { rejected in
                        .object([
                            ("id", .string(rejected.station.id.plain(limit: 40))),
                            ("name", .optional(rejected.station.name?.plain(limit: 80))),
                            ("distanceM", .number(rejected.station.distance)),
                            ("reason", .string(rejected.problem.word)),
                            ("text", .string(rejected.problem.sentence)),
                        ])
                    })
            ),
            ("errorCode", .optional(status.stationsFailure?.code.rawValue)),
            ("error", .optional(status.stationsFailure?.sentence)),
        ])
    }

    func ownJSON(_ clock: PlaceClock) -> JSON {
        switch status.ownStation {
        case .read(let observation, _, let unusable): json(observation, clock, without: unusable)
        case .failed(let problem):
            .object([("time", .null), ("problem", .string(problem.sentence)), ("leftOut", .array([]))])
        case nil: .null
        }
    }

    private func json(
        _ observation: Observation, _ clock: PlaceClock, without unusable: [UnusableValue]? = nil
    ) -> JSON {
        let problem = status.now.flatMap { observation.problem(at: $0) }
        let station = observation.station
        var members: [JSON.Member] = []
        if station.id != Station.ownID {
            members = [
                ("id", .string(station.id.plain(limit: 40))), ("name", .optional(station.name?.plain(limit: 80))),
                ("distanceM", .number(station.distance)),
            ]
        }
        return .object(
            members + [
                ("time", .time(observation.time, clock)), ("problem", .optional(problem?.sentence)),
            ]
                + (unusable.map { values in
                    [
                        (
                            "leftOut",
                            .array(values.map { .object([("key", .string($0.key)), ("text", .string($0.sentence))]) })
                        )
                    ]
                } ?? []))
    }
}

extension Station {
    /// `ENGM Oslo/Gardermoen`
    fileprivate var title: String {
        [id.plain(limit: 40), name?.plain(limit: 80)].compactMap(\.self).joined(separator: " ")
    }
}

extension ObservationProblem {
    /// The word in JSON.
    fileprivate var word: String {
        switch self {
        case .tooFar: "too-far"
        case .tooOld: "too-old"
        case .inFuture: "in-future"
        case .impossible: "impossible"
        case .incomplete: "incomplete"
        }
    }
}
