import Scratch
import Testing
import Weather

@testable import Refreshing

/// Networks that disappear and return, and machines that sleep.
struct NetworkReturnPlanTests {
    typealias Instant = ManualClock.Instant

    private let failure = FetchFailure.unreachable(host: "x", reason: "y")

    private func at(_ seconds: Double) -> Instant { Instant(offset: .seconds(seconds)) }

    private func plan(age: Int?) -> RefreshPlan<Instant> {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(900)))
        plan.update(current: .montevideo, places: [.montevideo: age.map { .seconds($0) }], at: at(0), jitter: 0.5)
        return plan
    }

    private func finish(
        _ plan: inout RefreshPlan<Instant>, _ failure: FetchFailure?, at seconds: Double, jitter: Double
    ) {
        plan.finish(
            [.montevideo], failures: failure.map { [.montevideo: $0] } ?? [:], at: at(seconds), jitter: jitter)
    }

    /// Starts the fetches that are due at this second, and lets them fail.
    private func fail(_ plan: inout RefreshPlan<Instant>, at seconds: Double) {
        #expect(plan.begin(at: at(seconds)) == [[.montevideo]])
        finish(&plan, failure, at: seconds, jitter: 1)
    }

    @Test func dueFetchesWaitForNetworkAndFollowWithinThreeSeconds() {
        var plan = plan(age: nil)
        plan.hold()
        #expect(plan.begin(at: at(0)) == [])
        #expect(plan.overdue(at: at(0)) == [.montevideo])
        #expect(plan.nextDue == nil, "no timer is armed")
        #expect(plan.due(.montevideo) == nil, "the time is unknown")
        #expect(plan.refresh(.montevideo, at: at(10)) == .underWay)
        #expect(plan.begin(at: at(10)) == [])
        plan.release(at: at(100), jitter: 0.5)
        #expect(plan.nextDue == at(101.5))
        #expect(plan.begin(at: at(101)) == [])
        #expect(plan.begin(at: at(101.5)) == [[.montevideo]])
    }

    @Test(arguments: [(0.0, 0.0), (1, 3)]) func returnsAreSpreadOverThreeSeconds(jitter: Double, delay: Double) {
        var plan = plan(age: nil)
        plan.hold()
        _ = plan.begin(at: at(0))
        plan.release(at: at(50), jitter: jitter)
        #expect(plan.nextDue == at(50 + delay))
    }

    @Test func viewedFavouriteIsNotSpread() {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(900)))
        plan.update(current: nil, favourites: [.oslo], places: [.oslo: nil], at: at(0), jitter: 0.5)
        plan.hold()
        plan.release(at: at(50), jitter: 1)
        #expect(plan.nextDue == at(53))
        plan.request(.oslo, at: at(51), jitter: 1)
        #expect(plan.begin(at: at(51)) == [[.oslo]])
    }

    @Test func flapWithFreshReportCausesNoRequests() {
        var plan = plan(age: 60)
        #expect(plan.nextDue == at(840))
        for second in 1...50 {
            plan.hold()
            #expect(plan.begin(at: at(Double(second))) == [])
            #expect(plan.overdue(at: at(Double(second))) == [])
            plan.release(at: at(Double(second) + 0.5), jitter: 0)
            #expect(plan.begin(at: at(Double(second) + 0.5)) == [])
        }
        #expect(plan.nextDue == at(840))
    }

    @Test func dueWithoutNetworkIsReportedOnce() {
        var plan = plan(age: 60)
        plan.hold()
        #expect(plan.begin(at: at(1)) == [])
        #expect(plan.nextDue == at(840))
        #expect(plan.begin(at: at(840)) == [])
        #expect(plan.overdue(at: at(840)) == [.montevideo])
        #expect(plan.nextDue == nil)
    }

    @Test func pausedFetchKeepsItsTime() {
        var plan = plan(age: 60)
        plan.hold()
        #expect(plan.due(.montevideo) == at(840))
    }

    /// After a night without an answer the backoff is long, but it belongs to the old network.
    @Test func backoffRestartsAfterNetworkReturn() {
        var plan = plan(age: nil)
        for number in 0..<12 { fail(&plan, at: Double(number * 460)) }
        #expect(plan.nextDue == at(12 * 460 - 460 + 450))
        plan.hold()
        _ = plan.begin(at: at(5200))
        plan.release(at: at(5200), jitter: 0)
        #expect(plan.nextDue == at(5200))
        fail(&plan, at: 5200)
        #expect(plan.nextDue == at(5205))
        fail(&plan, at: 5205)
        #expect(plan.nextDue == at(5215))
    }

    /// Each return triggers a retry, but a network that flaps for an hour does not cause hundreds.
    @Test func flappingNetworkReducesRetries() {
        var plan = plan(age: nil)
        var tries: [Int] = []
        for second in stride(from: 0, to: 3600, by: 4) {
            plan.hold()
            _ = plan.begin(at: at(Double(second)))
            plan.release(at: at(Double(second) + 1), jitter: 0.5)
            let now = at(Double(second) + 3)
            for batch in plan.begin(at: now) {
                tries.append(second)
                plan.finish(batch, failures: [.montevideo: failure], at: now, jitter: 0.5)
            }
        }
        #expect((30..<60).contains(tries.count), "\(tries)")
    }

    /// Only from the third on, which here is the one after these.
    @Test func firstReturnsAfterSuccessAreRetriedAtOnce() {
        var plan = plan(age: 0)
        #expect(plan.begin(at: at(900)) == [[.montevideo]])
        finish(&plan, nil, at: 900, jitter: 0.5)
        #expect(plan.nextDue == at(1800))
        for second in [1900.0, 1904, 1908] {
            plan.hold()
            plan.release(at: at(second), jitter: 0)
            #expect(plan.nextDue == at(second))
            fail(&plan, at: second)
        }
        plan.hold()
        plan.release(at: at(1912), jitter: 0)
        #expect(plan.nextDue == at(1918), "ten seconds after the last attempt")
    }

    @Test func returnsWithoutAnAttemptDoNotCount() {
        var plan = plan(age: nil)
        fail(&plan, at: 0)
        // Each just before the retry that the last one had planned.
        for second in [10.0, 13, 16, 19, 22] {
            plan.hold()
            plan.release(at: at(second), jitter: 1)
        }
        plan.release(at: at(25), jitter: 0)
        #expect(plan.nextDue == at(25))
    }

    @Test func successResetsNetworkReturnCount() {
        var plan = plan(age: nil)
        for second in stride(from: 0.0, to: 400, by: 100) {
            fail(&plan, at: second)
            plan.hold()
            plan.release(at: at(second + 90), jitter: 0)
        }
        #expect(plan.begin(at: at(500)) == [[.montevideo]])
        finish(&plan, nil, at: 500, jitter: 0.5)
        #expect(plan.begin(at: at(1400)) == [[.montevideo]])
        finish(&plan, failure, at: 1400, jitter: 1)
        plan.hold()
        plan.release(at: at(1401), jitter: 0)
        #expect(plan.nextDue == at(1401))
    }

    @Test func retryAfterHoldsAcrossNetworkReturns() {
        var plan = plan(age: nil)
        _ = plan.begin(at: at(0))
        finish(&plan, .rateLimited(host: "x", reason: nil, retryAfter: 4000), at: 0, jitter: 0)
        plan.hold()
        plan.release(at: at(60), jitter: 0)
        #expect(plan.nextDue == at(4000))
    }

    @Test func cancelledFetchIsRestartedWithoutFailure() {
        var plan = plan(age: nil)
        #expect(plan.begin(at: at(0)) == [[.montevideo]])
        plan.hold()
        plan.abandon([.montevideo], unanswered: [.montevideo], at: at(1), jitter: 0.5)
        #expect(plan.begin(at: at(1)) == [])
        #expect(plan.overdue(at: at(1)) == [.montevideo])
        plan.release(at: at(20), jitter: 0)
        #expect(plan.begin(at: at(20)) == [[.montevideo]])
        // Over another route, while there is one.
        plan.release(at: at(30), jitter: 0)
        plan.abandon([.montevideo], unanswered: [.montevideo], at: at(30), jitter: 1)
        #expect(plan.nextDue == at(33))
        #expect(plan.begin(at: at(33)) == [[.montevideo]])
        finish(&plan, failure, at: 34, jitter: 1)
        #expect(plan.entries[.montevideo]?.failures == 1, "cancelled fetches do not count")
    }

    @Test func cancelledBatchIsRestartedForRemainingPlaces() {
        let favourites = (0..<4).compactMap { Coordinate(latitude: Double($0), longitude: 10) }
        var plan = RefreshPlan<Instant>(
            policy: RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(batch: 10)))
        plan.update(
            current: nil, favourites: favourites,
            places: Dictionary(uniqueKeysWithValues: favourites.map { ($0, nil) }), at: at(0), jitter: 0.5)
        #expect(plan.begin(at: at(0)) == [favourites])
        plan.abandon(favourites, unanswered: Set(favourites.suffix(2)), at: at(2), jitter: 0)
        #expect(plan.nextDue == at(2))
        #expect(plan.begin(at: at(2)) == [Array(favourites.suffix(2))])
    }
}
