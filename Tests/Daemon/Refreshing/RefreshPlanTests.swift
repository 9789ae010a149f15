import Scratch
import Testing
import Weather

@testable import Refreshing

struct RefreshPlanTests {
    typealias Instant = ManualClock.Instant

    private var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(900)))
    private let failure = FetchFailure.unreachable(host: "x", reason: "y")

    private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

    /// The plan with Montevideo as the current place, its report `age` seconds old; nil for none.
    private func plan(age: Int?) -> RefreshPlan<Instant> {
        var plan = plan
        plan.update(current: .montevideo, places: [.montevideo: age.map { .seconds($0) }], at: at(0), jitter: 0.5)
        return plan
    }

    @Test func missingReportIsFetchedImmediately() {
        var plan = plan(age: nil)
        #expect(plan.begin(at: at(0)) == [[.montevideo]])
        #expect(plan.begin(at: at(0)) == [], "one fetch at a time")
    }

    /// A place on the way needs no normals.
    @Test(arguments: [(0.0, 3600), (0.5, 7200), (1.0, 10_800)])
    func placeSettlesBeforeItsFirstReport(jitter: Double, seconds: Int) {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(86_400), settling: .seconds(3600)))
        plan.update(current: .montevideo, places: [.montevideo: nil], at: at(0), jitter: jitter)
        #expect(plan.begin(at: at(seconds - 1)) == [])
        plan.update(current: .montevideo, places: [.montevideo: nil], at: at(1800), jitter: 1 - jitter)
        #expect(plan.nextDue == at(seconds))
        #expect(plan.begin(at: at(seconds)) == [[.montevideo]])
    }

    @Test func placeThatWasLeftSettlesAgain() {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(86_400), settling: .seconds(3600)))
        let places: [Coordinate: Duration?] = [.montevideo: nil, .oslo: nil]
        plan.update(current: .montevideo, places: places, at: at(0), jitter: 0)
        plan.update(current: .oslo, places: places, at: at(3000), jitter: 0)
        plan.update(current: .montevideo, places: places, at: at(3500), jitter: 0)
        #expect(plan.nextDue == at(7100))
    }

    /// For any lifetime that the service sends, at any minute of the hour.
    @Test(arguments: [0, 0.5, 1])
    func longestLifetimeEndsWithinAnHour(jitter: Double) {
        for second in stride(from: 0, to: 3600, by: 20) {
            var plan = plan
            plan.update(
                current: .montevideo, places: [.montevideo: .zero],
                lifetimes: [.montevideo: .seconds(HTTPFreshness.longest)], at: at(0), hour: at(second), jitter: jitter)
            let due = plan.nextDue.map { at(0).duration(to: $0) }
            #expect(due.map { $0 <= .seconds(3600) } == true, "\(String(describing: due)) at \(second)")
        }
    }

    @Test func placeWaitsForItsProviders() {
        var plan = plan
        plan.update(
            current: .montevideo, places: [.montevideo: nil], waits: [.montevideo: .seconds(450)], at: at(0), jitter: 0)
        #expect(plan.begin(at: at(0)) == [])
        #expect(plan.refresh(.montevideo, at: at(10)) == .tooSoon(at(450)))
        plan.release(at: at(20), jitter: 0)
        #expect(plan.begin(at: at(20)) == [], "another route changes nothing")
        #expect(plan.begin(at: at(450)) == [[.montevideo]])
    }

    @Test func cachedReportIsKeptUntilIntervalEnds() {
        var plan = plan(age: 300)
        #expect(plan.begin(at: at(0)) == [])
        #expect(plan.nextDue == at(600))
        #expect(plan.begin(at: at(600)) == [[.montevideo]])
    }

    @Test func oldCachedReportIsFetchedImmediately() {
        var plan = plan(age: 100_000)
        #expect(plan.begin(at: at(0)) == [[.montevideo]])
    }

    @Test func requestDoesNotBypassMinimumInterval() {
        var plan = plan(age: 300)
        #expect(plan.refresh(.montevideo, at: at(0)) == .tooSoon(at(300)))
        #expect(plan.begin(at: at(0)) == [])
        #expect(plan.refresh(.montevideo, at: at(300)) == .underWay)
        #expect(plan.begin(at: at(300)) == [[.montevideo]])
        #expect(plan.refresh(.montevideo, at: at(301)) == .underWay)
        plan.finish(.montevideo, failure: nil, at: at(302), jitter: 0.5)
        #expect(plan.refresh(.montevideo, at: at(303)) == .tooSoon(at(902)))
        #expect(plan.refresh(.oslo, at: at(303)) == .unknownPlace)
    }

    @Test func failureIsRetriedWithBackoffAndSoonerOnRequest() {
        var plan = plan(age: nil)
        for (number, delay) in [5, 10, 20, 40].enumerated() {
            let now = at(number * 1000)
            #expect(plan.begin(at: now) == [[.montevideo]])
            plan.finish(.montevideo, failure: failure, at: now, jitter: 1)
            #expect(plan.nextDue == now.advanced(by: .seconds(delay)))
        }
        #expect(plan.refresh(.montevideo, at: at(3001)) == .tooSoon(at(3005)))
        #expect(plan.refresh(.montevideo, at: at(3005)) == .underWay)
    }

    /// An hour after the last report, it is no longer good enough, and the second retry follows sooner.
    @Test(arguments: [(3599, 50), (3600, 10)])
    func retriesAreFrequentWithoutRecentReport(age: Int, delay: Int) {
        var plan = plan(age: 0)
        for second in [900, age] {
            #expect(plan.begin(at: at(second)) == [[.montevideo]])
            plan.finish(.montevideo, failure: failure, at: at(second), jitter: 1)
        }
        #expect(plan.nextDue == at(age + delay))
    }

    @Test func retryAfterAppliesToRequests() {
        var plan = plan(age: nil)
        _ = plan.begin(at: at(0))
        let limited = FetchFailure.rateLimited(host: "", reason: nil, retryAfter: 1000)
        plan.finish(.montevideo, failure: limited, at: at(0), jitter: 0)
        #expect(plan.refresh(.montevideo, at: at(999)) == .tooSoon(at(1000)))
        #expect(plan.nextDue == at(1000))
    }

    @Test func otherPlacesAreFetchedOnlyOnRequest() {
        var plan = plan
        plan.update(current: nil, places: [.oslo: nil], at: at(0), jitter: 0.5)
        #expect(plan.nextDue == nil)
        plan.request(.oslo, at: at(0), jitter: 0.5)
        #expect(plan.begin(at: at(0)) == [[.oslo]])
        plan.finish(.oslo, failure: nil, at: at(1), jitter: 0.5)
        #expect(plan.nextDue == nil)
        plan.request(.oslo, at: at(100), jitter: 0.5)
        #expect(plan.nextDue == at(901), "not before the interval has ended")
    }

    @Test func readsOfFailingPlaceAreRateLimited() {
        var plan = plan
        plan.update(current: nil, places: [.oslo: nil], at: at(0), jitter: 0.5)
        var fetches = 0
        for second in 0..<600 {
            plan.request(.oslo, at: at(second), jitter: 1)
            for coordinate in plan.begin(at: at(second)).joined() {
                fetches += 1
                plan.finish(coordinate, failure: failure, at: at(second), jitter: 1)
            }
        }
        #expect(fetches == 7, "after 0, 5, 15, 35, 75, 155 and 315 seconds")
    }

    @Test func changedCurrentPlaceReplacesFormer() {
        var plan = plan(age: 0)
        plan.update(current: .oslo, places: [.montevideo: .zero, .oslo: nil], at: at(10), jitter: 0.5)
        #expect(plan.begin(at: at(10)) == [[.oslo]])
        #expect(plan.nextDue == nil)
        plan.update(current: .montevideo, places: [.montevideo: .zero, .oslo: nil], at: at(20), jitter: 0.5)
        #expect(plan.nextDue == at(900), "its report is still fresh")
    }

    @Test func evictedPlaceIsForgotten() {
        var plan = plan(age: 0)
        plan.update(current: nil, places: [:], at: at(0), jitter: 0.5)
        #expect(plan.nextDue == nil)
        #expect(plan.refresh(.montevideo, at: at(0)) == .unknownPlace)
    }

    @Test func shorterIntervalTakesEffectImmediately() {
        var plan = plan
        plan.adopt(RefreshPolicy(interval: .seconds(7200)), at: at(0), jitter: 0.5)
        plan.update(current: .montevideo, places: [.montevideo: .zero], at: at(0), jitter: 0.5)
        #expect(plan.nextDue == at(7200))
        plan.adopt(RefreshPolicy(interval: .seconds(900)), at: at(1000), jitter: 0.5)
        #expect(plan.begin(at: at(1000)) == [[.montevideo]])
    }

    @Test func reloadResetsBackoff() {
        var plan = plan(age: nil)
        _ = plan.begin(at: at(0))
        let limited = FetchFailure.rateLimited(host: "", reason: nil, retryAfter: 1000)
        plan.finish(.montevideo, failure: limited, at: at(0), jitter: 0)
        plan.resetBackoff(at: at(10))
        #expect(plan.begin(at: at(10)) == [[.montevideo]])
    }

    @Test func reloadDoesNotBypassMinimumInterval() {
        var plan = plan(age: 300)
        plan.resetBackoff(at: at(0))
        #expect(plan.nextDue == at(600))
    }

    @Test func droppedReportIsFetchedAgain() {
        var plan = plan(age: 0)
        plan.update(current: .montevideo, places: [.montevideo: nil], at: at(10), jitter: 0.5)
        #expect(plan.begin(at: at(10)) == [[.montevideo]])
    }

    @Test func awaitedPlaceIsFetchedAfterCurrentPlaceChanges() {
        var plan = plan(age: 700)
        #expect(plan.refresh(.montevideo, at: at(0)) == .underWay)
        plan.update(current: .oslo, places: [.montevideo: .seconds(700), .oslo: nil], at: at(0), jitter: 0.5)
        #expect(Set(plan.begin(at: at(0)).joined()) == [.oslo, .montevideo])
    }

    @Test func awaitedPlaceIsFetchedAfterReportIsDropped() {
        var plan = plan
        let places: [Coordinate: Duration?] = [.montevideo: .seconds(0), .oslo: .seconds(700)]
        plan.update(current: .montevideo, places: places, at: at(0), jitter: 0.5)
        #expect(plan.refresh(.oslo, at: at(0)) == .underWay)
        plan.update(current: .montevideo, places: [.montevideo: .seconds(0), .oslo: nil], at: at(0), jitter: 0.5)
        #expect(plan.begin(at: at(0)) == [[.oslo]])
    }

    @Test func fetchesAreLimitedAndCurrentPlaceIsFirst() {
        var plan = plan
        let others = (0..<6).map { Coordinate(latitude: Double($0), longitude: 0)! }
        var places: [Coordinate: Duration?] = [.montevideo: .seconds(0)]
        for other in others { places.updateValue(.seconds(2000), forKey: other) }
        plan.update(current: .montevideo, places: places, at: at(0), jitter: 0.5)
        for other in others { plan.request(other, at: at(0), jitter: 0.5) }
        let begun = plan.begin(at: at(900))
        #expect(begun.count == 4)
        #expect(begun.first == [.montevideo])
        #expect(plan.begin(at: at(900)) == [])
        #expect(plan.nextDue == nil, "no timer is needed while all are running")
        plan.finish(begun[1], failures: [:], at: at(901), jitter: 0.5)
        #expect(plan.begin(at: at(901)).count == 1)
    }

    /// Clients that wait for a refresh, or for the first report of a place, do not wait for others' fetches.
    @Test func awaitedPlacesHaveSlotsOfTheirOwn() {
        var plan = plan
        let others = (0..<12).map { Coordinate(latitude: Double($0), longitude: 0)! }
        var places: [Coordinate: Duration?] = [.montevideo: .seconds(700)]
        for other in others[..<6] { places.updateValue(.seconds(2000), forKey: other) }
        for other in others[6...] { places.updateValue(nil, forKey: other) }
        plan.update(current: .montevideo, places: places, at: at(0), jitter: 0.5)
        for other in others[..<6] { plan.request(other, at: at(0), jitter: 0.5) }
        #expect(plan.begin(at: at(0)).count == 4)
        #expect(plan.refresh(.montevideo, at: at(0)) == .underWay)
        #expect(plan.begin(at: at(0)) == [[.montevideo]])
        for other in others[6...] { plan.request(other, at: at(1), jitter: 0.5) }
        let begun = plan.begin(at: at(1))
        #expect(begun.count == 3 && begun.joined().allSatisfy(others[6...].contains), "eight at the most")
        #expect(plan.begin(at: at(1)) == [])
    }

    /// A client's place does not wait for a list of favourites, nor for its failures.
    @Test func awaitedPlaceIsInNoListWithOthers() {
        let policy = RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(batch: 10))
        var plan = RefreshPlan<Instant>(policy: policy)
        plan.update(
            current: .montevideo, favourites: [.oslo], places: [.montevideo: .seconds(2000), .oslo: .seconds(2000)],
            at: at(0), jitter: 0.5)
        #expect(plan.refresh(.montevideo, at: at(0)) == .underWay)
        #expect(plan.begin(at: at(0)) == [[.montevideo], [.oslo]])
    }

    @Test func clientWaitsForTheFirstReportOnly() {
        var plan = plan
        plan.update(current: nil, places: [.oslo: nil], at: at(0), jitter: 0.5)
        plan.request(.oslo, at: at(0), jitter: 0.5)
        #expect(plan.isAwaited(.oslo))
        _ = plan.begin(at: at(0))
        #expect(plan.isAwaited(.oslo))
        plan.finish(.oslo, failure: nil, at: at(1), jitter: 0.5)
        plan.request(.oslo, at: at(2000), jitter: 0.5)
        #expect(!plan.isAwaited(.oslo))
    }

    /// A scheduled fetch that a client begins to wait for.
    @Test func fetchUnderWayBecomesAwaited() {
        var plan = plan
        plan.update(current: .oslo, places: [.oslo: nil], at: at(0), jitter: 0.5)
        _ = plan.begin(at: at(0))
        #expect(!plan.isAwaited(.oslo))
        plan.request(.oslo, at: at(1), jitter: 0.5)
        #expect(plan.isAwaited(.oslo))
    }
}

extension RefreshPlan {
    /// Ends the fetch of one place.
    fileprivate mutating func finish(_ coordinate: Coordinate, failure: FetchFailure?, at now: Instant, jitter: Double)
    {
        finish([coordinate], failures: failure.map { [coordinate: $0] } ?? [:], at: now, jitter: jitter)
    }
}
