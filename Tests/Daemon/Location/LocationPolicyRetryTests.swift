import Scratch
import Testing
import Weather

@testable import Location

// Confirmation of distant fixes, and retries of failed sources.
extension LocationPolicyTests {
    // MARK: addresses

    @Test func distantFixNeedsConfirmation() throws {
        let frankfurt = try #require(Self.frankfurt)
        var policy = policy([.ip])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.ip), at: 0)
        #expect(decide(&policy, at: 0)?.coordinate == .oslo, "the first fix is accepted immediately")
        #expect(due(policy, at: 0) == 6 * 3600)
        let later = 6 * 3600
        #expect(steps(&policy, at: later) == [.stop(.ip), .begin(.ip)])
        receive(&policy, Self.fix(.ip, frankfurt, at: later), at: later)
        guard case .unconfirmed(let distance) = policy.failures[.ip] else {
            Issue.record("\(policy.failures)")
            return
        }
        #expect((1_090_000...1_110_000).contains(distance))
        #expect(decide(&policy, at: later) == nil)
        policy.ask(at: Self.at(later + 60), now: Self.time(later + 60))
        #expect(due(policy, at: later + 60) == later + 600, "a request does not accelerate the confirmation")
        _ = steps(&policy, at: later + 600)
        let nearby = try #require(Coordinate(latitude: 50.4, longitude: 8.7))
        receive(&policy, Self.fix(.ip, nearby, at: later + 600), at: later + 600)
        #expect(policy.failures.isEmpty)
        #expect(decide(&policy, at: later + 600)?.coordinate == nearby)
    }

    @Test(arguments: [
        (current: LocationSource.ip, kept: 100_000), (.geoClue, 100_000), (.ip, 7 * 3600), (.timeZone, 100_000),
    ])
    func distantFixNeedsConfirmationAfterRestart(current: LocationSource, kept: Int) throws {
        let frankfurt = try #require(Self.frankfurt)
        var policy = policy([.ip], kept: [Self.fix(.ip, at: -kept)], current: Self.fix(current, at: -kept))
        #expect(steps(&policy, at: 0) == [.begin(.ip)])
        receive(&policy, Self.fix(.ip, frankfurt), at: 0)
        _ = decide(&policy, at: 0)
        #expect(policy.current?.coordinate == (current.isApproximate ? frankfurt : .oslo))
        #expect(policy.failures.isEmpty == current.isApproximate)
        _ = steps(&policy, at: 600)
        receive(&policy, Self.fix(.ip, frankfurt, at: 600), at: 600)
        _ = decide(&policy, at: 600)
        #expect(policy.current?.coordinate == frankfurt)
        #expect(policy.failures.isEmpty)
    }

    @Test func returnedFixClearsFailure() throws {
        let frankfurt = try #require(Self.frankfurt)
        var policy = policy([.ip], kept: [Self.fix(.ip, at: -7 * 3600)])
        _ = decide(&policy, at: 0)
        for (second, coordinate) in [(0, frankfurt), (600, .oslo), (22_200, frankfurt)] {
            _ = steps(&policy, at: second)
            receive(&policy, Self.fix(.ip, coordinate, at: second), at: second)
            #expect((policy.failures[.ip] == nil) == (coordinate == .oslo))
        }
        #expect(due(policy, at: 22_200) == 22_800, "counted from the last unconfirmed move")
    }

    @Test func distantFixAfterTimeZoneIsAccepted() throws {
        let frankfurt = try #require(Self.frankfurt)
        var policy = policy([.ip, .timeZone])
        _ = steps(&policy, at: 0)
        fail(&policy, .ip, .unknownAddress, at: 0)
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.timeZone), at: 0)
        #expect(decide(&policy, at: 0)?.source == .timeZone)
        _ = steps(&policy, at: 60)
        receive(&policy, Self.fix(.ip, frankfurt, at: 60), at: 60)
        #expect(decide(&policy, at: 60)?.coordinate == frankfurt)
    }

    @Test func ipLocationIsRequestedEverySixHoursAtMost() {
        var policy = policy([.ip], kept: [Self.fix(.ip, at: -3600)])
        #expect(steps(&policy, at: 0).isEmpty)
        #expect(decide(&policy, at: 0) != nil)
        for second in stride(from: 0, to: 5 * 3600, by: 600) {
            policy.ask(at: Self.at(second), now: Self.time(second))
            #expect(steps(&policy, at: second).isEmpty)
        }
        policy.setActive(false)
        _ = steps(&policy, at: 17_000)
        policy.setActive(true)
        #expect(steps(&policy, at: 17_001).isEmpty)
        #expect(steps(&policy, at: 5 * 3600) == [.begin(.ip)])
    }

    @Test func retryAfterIsObserved() {
        var policy = policy([.ip])
        _ = steps(&policy, at: 0)
        fail(&policy, .ip, .network(.rateLimited(host: "x", reason: nil, retryAfter: 7200)), at: 0)
        policy.ask(at: Self.at(100), now: Self.time(100))
        #expect(due(policy, at: 100) == 7200)
    }

    // MARK: retries

    @Test func backoffGrowsFromAMinuteToAnHour() {
        var policy = policy([.geoClue])
        var second = 0
        var pauses: [Int] = []
        for _ in 1...9 {
            #expect(steps(&policy, at: second) == [.begin(.geoClue)])
            fail(&policy, .geoClue, .refused(reason: "no agent"), at: second)
            policy.finish(.geoClue, at: Self.at(second), now: Self.time(second))
            let next = due(policy, at: second) ?? 0
            pauses.append(next - second)
            second = next
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    }

    @Test func userRequestResetsBackoffOncePerMinute() {
        var policy = policy([.geoClue])
        for second in [0, 60, 180] {
            _ = steps(&policy, at: second)
            fail(&policy, .geoClue, .notInstalled, at: second)
        }
        #expect(due(policy, at: 180) == 420)
        policy.ask(at: Self.at(200), now: Self.time(200))
        #expect(due(policy, at: 200) == 240)
        _ = steps(&policy, at: 240)
        fail(&policy, .geoClue, .notInstalled, at: 240)
        policy.ask(at: Self.at(250), now: Self.time(250))
        #expect(due(policy, at: 250) == 300)
        #expect(policy.failures == [.geoClue: .notInstalled], "it is reported until it is resolved")
    }

    @Test func returnedServiceIsTriedAgain() {
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 1)
        fail(&policy, .geoClue, .ended, at: 1000)
        policy.recover(.geoClue, at: Self.at(1002))
        policy.finish(.geoClue, at: Self.at(1002), now: Self.time(1002))
        #expect(steps(&policy, at: 1002) == [.begin(.geoClue)])
        fail(&policy, .geoClue, .ended, at: 1003)
        policy.recover(.geoClue, at: Self.at(1003))
        #expect(due(policy, at: 1003) == 1062, "a flapping service is queried once a minute")
    }

    @Test func hangingSearchIsRestarted() {
        var policy = policy([.geoClue])
        for second in [0, 3, 10] { _ = steps(&policy, at: second) }
        #expect(steps(&policy, at: 70) == [.stop(.geoClue), .begin(.geoClue)])
        #expect(policy.failures == [.geoClue: .timedOut(seconds: 10)])
        #expect(due(policy, at: 70) == 80)
    }

    @Test func retryDoesNotInterruptNextSource() {
        var policy = policy([.geoClue, .timeZone])
        _ = steps(&policy, at: 0)
        fail(&policy, .geoClue, .refused(reason: "no agent"), at: 0)
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.timeZone), at: 0)
        policy.finish(.geoClue, at: Self.at(0), now: Self.time(0))
        policy.finish(.timeZone, at: Self.at(0), now: Self.time(0))
        #expect(steps(&policy, at: 60) == [.begin(.geoClue)])
    }

    @Test func userRequestReadsTimeZoneAgain() {
        var policy = policy([.timeZone])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.timeZone), at: 0)
        policy.finish(.timeZone, at: Self.at(0), now: Self.time(0))
        policy.ask(at: Self.at(100), now: Self.time(100))
        #expect(steps(&policy, at: 100) == [.begin(.timeZone)])
        receive(&policy, Self.fix(.timeZone, .montevideo, at: 100), at: 100)
        #expect(decide(&policy, at: 100)?.coordinate == .montevideo)
    }

    @Test func reloadRetriesAllSources() {
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        fail(&policy, .geoClue, .refused(reason: "no agent"), at: 0)
        policy.finish(.geoClue, at: Self.at(0), now: Self.time(0))
        policy.adopt([.geoClue, .timeZone], at: Self.at(5))
        #expect(steps(&policy, at: 5) == [.begin(.geoClue), .begin(.timeZone)])
        policy.adopt([.timeZone], at: Self.at(6))
        #expect(steps(&policy, at: 6) == [.stop(.geoClue)])
        #expect(policy.failures.isEmpty)
    }

    @Test func manualLocationStopsLookups() {
        var policy = policy([.geoClue, .timeZone])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 0)
        _ = decide(&policy, at: 0)
        policy.setActive(false)
        #expect(steps(&policy, at: 1) == [.stop(.geoClue)])
        policy.ask(at: Self.at(2), now: Self.time(2))
        #expect(steps(&policy, at: 2).isEmpty && due(policy, at: 2) == nil && decide(&policy, at: 2) == nil)
        policy.setActive(true)
        #expect(steps(&policy, at: 3) == [.begin(.geoClue)])
        #expect(decide(&policy, at: 3) == nil && policy.current?.coordinate == .oslo, "the last place is still stored")
        receive(&policy, Self.fix(.geoClue, .montevideo, at: 4), at: 4)
        #expect(decide(&policy, at: 4)?.coordinate == .montevideo)
    }
}
