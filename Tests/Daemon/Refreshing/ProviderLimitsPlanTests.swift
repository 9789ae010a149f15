import Scratch
import Testing
import Weather

@testable import Refreshing

/// The plan's obligations to providers: their freshness lifetimes, the full hour, and the daily limit.
struct ProviderLimitsPlanTests {
    typealias Instant = ManualClock.Instant

    private let policy = RefreshPolicy(interval: .seconds(900))

    private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

    /// The plan with Montevideo, whose report is new at 0 and fresh for this many seconds.
    private func plan(httpFreshness: Int?, hour: Int? = nil, jitter: Double = 0.5) -> RefreshPlan<Instant> {
        var plan = RefreshPlan<Instant>(policy: policy)
        plan.update(
            current: .montevideo, places: [.montevideo: .seconds(0)],
            lifetimes: httpFreshness.map { [.montevideo: .seconds($0)] } ?? [:], at: at(0), hour: hour.map(at),
            jitter: jitter)
        return plan
    }

    @Test func freshReportIsNotRequested() {
        var plan = plan(httpFreshness: 1800)
        #expect(plan.nextDue == at(1830), "not immediately at expiry")
        #expect(plan.refresh(.montevideo, at: at(1200)) == .tooSoon(at(1800)))
        #expect(plan.refresh(.montevideo, at: at(1800)) == .underWay)
    }

    @Test func shortFreshnessIsIgnored() {
        #expect(plan(httpFreshness: 60).nextDue == at(900))
        #expect(plan(httpFreshness: nil).nextDue == at(900))
    }

    @Test func droppedReportClearsFreshness() {
        var plan = plan(httpFreshness: 1800)
        plan.update(current: .montevideo, places: [.montevideo: .seconds(700)], at: at(700), jitter: 0.5)
        #expect(plan.refresh(.montevideo, at: at(700)) == .underWay)
    }

    /// The two minutes around the hour are skipped, and the other intervals are slightly shorter.
    @Test func refreshAvoidsFullHour() {
        #expect(plan(httpFreshness: nil, hour: 930).nextDue == at(990))
        #expect(plan(httpFreshness: nil, hour: 930 - 3600).nextDue == at(990), "any full hour")
        #expect(plan(httpFreshness: nil, hour: 1000).nextDue == at(870))
        #expect(plan(httpFreshness: nil, hour: 800).nextDue == at(990))
        #expect(plan(httpFreshness: nil, hour: 2000).nextDue == at(870))
        #expect(plan(httpFreshness: nil, hour: 0).nextDue == at(930), "the minute after the hour does not count")
    }

