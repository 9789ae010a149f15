import Refreshing
import Testing
import Weather

struct RefreshPolicyTests {
    private let policy = RefreshPolicy(interval: .seconds(900))

    @Test func theIntervalIsNeverBelowTheFloor() {
        #expect(RefreshPolicy(interval: .seconds(1)).interval == .seconds(600))
        #expect(RefreshPolicy(interval: .seconds(600)).delayAfterSuccess(jitter: 0) == .seconds(600))
    }

    @Test(arguments: [(0.0, 810), (0.5, 900), (1.0, 990)])
    func aSuccessIsFollowedByTheIntervalGiveOrTakeATenth(jitter: Double, seconds: Int) {
        let delay = policy.delayAfterSuccess(jitter: jitter)
        #expect(abs(delay / .seconds(1) - Double(seconds)) < 0.001)
    }

    @Test func retriesGrowFromSecondsToFiveMinutes() {
        let delays = (1...9).map { policy.delayAfterFailure(.hostNotFound(host: ""), failures: $0, jitter: 1) }
        #expect(delays == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        #expect(policy.delayAfterFailure(.hostNotFound(host: ""), failures: .max, jitter: 1) == .seconds(300))
        #expect(policy.delayAfterFailure(.hostNotFound(host: ""), failures: 1, jitter: 0) == .seconds(4))
    }

    @Test(arguments: [
        FetchFailure.refused(host: "", status: 400, reason: nil),
        .rateLimited(host: "", reason: nil, retryAfter: nil), .rateLimited(host: "", reason: nil, retryAfter: 5),
    ])
    func whatWasRefusedIsNotAskedAgainSoon(failure: FetchFailure) {
        #expect(policy.delayAfterFailure(failure, failures: 1, jitter: 0) >= .seconds(240))
    }

    @Test(arguments: [0.0, 0.3, 1.0])
    func retryAfterIsNeverCutShort(jitter: Double) {
        let failure = FetchFailure.serviceFailed(host: "", status: 503, reason: nil, retryAfter: 1000)
        let delay = policy.delayAfterFailure(failure, failures: 1, jitter: jitter)
        #expect(delay >= .seconds(1000) && delay <= .seconds(1101))
    }

    @Test func anAbsurdRetryAfterIsADay() {
        let failure = FetchFailure.rateLimited(host: "", reason: nil, retryAfter: .max)
        #expect(policy.delayAfterFailure(failure, failures: 1, jitter: 1) == .seconds(86_400))
    }
}
