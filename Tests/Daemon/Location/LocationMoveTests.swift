import Scratch
import Testing
import Weather

@testable import Location

/// Which fixes move the place.
struct LocationMoveTests {
    private typealias Policy = LocationPolicy<ManualClock.Instant>

    private static func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }
    private static func time(_ seconds: Int) -> UnixTime { UnixTime(1_763_740_000).advanced(by: seconds) }

    private func located() -> Policy {
        var policy = Policy(
            sources: [.geoClue], kept: [:], current: nil, isActive: true, at: Self.at(0), now: Self.time(0))
        _ = policy.steps(at: Self.at(0), now: Self.time(0))
        return policy
    }

    /// - Parameter kilometres: south of Oslo.
    private func move(_ policy: inout Policy, _ kilometres: Double, accuracy: Double? = nil, at seconds: Int) throws
        -> LocationFix?
    {
        let coordinate = try #require(Coordinate(latitude: 59.91 - kilometres / 111.2, longitude: 10.75))
        let fix = LocationFix(
            coordinate: coordinate, accuracy: accuracy, time: Self.time(seconds), source: .geoClue)
        policy.receive(fix, at: Self.at(seconds), now: Self.time(seconds))
        return policy.decide(at: Self.at(seconds), now: Self.time(seconds))
    }

    @Test(
        arguments: [(11, nil, true), (9, nil, false), (11, 20_000, false), (21, 20_000, true), (9, 20, false)]
            as [(Double, Double?, Bool)])
    func moveExceedsTheAccuracy(kilometres: Double, accuracy: Double?, isMove: Bool) throws {
        var policy = located()
        #expect(try move(&policy, 0, at: 1) != nil)
        #expect((try move(&policy, kilometres, accuracy: accuracy, at: 2) != nil) == isMove)
    }

    /// Two fixes of one place may be as far apart as both accuracies together.
    @Test func noiseWithinTheAccuracyIsNoMove() throws {
        var policy = located()
        #expect(try move(&policy, 0, accuracy: 25_000, at: 1) != nil)
        for (index, kilometres) in [25.5, -24, 40, 49].enumerated() {
            #expect(try move(&policy, kilometres, accuracy: 25_000, at: index + 2) == nil)
        }
        #expect(try move(&policy, 51, accuracy: 25_000, at: 10) != nil)
    }

    /// The first fix may be of the IP address, and the next one of Wi-Fi networks.
    @Test func accurateFixCorrectsTheFormerOne() throws {
        var policy = located()
        #expect(try move(&policy, 0, accuracy: 25_000, at: 1) != nil)
        #expect(try move(&policy, 20, accuracy: 13_000, at: 2) == nil)
        #expect(try move(&policy, 20, accuracy: nil, at: 3) == nil)
        #expect(try move(&policy, 20, accuracy: 100, at: 4) != nil)
        #expect(try move(&policy, 0, accuracy: 25_000, at: 5) == nil)
    }

    /// A position that jumps by 25 km each second, for an hour.
    @Test func jumpingSourceMovesElevenTimesInAnHour() throws {
        var policy = located()
        #expect(try move(&policy, 0, at: 1) != nil)
        var moves = 0
        for second in 2..<3602 {
            if try move(&policy, second.isMultiple(of: 2) ? 25 : 0, accuracy: 500, at: second) != nil { moves += 1 }
        }
        #expect((5...11).contains(moves), "\(moves)")
    }

    /// The last fix decides when the next move is accepted, without another one.
    @Test func delayedMoveIsAcceptedLater() throws {
        var policy = located()
        for (index, kilometres) in [0, 25, 50, 75, 100, 125].enumerated() {
            #expect(try move(&policy, Double(kilometres), at: index + 1) != nil)
        }
        #expect(try move(&policy, 150, at: 10) == nil)
        #expect(policy.nextDue(at: Self.at(10), now: Self.time(10)) == Self.at(606))
        #expect(policy.decide(at: Self.at(605), now: Self.time(605)) == nil)
        #expect(policy.decide(at: Self.at(606), now: Self.time(606)) != nil)
        #expect(policy.nextDue(at: Self.at(606), now: Self.time(606)) == nil)
    }

    /// After an hour in one place, a move is not delayed.
    @Test func rareMovesAreAcceptedAtOnce() throws {
        var policy = located()
        for hour in 0..<10 {
            #expect(try move(&policy, Double(hour) * 100, at: hour * 3600 + 1) != nil)
            #expect(try move(&policy, Double(hour) * 100 + 30, at: hour * 3600 + 2) != nil)
        }
    }
}