    @Test(arguments: stride(from: 0.0, through: 1, by: 0.125).map { $0 }, [nil, 900, 1800])
    func noRefreshIsPlannedAroundTheHour(jitter: Double, httpFreshness: Int?) {
        for hour in stride(from: 0, to: 3600, by: 11) {
            let due = Int(
                (plan(httpFreshness: httpFreshness, hour: hour, jitter: jitter).nextDue ?? at(0)).offset / .seconds(1))
            let past = ((due - hour) % 3600 + 3600) % 3600
            #expect((59...3540).contains(past), "\(past) s past the hour")
            if let httpFreshness { #expect(due >= httpFreshness) }
        }
    }

    /// If all answers expired on the hour, every client would send a request in the minute after.
    @Test func expiryAtTheHourIsSpreadOverTwelveMinutes() {
        let deadlines = [0.0, 0.5, 0.9].map { plan(httpFreshness: 1800, hour: 1800, jitter: $0).nextDue }
        #expect(deadlines == [at(1860), at(2220), at(2508)])
    }

    @Test func smallDailyBudgetLengthensInterval() {
        let policy = RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(placesADay: 50))
        #expect(policy.interval == .seconds(1920))
        let smallBudget = RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(placesADay: 3))
        #expect(smallBudget.interval == .seconds(3600))
        // Some of the budget is left for favourites.
        #expect(policy.favouritesInterval(count: 5) <= .seconds(86_400))
        #expect(
            RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(placesADay: 1000)).interval == .seconds(900))
    }

    /// The service responded over this route, so the service itself was down, for all users.
    @Test func returningServiceIsNotOverloaded() {
        var plan = plan(httpFreshness: nil)
        #expect(plan.begin(at: at(900)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [:], at: at(900), jitter: 0.5)
        let failure = FetchFailure.unreachable(host: "x", reason: "y")
        var now = 1800
        for wait in [5, 50, 450] {
            #expect(plan.begin(at: at(now)) == [[.montevideo]])
            plan.finish([.montevideo], failures: [.montevideo: failure], at: at(now), jitter: 1)
            plan.retry(at: at(now + 1))
            #expect(plan.nextDue == at(now + wait))
            now += wait
        }
        #expect(plan.begin(at: at(now)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [.montevideo: failure], at: at(now), jitter: 1)
        #expect(plan.refresh(.montevideo, at: at(now + 10)) == .underWay, "a client's request does not wait")
        // Another network, or failing DNS, is a different case.
        #expect(plan.begin(at: at(now + 10)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [.montevideo: .hostNotFound(host: "x")], at: at(now + 10), jitter: 1)
        plan.retry(at: at(now + 60))
        #expect(plan.nextDue == at(now + 60))
    }

    /// A router that has lost its uplink reports that, whatever was reachable before.
    @Test(arguments: ["there is no network", "there is no route to the host"])
    func lostRouteIsDoubtedUntilServiceAnswers(reason: String) {
        var plan = plan(httpFreshness: nil)
        let gone = FetchFailure.noRoute(host: "x", reason: reason)
        let silence = FetchFailure.timedOut(host: "x", seconds: 5)
        let answer = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil)
        var now = 900
        for (failure, isDoubtful) in [
            (nil, false), (silence, false), (gone, true), (silence, true), (answer, false), (silence, false),
        ] {
            #expect(plan.refresh(.montevideo, at: at(now)) == .underWay)
            #expect(plan.begin(at: at(now)) == [[.montevideo]])
            plan.finish([.montevideo], failures: failure.map { [.montevideo: $0] } ?? [:], at: at(now), jitter: 1)
            #expect(plan.suspects == (isDoubtful ? [.montevideo] : []), "\(String(describing: failure))")
            now += 900
        }
    }

    /// What came by the old network proves nothing about the new one.
    @Test func serviceIsDoubtedAfterNetworkReturn() {
        var plan = plan(httpFreshness: nil)
        let silence = FetchFailure.timedOut(host: "x", seconds: 5)
        for (second, isDoubtful) in [(900, false), (1800, true)] {
            #expect(plan.refresh(.montevideo, at: at(second)) == .underWay)
            #expect(plan.begin(at: at(second)) == [[.montevideo]])
            plan.finish(
                [.montevideo], failures: second == 900 ? [:] : [.montevideo: silence], at: at(second), jitter: 1)
            #expect(plan.suspects == (isDoubtful ? [.montevideo] : []))
            plan.hold()
            plan.release(at: at(second + 1), jitter: 0)
        }
    }

    @Test func reachableServiceIsRetriedWithoutResettingBackoff() {
        var plan = plan(httpFreshness: nil)
        let failure = FetchFailure.unreachable(host: "x", reason: "y")
        var now = 900
        for _ in 0..<8 {
            #expect(plan.begin(at: at(now)) == [[.montevideo]])
            plan.finish([.montevideo], failures: [.montevideo: failure], at: at(now), jitter: 0.5)
            now = Int((plan.nextDue ?? at(0)).offset / .seconds(1)) + 1
        }
        let failed = now
        #expect(plan.begin(at: at(failed)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [.montevideo: failure], at: at(failed), jitter: 0.5)
        plan.retry(at: at(failed + 60))
        #expect(plan.begin(at: at(failed + 60)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [.montevideo: failure], at: at(failed + 60), jitter: 0.5)
        #expect(plan.nextDue ?? at(0) >= at(failed + 60 + 240))
        let rateLimit = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 7200)
        #expect(plan.refresh(.montevideo, at: at(failed + 70)) == .underWay)
        #expect(plan.begin(at: at(failed + 70)) == [[.montevideo]])
        plan.finish([.montevideo], failures: [.montevideo: rateLimit], at: at(failed + 70), jitter: 0)
        plan.retry(at: at(failed + 80))
        #expect(plan.begin(at: at(failed + 80)) == [], "Retry-After is observed")
    }
}
