import Refreshing
import Testing
import Weather

struct ProbeBackoffTests {
    private static let away = FetchFailure.unreachable(host: "x", reason: "y")

    private func pauses(_ count: Int, _ event: (inout ProbeBackoff) -> Void) -> [Int] {
        var backoff = ProbeBackoff()
        return (0..<count).map { _ in
            defer { event(&backoff) }
            return Int(backoff.pause / .seconds(1))
        }
    }

    /// All its users probe it, which must not overload it.
    @Test func unavailableServiceIsProbedWithBackoff() {
        #expect(pauses(8) { $0.recordFailure(Self.away) } == [50, 100, 200, 400, 800, 1600, 1600, 1600])
        #expect(pauses(3) { $0.recordFailure(.timedOut(host: "x", seconds: 5)) } == [50, 100, 200])
    }

    @Test(arguments: [
        FetchFailure.hostNotFound(host: "x"), .noRoute(host: "x", reason: "y"),
    ])
    func missingRouteIsProbedEvenly(failure: FetchFailure) {
        #expect(pauses(500) { $0.recordFailure(failure) } == Array(repeating: 50, count: 500))
    }

    @Test func acceptingButFailingServiceIsProbedWithBackoff() {
        #expect(pauses(7) { $0.recordSuccess(Self.away) } == [50, 100, 200, 400, 800, 1600, 1600])
    }

    /// The network that dropped everything has been left.
    @Test func serviceRefusingConnectionsIsProbedAgain() {
        var backoff = ProbeBackoff()
        for _ in 0..<4 { backoff.recordSuccess(Self.away) }
        backoff.recordFailure(Self.away)
        #expect(backoff.pause == .seconds(50))
    }

    @Test func captivePortalIsProbedEvenlyForHalfAnHour() {
        let pauses = pauses(40) { $0.recordSuccess(.untrusted(host: "x", reason: "y")) }
        #expect(pauses == Array(repeating: 50, count: 37) + [100, 200, 400])
    }
}
