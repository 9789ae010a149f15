import Scratch
import Testing
import Weather

@testable import Refreshing

/// Fetches while something is saved, and after.
struct SavingPlanTests {
    typealias Plan = RefreshPlan<ManualClock.Instant>

    private static let usual = RefreshPolicy(interval: .seconds(900))
    private static let hourly = RefreshPolicy(interval: SavingMode.interval)
    private static let onRequest = RefreshPolicy(interval: SavingMode.interval, isOnRequest: true)

    private func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }

    /// A plan with the current place, a favourite, and their reports' ages.
    private func plan(_ policy: RefreshPolicy, age: Int?, favourite: Int? = nil) -> Plan {
        var plan = Plan(policy: policy)
        let places: [Coordinate: Duration?] = [
            .montevideo: age.map { .seconds($0) }, .oslo: favourite.map { .seconds($0) },
        ]
        plan.update(
            current: .montevideo, favourites: favourite == nil ? [] : [.oslo],
            places: favourite == nil ? places.filter { $0.key == .montevideo } : places, at: at(0), jitter: 0.5)
        return plan
    }

    /// Whatever the jitter and the minute of the hour, weather is replaced before it is stale by default, with room for the
    /// request.
    @Test(arguments: [0, 0.25, 0.5, 0.75, 1])
    func hourlyWeatherStaysFresh(jitter: Double) {
        for second in stride(from: -3600, to: 0, by: 10) {
            let delay = Self.hourly.delayAfterSuccess(at: .seconds(second), jitter: jitter)
            #expect((.seconds(2700)...(.seconds(3570))).contains(delay), "\(delay) at \(second)")
        }
    }

    /// A day has at most 30 requests.
    @Test func hourlyDay() {
        var plan = plan(Self.hourly, age: 0)
        let begun = plan.run(for: 86_400)
        #expect((24...30).contains(begun.count), "\(begun.count)")
    }

    /// At unlock, weather that is older than its interval is fetched at once, whatever the jitter, and no other.
    @Test(arguments: [0, 0.5, 1]) func endOfSavingFetchesOldWeatherAtOnce(jitter: Double) {
        for (age, isDue) in [(300, false), (780, false), (900, true), (960, true), (3000, true)] {
            var plan = plan(Self.hourly, age: age, favourite: age)
            #expect(plan.begin(at: at(0)) == [])
            plan.adopt(Self.usual, at: at(0), jitter: jitter)
            #expect(plan.begin(at: at(0)).flatMap(\.self).contains(.montevideo) == isDue, "\(age)")
            if !isDue { #expect(plan.due(.montevideo).map { at(0) < $0 && $0 <= at(1000) } == true) }
        }
    }

    /// A pause that a service has requested is kept.
    @Test func endOfSavingKeepsRetryAfter() {
        var plan = plan(Self.hourly, age: 3590)
        let begun = plan.begin(at: at(0))
        let failure = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 3600)
        plan.finish(begun[0], failures: [.montevideo: failure], at: at(1), jitter: 0)
        plan.adopt(Self.usual, at: at(2), jitter: 0)
        #expect(plan.begin(at: at(2)) == [])
        #expect(plan.due(.montevideo).map { at(3600) <= $0 } == true)
    }

    /// At the beginning, the next fetch is deferred, but not beyond the hour.
    @Test func beginOfSavingDefersTheNextFetch() {
        var plan = plan(Self.usual, age: 600)
        #expect(plan.due(.montevideo) == at(300))
        plan.adopt(Self.hourly, at: at(0), jitter: 0.5)
        #expect(plan.due(.montevideo) == at(3240 - 600))
    }

    @Test func nothingIsFetchedWithoutRequest() {
        var plan = plan(Self.onRequest, age: 86_000, favourite: 86_000)
        #expect(plan.begin(at: at(0)) == [] && plan.nextDue == nil && plan.due(.montevideo) == nil)
        // Bars ask all the time.
        plan.request(.montevideo, at: at(10), jitter: 0.5)
        plan.request(.oslo, at: at(10), jitter: 0.5)
        #expect(plan.begin(at: at(10)) == [] && plan.nextDue == nil)
        plan.retry(at: at(20))
        plan.release(at: at(30), jitter: 0)
        #expect(plan.begin(at: at(40)) == [])
        #expect(plan.refresh(.montevideo, at: at(50)) == .underWay)
        #expect(plan.begin(at: at(50)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [:], at: at(51), jitter: 0.5)
        #expect(plan.nextDue == nil && plan.refresh(.montevideo, at: at(60)) == .tooSoon(at(651)))
        plan.adopt(Self.usual, at: at(1000), jitter: 0.5)
        #expect(Set(plan.begin(at: at(1000)).flatMap(\.self)) == [.montevideo, .oslo])
    }

    /// A failed request of the user is not repeated without another.
    @Test func failedRequestIsNotRetried() {
        var plan = plan(Self.onRequest, age: 86_000)
        #expect(plan.refresh(.montevideo, at: at(0)) == .underWay)
        let begun = plan.begin(at: at(0))
        plan.finish(
            begun[0], failures: [.montevideo: .unreachable(host: "x", reason: "y")], at: at(1), jitter: 0.5)
        #expect(plan.nextDue == nil && plan.begin(at: at(5000)) == [])
    }

    /// The first request for a place without weather is explicit enough.
    @Test func firstWeatherIsFetchedForAClient() {
        var plan = plan(Self.onRequest, age: nil)
        #expect(plan.begin(at: at(0)) == [])
        plan.request(.montevideo, at: at(10), jitter: 0.5)
        #expect(plan.begin(at: at(10)) == [[.montevideo]])
    }
}
