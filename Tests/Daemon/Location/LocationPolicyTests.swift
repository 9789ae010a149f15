import Scratch
import Testing
import Weather

@testable import Location

/// The policy alone, second by second.
struct LocationPolicyTests {
    typealias Policy = LocationPolicy<ManualClock.Instant>

    static let start = UnixTime(1_763_740_000)
    static let frankfurt = Coordinate(latitude: 50.1, longitude: 8.7)

    static func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }
    static func time(_ seconds: Int) -> UnixTime { start.advanced(by: seconds) }

    static func fix(
        _ source: LocationSource, _ coordinate: Coordinate = .oslo, at seconds: Int = 0
    ) -> LocationFix {
        LocationFix(coordinate: coordinate, time: time(seconds), source: source)
    }

    func policy(
        _ sources: [LocationSource], kept: [LocationFix] = [], current: LocationFix? = nil, isActive: Bool = true
    ) -> Policy {
        let kept = Dictionary(uniqueKeysWithValues: kept.map { ($0.source, $0) })
        return Policy(
            sources: sources, kept: kept, current: current, isActive: isActive, at: Self.at(0), now: Self.time(0))
    }

    static func coordinate(_ kilometres: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: 59.91 - kilometres / 111.2, longitude: 10.75))
    }

    func steps(_ policy: inout Policy, at seconds: Int) -> [Policy.Step] {
        policy.steps(at: Self.at(seconds), now: Self.time(seconds))
    }

    func due(_ policy: Policy, at seconds: Int) -> Int? {
        let due = policy.nextDue(at: Self.at(seconds), now: Self.time(seconds))
        return due.map { Int($0.offset.components.seconds) }
    }

    func decide(_ policy: inout Policy, at seconds: Int) -> LocationFix? {
        policy.decide(at: Self.at(seconds), now: Self.time(seconds))
    }

    func receive(_ policy: inout Policy, _ fix: LocationFix, at seconds: Int) {
        policy.receive(fix, at: Self.at(seconds), now: Self.time(seconds))
    }

    func fail(_ policy: inout Policy, _ source: LocationSource, _ failure: LocationFailure, at seconds: Int) {
        policy.fail(source, failure, at: Self.at(seconds), now: Self.time(seconds))
    }

    // MARK: order

    @Test func firstSourceHasHeadStartAndDeadline() {
        var policy = policy([.geoClue, .timeZone])
        #expect(steps(&policy, at: 0) == [.begin(.geoClue)])
        #expect(due(policy, at: 0) == 1)
        #expect(steps(&policy, at: 0).isEmpty)
        #expect(steps(&policy, at: 1) == [.begin(.timeZone)])
        receive(&policy, Self.fix(.timeZone, .montevideo, at: 3), at: 3)
        #expect(decide(&policy, at: 3)?.source == .timeZone)
        policy.finish(.timeZone, at: Self.at(3), now: Self.time(3))
        #expect(due(policy, at: 3) == 10)
        #expect(policy.failures.isEmpty)
        #expect(steps(&policy, at: 10).isEmpty)
        #expect(policy.failures == [.geoClue: .timedOut(seconds: 10)])
        #expect(due(policy, at: 10) == 70)
    }

    @Test(arguments: [
        (kept: [LocationFix](), current: LocationFix?.none, seconds: 1),
        ([fix(.geoClue, at: -90_000)], nil, 3),
        ([], fix(.geoClue, at: -90_000), 3),
    ])
    func withoutKnownLocationHeadStartIsShorter(kept: [LocationFix], current: LocationFix?, seconds: Int) {
        var policy = policy([.geoClue, .ip, .timeZone], kept: kept, current: current)
        #expect(steps(&policy, at: 0) == [.begin(.geoClue)])
        #expect(due(policy, at: 0) == seconds)
        #expect(steps(&policy, at: seconds) == [.begin(.ip)])
        receive(&policy, Self.fix(.ip, .montevideo, at: seconds), at: seconds)
        #expect(decide(&policy, at: seconds)?.source == .ip || current != nil)
        policy.finish(.ip, at: Self.at(seconds), now: Self.time(seconds))
        #expect(steps(&policy, at: seconds) == (current == nil ? [] : [.begin(.timeZone)]))
        #expect(steps(&policy, at: seconds + 1).isEmpty, "an existing fix does not extend the deadline")
    }

    @Test func answerAfterDeadlineIsAccepted() {
        var policy = policy([.geoClue, .timeZone])
        for second in [0, 1, 10] { _ = steps(&policy, at: second) }
        receive(&policy, Self.fix(.geoClue, at: 20), at: 20)
        #expect(decide(&policy, at: 20) == Self.fix(.geoClue, at: 20))
        #expect(steps(&policy, at: 20) == [.stop(.timeZone)], "it never answered, and is no longer needed")
        #expect(policy.failures.isEmpty)
        #expect(due(policy, at: 20) == nil, "GeoClue reports changes itself")
    }

    @Test func failureStartsNextSource() {
        var policy = policy([.geoClue, .ip, .timeZone])
        _ = steps(&policy, at: 0)
        fail(&policy, .geoClue, .refused(reason: "no agent"), at: 0)
        #expect(steps(&policy, at: 0) == [.begin(.ip)])
        receive(&policy, Self.fix(.ip), at: 1)
        #expect(decide(&policy, at: 1)?.source == .ip)
        #expect(steps(&policy, at: 1).isEmpty, "the time zone is not needed")
    }

    @Test func unneededSourceIsNotStarted() {
        var policy = policy([.timeZone, .geoClue, .ip])
        #expect(steps(&policy, at: 0) == [.begin(.timeZone)])
        receive(&policy, Self.fix(.timeZone), at: 0)
        policy.finish(.timeZone, at: Self.at(0), now: Self.time(0))
        #expect(steps(&policy, at: 0).isEmpty)
        #expect(due(policy, at: 0) == nil)
    }

    @Test func emptySourceListIsAccepted() {
        var policy = policy([])
        #expect(steps(&policy, at: 0).isEmpty)
        #expect(due(policy, at: 0) == nil && decide(&policy, at: 0) == nil)
    }

    // MARK: stored fixes

    @Test func cachedFixIsTrustedForADay() {
        var policy = policy([.geoClue, .timeZone], kept: [Self.fix(.geoClue, at: -3600)])
        #expect(steps(&policy, at: 0) == [.begin(.geoClue)])
        #expect(decide(&policy, at: 0) == Self.fix(.geoClue, at: -3600))
        fail(&policy, .geoClue, .refused(reason: "no agent"), at: 1)
        #expect(steps(&policy, at: 1).isEmpty)
        #expect(decide(&policy, at: 86_400 - 3601) == nil)
        let expiry = 86_400 - 3600
        _ = steps(&policy, at: expiry)
        #expect(steps(&policy, at: expiry).isEmpty)
        receive(&policy, Self.fix(.timeZone, .montevideo, at: expiry), at: expiry)
        #expect(decide(&policy, at: expiry)?.source == .timeZone)
    }

    @Test func oldCachedFixIsIgnored() {
        var policy = policy([.geoClue, .timeZone], kept: [Self.fix(.geoClue, at: -90_000)])
        #expect(decide(&policy, at: 0) == nil)
        _ = steps(&policy, at: 0)
        fail(&policy, .geoClue, .notInstalled, at: 0)
        #expect(steps(&policy, at: 0) == [.begin(.timeZone)])
    }

    @Test func workingSourceIsTrustedForADayAfterFailure() {
        var policy = policy([.geoClue, .timeZone])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 0)
        _ = decide(&policy, at: 0)
        let days = 3 * 86_400
        fail(&policy, .geoClue, .ended, at: days)
        policy.finish(.geoClue, at: Self.at(days), now: Self.time(days))
        #expect(steps(&policy, at: days).isEmpty)
        #expect(decide(&policy, at: days)?.coordinate == .oslo, "confirmed by the silence")
        #expect(steps(&policy, at: days + 86_400) == [.begin(.geoClue), .begin(.timeZone)])
    }

    @Test func timeZoneWithoutPlaceDropsOldFix() {
        var policy = policy([.timeZone], kept: [Self.fix(.timeZone, at: -60)])
        _ = steps(&policy, at: 0)
        fail(&policy, .timeZone, .noPlace(timeZone: "UTC"), at: 0)
        #expect(decide(&policy, at: 0) == nil)
        #expect(policy.fixes.isEmpty)
    }

    // MARK: a restart

    @Test(arguments: [
        (kilometres: 3.0, hours: 0, kept: 3600, reported: nil, moves: false),
        (3, 0, 100_000, nil, false), (3, 2, 100_000, 7200, false), (9.9, 0, 3600, nil, false),
        (10.1, 0, 3600, -3600, true), (300, 0, 3600, -3600, true), (300, 0, 100_000, nil, false),
    ])
    func lastPlaceSurvivesRestart(kilometres: Double, hours: Int, kept: Int, reported: Int?, moves: Bool) throws {
        let fix = Self.fix(.geoClue, try Self.coordinate(kilometres), at: -kept)
        var policy = policy([.geoClue], kept: [fix], current: Self.fix(.geoClue, at: -kept))
        #expect(policy.current?.coordinate == .oslo)
        _ = steps(&policy, at: 0)
        if hours > 0 {
            let second = hours * 3600
            receive(&policy, Self.fix(.geoClue, fix.coordinate, at: second), at: second)
        }
        let decided = decide(&policy, at: hours * 3600)
        #expect(decided?.time == reported.map(Self.time))
        #expect(decided == nil || decided?.coordinate == (moves ? fix.coordinate : .oslo))
        #expect(policy.current?.coordinate == (moves ? fix.coordinate : .oslo))
    }

    @Test func confirmedPlaceSurvivesTwoRestarts() throws {
        let nearby = try Self.coordinate(3)
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 0)
        _ = decide(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue, nearby, at: 3600), at: 3600)
        #expect(decide(&policy, at: 3600) == Self.fix(.geoClue, at: 3600))
        for _ in 1...2 {
            policy = self.policy([.geoClue], kept: Array(policy.fixes.values), current: policy.current)
            #expect(policy.fixes[.geoClue]?.coordinate == nearby)
            #expect(decide(&policy, at: 3700) == nil)
            #expect(policy.current == Self.fix(.geoClue, at: 3600))
        }
    }

    @Test(arguments: LocationSource.allCases)
    func withoutSourcesLastPlaceIsKept(source: LocationSource) {
        let week = 7 * 86_400
        let fix = Self.fix(source, at: -week)
        var policy = policy([.geoClue, .ip, .timeZone], kept: [fix], current: fix)
        for (second, next) in [(0, LocationSource.geoClue), (0, .ip), (0, .timeZone)] {
            #expect(steps(&policy, at: second) == [.begin(next)])
            fail(&policy, next, .failed(reason: "no network"), at: second)
        }
        for second in [0, 3600, week] {
            #expect(decide(&policy, at: second) == nil)
            #expect(policy.current == fix)
        }
    }

    @Test func otherSourceReplacesOldPlace() {
        var policy = policy([.geoClue, .timeZone], current: Self.fix(.geoClue, at: -90_000))
        #expect(decide(&policy, at: 0) == nil)
        _ = steps(&policy, at: 0)
        fail(&policy, .geoClue, .notInstalled, at: 0)
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.timeZone, .montevideo), at: 0)
        #expect(decide(&policy, at: 0) == Self.fix(.timeZone, .montevideo))
    }

    // MARK: moves

    @Test(arguments: [(0.0, false), (0.08, false), (0.1, true), (30, true)])
    func onlyTenKilometresCountAsMove(degrees: Double, moves: Bool) throws {
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 0)
        #expect(decide(&policy, at: 0) != nil)
        let elsewhere = try #require(Coordinate(latitude: 59.91 - degrees, longitude: 10.75))
        receive(&policy, Self.fix(.geoClue, elsewhere, at: 9), at: 9)
        #expect((decide(&policy, at: 9) != nil) == moves)
        #expect(policy.current?.coordinate == (moves ? elsewhere : .oslo))
        #expect(policy.fixes[.geoClue]?.coordinate == elsewhere)
    }

    @Test func smallStepsAddUp() throws {
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        var moves = 0
        for step in 0..<10 {
            let coordinate = try #require(Coordinate(latitude: 59 + Double(step) * 0.05, longitude: 10))
            receive(&policy, Self.fix(.geoClue, coordinate, at: step), at: step)
            if decide(&policy, at: step) != nil { moves += 1 }
        }
        #expect(moves == 5)
    }

    @Test func placeIsConfirmedHourly() {
        var policy = policy([.geoClue])
        _ = steps(&policy, at: 0)
        receive(&policy, Self.fix(.geoClue), at: 0)
        _ = decide(&policy, at: 0)
        policy.ask(at: Self.at(1800), now: Self.time(1800))
        #expect(decide(&policy, at: 1800) == nil)
        policy.ask(at: Self.at(4000), now: Self.time(4000))
        #expect(decide(&policy, at: 4000) == Self.fix(.geoClue, at: 4000))
        #expect(steps(&policy, at: 4000).isEmpty, "a running client is not restarted")
    }
}
