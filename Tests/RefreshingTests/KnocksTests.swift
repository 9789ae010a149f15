import Refreshing
import Testing
import Weather

struct KnocksTests {
    private static let away = FetchFailure.unreachable(host: "x", reason: "y")

    private func pauses(_ count: Int, _ event: (inout Knocks) -> Void) -> [Int] {
        var knocks = Knocks()
        return (0..<count).map { _ in
            defer { event(&knocks) }
            return Int(knocks.pause / .seconds(1))
        }
    }

    /// All that use it knock, and it is not to be kept down by that.
    @Test func atAServiceThatIsAwayLessAndLessOften() {
        #expect(pauses(8) { $0.miss(Self.away) } == [50, 100, 200, 400, 800, 1600, 1600, 1600])
        #expect(pauses(3) { $0.miss(.timedOut(host: "x", seconds: 5)) } == [50, 100, 200])
    }

    @Test(arguments: [
        FetchFailure.hostNotFound(host: "x"), .unreachable(host: "x", reason: FetchFailure.networkUnreachable),
    ])
    func whileTheWayIsGoneEvenly(failure: FetchFailure) {
        #expect(pauses(500) { $0.miss(failure) } == Array(repeating: 50, count: 500))
    }

    @Test func atAServiceThatOnlyTakesConnectionsLessAndLessOften() {
        #expect(pauses(7) { $0.hit(Self.away) } == [50, 100, 200, 400, 800, 1600, 1600])
    }

    /// The network that swallowed everything has been left.
    @Test func oneThatTakesNoConnectionsAnyMoreIsLookedForAgain() {
        var knocks = Knocks()
        for _ in 0..<4 { knocks.hit(Self.away) }
        knocks.miss(Self.away)
        #expect(knocks.pause == .seconds(50))
    }

    @Test func whereASignInIsWantedEvenlyForHalfAnHour() {
        let pauses = pauses(40) { $0.hit(.untrusted(host: "x", reason: "y")) }
        #expect(pauses == Array(repeating: 50, count: 37) + [100, 200, 400])
    }
}
