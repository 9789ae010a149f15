import Scratch
import Testing
import Weather

@testable import Location

// Fixes of a wrong clock, and a service that failed before a restart.
extension LocationPolicyTests {
    private static let day = 86_400

    /// The clock was 40 days ahead.
    @Test func addressFoundAheadIsAskedAgain() {
        var policy = policy([.ip], kept: [Self.fix(.ip, at: 40 * Self.day)], current: Self.fix(.ip, at: 40 * Self.day))
        #expect(steps(&policy, at: 0) == [.begin(.ip)])
        #expect(policy.current?.coordinate == .oslo, "weather for the last place is better than none")
    }

    /// A fix of this run keeps its age, so the service is not queried early and the fix is not kept for weeks.
    @Test(arguments: [-40 * 86_400, 40 * 86_400])
    func fixFollowsTheClock(step: Int) {
        var policy = policy([.ip])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.ip), at: 0)
        policy.followClock(by: step, at: Self.at(10), now: Self.time(10 + step))
        #expect(policy.fixes[.ip]?.time == Self.time(step))
        #expect(policy.nextDue(at: Self.at(10), now: Self.time(10 + step)) == Self.at(6 * 3600))
    }

    /// A boot with a clock that is three days behind, and its correction.
    @Test func oldFixIsAskedForAfterTheCorrection() {
        var policy = policy([.ip], kept: [Self.fix(.ip, at: -3600)], current: Self.fix(.ip, at: -3600))
        #expect(steps(&policy, at: 0) == [])
        policy.followClock(by: 3 * Self.day, at: Self.at(10), now: Self.time(10 + 3 * Self.day))
        #expect(policy.steps(at: Self.at(10), now: Self.time(10 + 3 * Self.day)) == [.begin(.ip)])
    }

    @Test func delayOfTheServiceSurvivesARestart() {
        let failure = LocationFailure.network(.rateLimited(host: "x", reason: nil, retryAfter: 3600))
        var policy = LocationPolicy(
            sources: [.ip], kept: [:], current: nil, failed: (failure, .seconds(3600)), isActive: true, at: Self.at(0),
            now: Self.time(0))
        #expect(steps(&policy, at: 0) == [])
        #expect(policy.failures == [.ip: failure])
        policy.ask(at: Self.at(60), now: Self.time(60))
        policy.adopt([.ip], at: Self.at(70))
        #expect(steps(&policy, at: 80) == [])
        var other = policy
        other.adopt([.ip], isOtherService: true, at: Self.at(90))
        #expect(steps(&other, at: 90) == [.begin(.ip)])
        #expect(steps(&policy, at: 3600) == [.begin(.ip)])
    }
}
