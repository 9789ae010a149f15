import Refreshing
import Testing
import Weather

struct RefreshPolicyTests {
    private let policy = RefreshPolicy(interval: .seconds(900))

    @Test func intervalIsAtLeastMinimum() {
        #expect(RefreshPolicy(interval: .seconds(1)).interval == .seconds(600))
        #expect(RefreshPolicy(interval: .seconds(600)).delayAfterSuccess(jitter: 0) == .seconds(600))
    }

    @Test(arguments: [(0.0, 810), (0.5, 900), (1.0, 990)])
    func successIsFollowedByIntervalWithTenPercentJitter(jitter: Double, seconds: Int) {
        let delay = policy.delayAfterSuccess(jitter: jitter)
        #expect(abs(delay / .seconds(1) - Double(seconds)) < 0.001)
    }

    /// Whenever in the hour the last success was, the next fetch is outside the two minutes around the hour, and no
    /// weather becomes older than 18 minutes.
    @Test(arguments: stride(from: 0.0, through: 1, by: 0.0625).map { $0 })
    func minutesAroundTheHourAreSkipped(jitter: Double) {
        for second in stride(from: -3600.0, to: 3600, by: 7) {
            let delay = policy.delayAfterSuccess(at: .seconds(second), jitter: jitter) / .seconds(1)
            #expect((783...1077.001).contains(delay))
            let past = (second + delay + 7200).truncatingRemainder(dividingBy: 3600)
            #expect((59.999...3540.001).contains(past), "\(past) s past the hour")
        }
    }

    /// Clients keep their order and distance, so that there is no peak on either side of the hour.
    @Test func hourAvoidanceKeepsSchedulesDistinct() {
        let deadlines = stride(from: -1500.0, through: 0, by: 1).map { second in
            second + policy.delayAfterSuccess(at: .seconds(second), jitter: 0.5) / .seconds(1)
        }.filter { $0 > -700 && $0 < 800 }
        for (due, next) in zip(deadlines, deadlines.dropFirst()) where next < -60 || due > 60.5 {
            #expect(abs(next - due - 1) < 0.001)
        }
    }

    @Test func longIntervalSkipsSeveralHours() {
        let policy = RefreshPolicy(interval: .seconds(7200))
        #expect(policy.delayAfterSuccess(at: .seconds(600), jitter: 0.5) == .seconds(7200))
    }

    /// Reports that are fetched a few times a day must not be retried every few minutes.
    @Test func leastRetryDelaysEveryFailure() {
        let policy = RefreshPolicy(interval: .seconds(21_600), leastRetry: .seconds(3600))
        let failures: [FetchFailure] = [
            .hostNotFound(host: ""), .refused(host: "", status: 400, reason: nil),
            .serviceFailed(host: "", status: 503, reason: nil, retryAfter: 5),
        ]
        for failure in failures {
            for count in 1...4 {
                #expect(policy.delayAfterFailure(failure, failures: count, jitter: 1) >= .seconds(3600))
            }
        }
    }

    @Test func backoffGrowsFromSecondsToHalfTheInterval() {
        let delays = (1...10).map { policy.delayAfterFailure(.hostNotFound(host: ""), failures: $0, jitter: 1) }
        #expect(delays == [5, 10, 20, 40, 80, 160, 320, 450, 450, 450].map { .seconds($0) })
        #expect(policy.delayAfterFailure(.hostNotFound(host: ""), failures: .max, jitter: 1) == .seconds(450))
        #expect(policy.delayAfterFailure(.hostNotFound(host: ""), failures: 1, jitter: 0) == .seconds(4))
    }

    /// In 15 minutes, in which every client has its turn, this is at most three attempts each.
    @Test func freshReportLengthensBackoff() {
        let failure = FetchFailure.serviceFailed(host: "", status: 503, reason: nil, retryAfter: nil)
        let delays = (1...5).map { policy.delayAfterFailure(failure, failures: $0, isUrgent: false, jitter: 1) }
        #expect(delays == [5, 50, 450, 450, 450].map { .seconds($0) })
    }

    @Test(arguments: [
        FetchFailure.refused(host: "", status: 400, reason: nil),
        .rateLimited(host: "", reason: nil, retryAfter: nil), .rateLimited(host: "", reason: nil, retryAfter: 5),
    ])
    func rejectedRequestIsRetriedLate(failure: FetchFailure) {
        #expect(policy.delayAfterFailure(failure, failures: 1, jitter: 0) >= .seconds(240))
    }

    /// With a tenth of jitter, as after a success.
    @Test(arguments: [(0.0, 5.4), (0.5, 6), (1.0, 6.6)])
    func uncoveredPlaceIsRetriedAfterSixHours(jitter: Double, hours: Double) {
        let delay = policy.delayAfterFailure(.notCovered(host: "", reason: nil), failures: 1, jitter: jitter)
        #expect(abs(delay / .seconds(3600) - hours) < 0.001)
    }

    @Test(arguments: [0.0, 0.3, 1.0])
    func retryAfterIsNeverShortened(jitter: Double) {
        let failure = FetchFailure.serviceFailed(host: "", status: 503, reason: nil, retryAfter: 1000)
        let delay = policy.delayAfterFailure(failure, failures: 1, jitter: jitter)
        #expect(delay >= .seconds(1000) && delay <= .seconds(1101))
    }

    @Test func absurdRetryAfterIsLimitedToADay() {
        let failure = FetchFailure.rateLimited(host: "", reason: nil, retryAfter: .max)
        #expect(policy.delayAfterFailure(failure, failures: 1, jitter: 1) == .seconds(86_400))
    }
}
