import Fleet
import Scratch
import Testing
import Weather

@testable import Refreshing

/// A small `make fleet`: the limits of docs/fleet.md, with a few thousand installations for some hours.
@Suite(.timeLimit(.minutes(20))) struct FleetTests {
    private static let away = FetchFailure.unreachable(host: "x", reason: "connection refused")
    private static let hour = 3600

    /// Requests per second of an active installation, according to the policy.
    private static let rate = 1.0 / 901

    /// How far random variation alone may exceed the average in the worst of several minutes.
    private func chance(_ scenario: Scenario, factor: Double) -> Double {
        4 * (factor / (Double(scenario.installations) * Self.rate * 60)).squareRoot()
    }

    @Test func normalDayHasNoPeaks() async {
        let scenario = Scenario(installations: 5000, seconds: 12 * Self.hour)
        let load = await scenario.run()
        #expect(abs(load.mean() / 5000 / Self.rate - 1) < 0.01, "96 requests a day")
        // Ten minutes, to reduce random variation.
        #expect(load.peak(of: 600) / load.mean() < 1.1)
        #expect(load.peak(of: 60) / load.mean() < 1.04 + chance(scenario, factor: 1))
        let onTheHour = (1..<12).flatMap { load.requests[$0 * Self.hour - 60..<$0 * Self.hour + 60] }
        #expect(onTheHour.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [
        away, .serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil), .timedOut(host: "x", seconds: 5),
    ])
    func sixHourOutageEndsWithoutRequestPeak(failure: FetchFailure) async {
        let (begin, end) = (Self.hour, 7 * Self.hour)
        let scenario = Scenario(
            installations: 4000, seconds: 10 * Self.hour,
            outage: .init(begin: Double(begin), end: Double(end), failure: failure))
        let load = await scenario.run()
        let mean = 4000 * Self.rate
        #expect(load.mean(in: 3 * Self.hour..<end) / mean < 2.3, "failed attempts")
        #expect(load.peak(of: 60, in: end..<10 * Self.hour) / mean < 2.3 + chance(scenario, factor: 2.3))
        #expect(load.mean(in: end..<end + 450) / mean > 1.9, "all have recovered after half an interval")
    }

    @Test(arguments: [60, 240, 450, 800, 900, 1800])
    func shorterOutagesEndWithoutRequestPeak(length: Int) async {
        let end = Self.hour + 600 + length
        let scenario = Scenario(
            installations: 4000, seconds: 4 * Self.hour,
            outage: .init(begin: Double(end - length), end: Double(end), failure: Self.away))
        let load = await scenario.run()
        let peak = load.peak(of: 60, in: end..<4 * Self.hour) / (4000 * Self.rate)
        #expect(peak < 3 + chance(scenario, factor: 3), "\(peak)")
    }

    @Test func quarterOfInstallationsStartingAtNineIsSpread() async {
        let scenario = Scenario(
            installations: 8000, seconds: 12 * Self.hour, usage: .office(share: 0.25, hour: 9, deviation: 300))
        let load = await scenario.run()
        #expect(load.peak(of: 60) / (6000 * Self.rate) < 2)
    }

    /// A campus returns immediately, all clients behind a carrier within a minute.
    @Test func networkReturnIsSpread() async {
        let campus = Scenario(
            installations: 8000, seconds: 3 * Self.hour, usage: .cutOff(share: 0.005, from: 3600, to: 7200))
        let load = await campus.run()
        #expect(load.requests[7200..<7203].reduce(0, +) >= 20, "all have recovered")
        #expect(load.peak(of: 10) / (8000 * Self.rate) < 2 + chance(campus, factor: 12))
        let carrier = Scenario(
            installations: 8000, seconds: 3 * Self.hour,
            outage: .init(begin: 3600, end: 7200, failure: .hostNotFound(host: "x"), share: 0.1))
        #expect(await carrier.run().peak(of: 60) / (8000 * Self.rate) < 3)
    }

    // MARK: - The model

    /// One simulated installation, compared with the daemon's own plan.
    @Test(arguments: [
        Scenario(installations: 1, seconds: 86_400),
        Scenario(installations: 1, seconds: 86_400, outage: .init(begin: 10_000, end: 31_600, failure: away)),
        Scenario(
            installations: 1, seconds: 86_400,
            outage: .init(
                begin: 5000, end: 9000, failure: .serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil))),
        Scenario(
            installations: 1, seconds: 40_000, outage: .init(begin: 5000, end: 9000, failure: .hostNotFound(host: "x"))),
        Scenario(
            installations: 1, seconds: 40_000,
            outage: .init(
                begin: 5000, end: 9000, failure: .noRoute(host: "x", reason: "y"))),
        Scenario(
            installations: 1, seconds: 40_000, usage: .cutOff(share: 1, from: 8000, to: 12_000),
            outage: .init(begin: 11_000, end: 19_000, failure: away)),
    ])
    func simulatedInstallationMatchesPlan(scenario: Scenario) async {
        for seed in 1...20 {
            var scenario = scenario
            scenario.seed = UInt64(seed)
            let load = await scenario.run()
            let simulated = load.requests.indices.filter { load.requests[$0] > 0 }
            #expect(simulated == PlannedInstallation(scenario).seconds, "seed \(seed)")
        }
    }
}

