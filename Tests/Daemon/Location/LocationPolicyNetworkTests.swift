import Scratch
import Testing
import Weather

@testable import Location

/// IP location needs a network, which may disappear, return and change.
struct LocationPolicyNetworkTests {
    typealias Policy = LocationPolicy<ManualClock.Instant>

    private let start = UnixTime(1_763_740_000)

    private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }
    private func time(_ seconds: Int) -> UnixTime { start.advanced(by: seconds) }

    private func policy(_ sources: [LocationSource], hasNetwork: Bool) -> Policy {
        var policy = Policy(sources: sources, kept: [:], current: nil, isActive: true, at: at(0), now: time(0))
        policy.setNetwork(hasNetwork, isElsewhere: false, at: at(0), delay: .zero)
        return policy
    }

    private func set(
        _ policy: inout Policy, _ hasNetwork: Bool, isElsewhere: Bool = false, at seconds: Int, delay: Int = 0
    ) {
        policy.setNetwork(hasNetwork, isElsewhere: isElsewhere, at: at(seconds), delay: .seconds(delay))
    }

    /// The service locates the address.
    private func find(_ policy: inout Policy, at seconds: Int) {
        policy.receive(
            LocationFix(coordinate: .oslo, time: time(seconds), source: .ip), at: at(seconds), now: time(seconds))
        policy.finish(.ip, at: at(seconds), now: time(seconds))
    }

    private func steps(_ policy: inout Policy, at seconds: Int) -> [Policy.Step] {
        policy.steps(at: at(seconds), now: time(seconds))
    }

    private func due(_ policy: Policy, at seconds: Int) -> Int? {
        policy.nextDue(at: at(seconds), now: time(seconds)).map { Int($0.offset.components.seconds) }
    }

    @Test func withoutNetworkNextSourceIsUsed() {
        var policy = policy([.ip, .timeZone], hasNetwork: false)
        #expect(steps(&policy, at: 0) == [.begin(.timeZone)])
        #expect(policy.failures == [.ip: .network(.noNetwork)])
        policy.receive(LocationFix(coordinate: .oslo, time: time(0), source: .timeZone), at: at(0), now: time(0))
        policy.ask(at: at(100), now: time(100))
        #expect(!steps(&policy, at: 100).contains(.begin(.ip)), "nor when a client views the weather")
        policy.receive(LocationFix(coordinate: .oslo, time: time(100), source: .timeZone), at: at(100), now: time(100))
        #expect(due(policy, at: 100).map { $0 > 100 } ?? true, "no timer is armed")
        set(&policy, true, at: 200, delay: 2)
        #expect(due(policy, at: 200) == 202)
        #expect(steps(&policy, at: 202).contains(.begin(.ip)))
    }

    @Test func onlyNetworkChangeTriggersLookup() {
        var policy = policy([.ip], hasNetwork: true)
        #expect(steps(&policy, at: 0) == [.begin(.ip)])
        find(&policy, at: 1)
        let regular = due(policy, at: 1)
        for second in 10..<60 {
            set(&policy, false, at: second)
            set(&policy, true, at: second)
        }
        #expect(due(policy, at: 60) == regular)
        set(&policy, true, isElsewhere: true, at: 100, delay: 3)
        #expect(due(policy, at: 100) == 103)
        #expect(steps(&policy, at: 103) == [.begin(.ip)])
        // The network may change every second; requests are limited to one a minute.
        set(&policy, true, isElsewhere: true, at: 104)
        #expect(due(policy, at: 104) == 106, "the end of the running search's head start")
        find(&policy, at: 104)
        set(&policy, true, isElsewhere: true, at: 105)
        #expect(due(policy, at: 105) == 163)
    }

    @Test func fixIsKeptWithoutNetwork() {
        var policy = policy([.ip], hasNetwork: true)
        _ = steps(&policy, at: 0)
        find(&policy, at: 1)
        #expect(policy.decide(at: at(1), now: time(1)) != nil)
        set(&policy, false, at: 10)
        #expect(steps(&policy, at: 30_000) == [], "it would be due again by now")
        #expect(policy.failures.isEmpty)
        #expect(policy.current?.coordinate == .oslo)
        set(&policy, true, at: 40_000, delay: 1)
        #expect(steps(&policy, at: 40_001) == [.begin(.ip)])
    }

    @Test func retryAfterHoldsAcrossNetworks() {
        var policy = policy([.ip], hasNetwork: true)
        _ = steps(&policy, at: 0)
        policy.fail(
            .ip, .network(.rateLimited(host: "x", reason: nil, retryAfter: 5000)), at: at(1), now: time(1))
        set(&policy, true, isElsewhere: true, at: 100)
        #expect(due(policy, at: 100) == 5001)
    }
}
