import Refreshing
import Weather

/// One installation: its current place, with which favourites are fetched, and its probe.
///
/// Policy and probes are the daemon's. The logic of `RefreshPlan` for a single place is reimplemented here with numbers
/// instead of dictionaries, a hundred times as fast; `FleetTests` checks that both send the same requests.
public struct Installation {
    /// From a request to its response, seconds.
    public static let latency = 1.0

    private let policy = RefreshPolicy(interval: .seconds(900))
    private var draws: RandomDraws
    /// Seconds; negative before the start of the week.
    private var succeeded: Double?
    private var failures = 0
    private var isConnectionSuspect = true
    private var due = 0.0
    private var obstacle: FetchFailure?
    private var backoff = ProbeBackoff()
    private var nextProbe = Double.infinity

    public init(draws: RandomDraws) {
        self.draws = draws
    }

    mutating func run(_ scenario: Scenario, _ load: inout Load) {
        let end = Double(scenario.seconds)
        let course = scenario.usage.course(until: end, &draws)
        let outage = scenario.outage.flatMap { draws.uniform() < $0.share ? $0 : nil }
        for (number, stretch) in course.stretches.enumerated() {
            load.isOn(from: stretch.begin, to: stretch.end)
            if number == 0, stretch.begin == 0 { continueRunning() } else { begin(stretch) }
            while true {
                let next = min(due, nextProbe)
                guard next < stretch.end else { break }
                let failure = outage.flatMap { $0.begin <= next && next < $0.end ? $0.failure : nil }
                if next == due {
                    if failure?.reachesService ?? true { load.request(at: next) }
                    finish(failure, at: next + Self.latency)
                } else {
                    if failure?.reachesService ?? true { load.probe(at: next) }
                    probe(failure, at: next)
                }
            }
        }
    }

    /// It has been on for a long time, so it is at a random point between two requests, none of which is in the first
    /// minute of the hour.
    private mutating func continueRunning() {
        due = 60 + 870 * (0.9 + 0.2 * draws.uniform()) * draws.uniform()
        succeeded = due - 900
        isConnectionSuspect = false
    }

    /// The daemon starts, the network returns, or a sleep ends.
    private mutating func begin(_ stretch: Course.Stretch) {
        let (now, jitter) = (stretch.begin, draws.uniform())
        isConnectionSuspect = true
        if stretch.isBoot {
            failures = 0
            obstacle = nil
            nextProbe = .infinity
            due = max(succeeded.map { $0 + delayAfterSuccess(at: $0, jitter: jitter) } ?? now, now)
        } else if failures > 0 || due <= now {
            failures = 0
            due = now + RefreshPolicy.afterReturn / .seconds(1) * jitter
        }
    }

    private mutating func finish(_ failure: FetchFailure?, at now: Double) {
        guard let failure else {
            failures = 0
            succeeded = now
            isConnectionSuspect = false
            obstacle = nil
            nextProbe = .infinity
            due = now + delayAfterSuccess(at: now, jitter: draws.uniform())
            return
        }
        failures += 1
        let isUrgent = succeeded.map { now - $0 >= policy.patience / .seconds(1) } ?? true
        due =
            now + policy.delayAfterFailure(
                failure, failures: failures, isUrgent: isUrgent, jitter: draws.uniform()) / .seconds(1)
        if failure.isRouteFailure {
            isConnectionSuspect = true
        } else if failure.isAnswer {
            isConnectionSuspect = false
        }
        let isObstacle = isConnectionSuspect && failure.mayBeRouteFailure
        if isObstacle, obstacle == nil {
            backoff = ProbeBackoff()
            nextProbe = now + backoff.pause / .seconds(1)
        }
        obstacle = isObstacle ? failure : nil
    }

    private mutating func probe(_ failure: FetchFailure?, at now: Double) {
        guard let obstacle else {
            nextProbe = .infinity
            return
        }
        if failure?.isOffline ?? false {
            backoff.recordFailure(obstacle)
        } else {
            due = min(due, now)
            backoff.recordSuccess(obstacle)
        }
        nextProbe = now + backoff.pause / .seconds(1)
    }

    private func delayAfterSuccess(at time: Double, jitter: Double) -> Double {
        policy.delayAfterSuccess(at: .seconds(time), jitter: jitter) / .seconds(1)
    }
}

extension FetchFailure {
    /// Whether the request reaches the service: not if its name cannot be resolved.
    fileprivate var reachesService: Bool { !isRouteFailure }
}
