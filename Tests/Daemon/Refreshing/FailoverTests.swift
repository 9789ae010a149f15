import Synchronization
import Testing
import Weather

@testable import Refreshing
@testable import WorkerProtocol

/// The result of a chain of providers for each place, and how long it remembers answers.
struct FailoverTests {
    private let chain = ProviderChain<Report>(chance: { 0.5 })
    private let start = UnixTime(1_795_273_200)

    private func places(_ count: Int) -> [Coordinate] {
        (0..<count).compactMap { Coordinate(latitude: Double($0 % 90), longitude: Double($0 / 90)) }
    }

    private func results(
        for places: [Coordinate], from providers: [ScriptedProvider], after seconds: Int = 0
    ) async -> [Result<Report, FetchFailure>] {
        await chain.reports(for: places, from: providers, renewing: [:], now: { start.advanced(by: seconds) })
    }

    @Test func placesBeyondTheMinuteLimitWaitAMinute() async {
        let only = ScriptedProvider("only", placesAMinute: 3)
        let results = await results(for: places(5), from: [only])
        #expect(results.prefix(3).allSatisfy { $0.failure == nil })
        for result in results.suffix(2) {
            guard case .failure(.rateLimited(host: "Only", _, retryAfter: 60)) = result else {
                Issue.record("\(String(describing: result))")
                continue
            }
        }
    }

    @Test func equalWaitsNameTheFirstProvider() async {
        let providers = ["a", "b"].map {
            ScriptedProvider($0, failure: .rateLimited(host: $0, reason: nil, retryAfter: 100))
        }
        let results = await results(for: places(1), from: providers)
        #expect(results == [.failure(.rateLimited(host: "a", reason: nil, retryAfter: 100))])
    }

    @Test func failureWithoutWaitIsReportedFirst() async {
        let timedOut = FetchFailure.timedOut(host: "x", seconds: 20)
        let providers = [
            ScriptedProvider("first", failure: .rateLimited(host: "x", reason: nil, retryAfter: 0)),
            ScriptedProvider("second", failure: timedOut),
        ]
        let results = await results(for: places(1), from: providers)
        #expect(results == [.failure(timedOut)])
    }

    @Test func shorterWaitIsReported() async {
        let providers = [200, 100].map { (wait: Int) in
            ScriptedProvider("p\(wait)", failure: .rateLimited(host: "x", reason: nil, retryAfter: wait))
        }
        let results = await results(for: places(1), from: providers)
        #expect(results == [.failure(.rateLimited(host: "x", reason: nil, retryAfter: 100))])
    }

    @Test(arguments: [(0.0, 540), (0.5, 600), (1, 660)])
    func firstBackoffIsTenMinutesWithTenPercentJitter(jitter: Double, seconds: Int) {
        var breaker = CircuitBreaker()
        breaker.fail(.timedOut(host: "x", seconds: 20), at: Moment(start), jitter: jitter)
        #expect(breaker.end(at: Moment(start)) == start.advanced(by: seconds))
        #expect(breaker.state(at: Moment(start.advanced(by: seconds - 1))) != .ready)
        #expect(breaker.state(at: Moment(start.advanced(by: seconds))) == .ready)
    }

    @Test func retryAfterIsExtendedByJitter() {
        var breaker = CircuitBreaker()
        breaker.fail(.rateLimited(host: "x", reason: nil, retryAfter: 1000), at: Moment(start), jitter: 1)
        #expect(breaker.state(at: Moment(start)) == .rateLimited(until: start.advanced(by: 1100)))
        #expect(breaker.failures == 1)
    }

    @Test func fallbackIsReportedAtTheFirstFailure() async {
        let reported = Mutex<[String]>([])
        let chain = ProviderChain<Report>(
            chance: { 0.5 },
            replaced: { resting in
                reported.withLock { $0.append(resting.provider.id) }
            })
        let down = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil)
        let providers = [ScriptedProvider("first", failure: down), ScriptedProvider("second")]
        _ = await chain.reports(for: places(1), from: providers, renewing: [:], now: { start })
        #expect(reported.withLock { $0 } == ["first"])
    }

    @Test func uncoveredPlacesAreCachedForADay() async {
        let only = ScriptedProvider("only", failure: .notCovered(host: "x", reason: nil))
        for seconds in [0, 3600, 86_399] {
            _ = await results(for: places(2), from: [only], after: seconds)
            #expect(only.asked.count == 2)
        }
        _ = await results(for: places(2), from: [only], after: 86_400)
        #expect(only.asked.count == 4)
    }

    @Test func cachedUncoveredPlacesAreLimited() async {
        let only = ScriptedProvider("only", failure: .notCovered(host: "x", reason: nil))
        for _ in 0..<2 { _ = await results(for: places(500), from: [only]) }
        #expect(only.asked.count == 500)
        _ = await results(for: places(501), from: [only])
        #expect(only.asked.count == 501)
        _ = await results(for: places(1), from: [only])
        #expect(only.asked.count == 502, "the next entry has evicted all others")
    }

    /// Also for the places whose requests are skipped.
    @Test func everyPlaceHasAResult() async {
        let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 60)
        let only = ScriptedProvider("only", failure: limited)
        let results = await only.allReports(for: places(5), renewing: [:], now: { start })
        #expect(results == Array(repeating: .failure(limited), count: 5))
        #expect(only.asked.count == 1)
    }
}