/// One installation of a scenario, with `RefreshPlan`.
private struct PlannedInstallation {
    typealias Instant = ManualClock.Instant

    /// The interval in which the service is queried.
    private(set) var seconds: [Int] = []
    private var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(900)))
    private var backoff = ProbeBackoff()
    private var nextProbe: Double?
    private var obstacle: FetchFailure?
    private var draws: RandomDraws
    private let scenario: Scenario

    private static func at(_ seconds: Double) -> Instant { Instant(offset: .seconds(seconds)) }

    init(_ scenario: Scenario) {
        self.scenario = scenario
        draws = RandomDraws(seed: scenario.seed, installation: 0)
        var gap: (from: Double, to: Double)?
        if case .cutOff(_, let from, let to) = scenario.usage {
            gap = (from, to)
            _ = draws.uniform()
        }
        if scenario.outage != nil { _ = draws.uniform() }
        let due = 60 + 870 * (0.9 + 0.2 * draws.uniform()) * draws.uniform()
        plan.update(
            current: .oslo, places: [.oslo: nil], at: Self.at(due - 901), hour: Self.at(0), jitter: 0)
        _ = plan.begin(at: Self.at(due - 901))
        plan.finish([.oslo], failures: [:], at: Self.at(due - 900), jitter: 0)
        plan.entries[.oslo]?.schedule(Self.at(due))
        if let gap {
            run(until: gap.from)
            plan.hold()
            plan.release(at: Self.at(gap.to), jitter: draws.uniform())
        }
        run(until: Double(scenario.seconds))
    }

    private mutating func run(until end: Double) {
        while let due = plan.nextDue.map({ $0.offset / .seconds(1) }) {
            let next = min(due, nextProbe ?? .infinity)
            guard next < end else { return }
            let failure = scenario.outage.flatMap { $0.begin <= next && next < $0.end ? $0.failure : nil }
            if next == due {
                ask(at: next, plan.nextDue ?? Self.at(next), failure)
            } else {
                probe(at: next, failure)
            }
        }
    }

    private mutating func ask(at time: Double, _ instant: Instant, _ failure: FetchFailure?) {
        #expect(plan.begin(at: instant) == [[.oslo]])
        if failure.map({ !$0.isRouteFailure }) ?? true { seconds.append(Int(time)) }
        let end = time + Installation.latency
        plan.finish([.oslo], failures: failure.map { [.oslo: $0] } ?? [:], at: Self.at(end), jitter: draws.uniform())
        let former = obstacle
        obstacle = failure.flatMap { $0.mayBeRouteFailure && !plan.suspects.isEmpty ? $0 : nil }
        if former == nil, obstacle != nil {
            backoff = ProbeBackoff()
            nextProbe = end + backoff.pause / .seconds(1)
        }
        if obstacle == nil { nextProbe = nil }
    }

    /// As in `ReachabilityProbe`.
    private mutating func probe(at time: Double, _ failure: FetchFailure?) {
        guard let obstacle else { return }
        if failure?.isOffline ?? false {
            backoff.recordFailure(obstacle)
        } else {
            plan.retry(at: Self.at(time))
            backoff.recordSuccess(obstacle)
        }
        nextProbe = time + backoff.pause / .seconds(1)
    }
}
