import Scratch
import Testing
import Weather

@testable import Refreshing

struct ListBackoffTests {
    private let policy = RefreshPolicy(interval: .seconds(900))
    private let failure = FetchFailure.serviceFailed(host: "x", status: 502, reason: nil, retryAfter: nil)

    private func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }

    private func failed(length: Int) -> ListBackoff<ManualClock.Instant> {
        var lists = ListBackoff<ManualClock.Instant>()
        lists.fail(length: length, failure: failure, policy: policy, at: at(0), jitter: 1)
        return lists
    }

    @Test func listsAreSuspectForADay() {
        #expect(failed(length: 60).isSuspect(at: at(86_399)))
        #expect(!failed(length: 60).isSuspect(at: at(86_400)))
        #expect(!failed(length: 1).isSuspect(at: at(0)), "a single place is no list")
    }

    @Test func successEndsTheDelay() {
        var lists = failed(length: 60)
        #expect(lists.retry == at(5))
        lists.succeed(length: 30, isLast: false)
        #expect(lists.retry == nil)
        #expect(lists.longest == 30, "another list waits")
    }

    /// A scheduled list is never urgent: after 5 s, the next delay is 50 s.
    @Test func secondFailureIsRetriedLate() {
        var lists = failed(length: 60)
        lists.fail(length: 30, failure: failure, policy: policy, at: at(5), jitter: 1)
        #expect(lists.retry == at(55))
    }

    @Test func networkReturnResetsDelaysAndKeepsLength() {
        var lists = failed(length: 60)
        lists.resume()
        #expect(lists.retry == nil)
        #expect(lists.longest == 30)
        lists.fail(length: 30, failure: failure, policy: policy, at: at(100), jitter: 1)
        #expect(lists.retry == at(105), "as after a first failure")
    }

    @Test func successOfFullLengthEndsTheSuspicion() {
        var lists = failed(length: 60)
        lists.succeed(length: 30, isLast: true)
        #expect(lists.isSuspect(at: at(10)))
        lists.succeed(length: 60, isLast: true)
        #expect(!lists.isSuspect(at: at(10)))
    }

    /// The fetch has divided the list, so that the next is whole.
    @Test func refusedListIsNotShortened() {
        let policy = RefreshPolicy(interval: .seconds(900), limits: ProviderLimits(batch: 10))
        var plan = RefreshPlan<ManualClock.Instant>(policy: policy)
        plan.update(
            current: nil, favourites: [.montevideo, .oslo], places: [.montevideo: nil, .oslo: nil], at: at(0),
            jitter: 0.5)
        let list = plan.begin(at: at(0))
        #expect(list == [[.montevideo, .oslo]])
        let refusal = FetchFailure.refused(host: "x", status: 400, reason: nil)
        plan.finish(list[0], failures: [.montevideo: refusal, .oslo: refusal], at: at(1), jitter: 0.5)
        #expect(plan.lists.longest == nil && plan.lists.retry == nil)
        #expect(plan.begin(at: at(600)) == list)
    }
}
