import Testing
import Weather

struct FetchFailureTests {
    private static let all: [FetchFailure] = [
        .noNetwork, .hostNotFound(host: "x"), .noRoute(host: "x", reason: "unreachable"),
        .unreachable(host: "x", reason: "reset"), .timedOut(host: "x", seconds: 20),
        .untrusted(host: "x", reason: "expired"),
        .rateLimited(host: "x", reason: nil, retryAfter: 60),
        .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: 30),
        .serviceFailed(host: "x", status: 511, reason: nil, retryAfter: nil),
        .refused(host: "x", status: 400, reason: nil), .keyRefused(host: "x", reason: nil),
        .notCovered(host: "x", reason: nil), .budgetSpent(host: "x", limit: 100, retryAfter: 3600),
        .interrupted(host: "x", retryAfter: 600), .malformed(host: "x", reason: "no hours"),
        .webPage(host: "x"), .tooLarge(host: "x", bytes: 1000),
        .worker(.cancelled),
    ]

    private func failures(where isIncluded: (FetchFailure) -> Bool) -> Set<FetchFailure> {
        Set(Self.all.filter(isIncluded))
    }

    @Test func offlineFailuresPrecedeTheConnection() {
        #expect(
            failures(where: \.isOffline)
                == [
                    .noNetwork, .hostNotFound(host: "x"), .noRoute(host: "x", reason: "unreachable"),
                    .unreachable(host: "x", reason: "reset"),
                ])
    }

    /// A portal intercepts TLS, sends its own page, or identifies itself (RFC 6585, section 6).
    @Test func captivePortalIsDetected() {
        #expect(
            failures(where: \.mayBePortal) == [
                .untrusted(host: "x", reason: "expired"),
                .serviceFailed(host: "x", status: 511, reason: nil, retryAfter: nil),
                .webPage(host: "x"),
            ])
    }

    /// An answer, even an error, proves that the service is reachable.
    @Test func answersProveReachability() {
        #expect(
            failures(where: \.isAnswer) == [
                .rateLimited(host: "x", reason: nil, retryAfter: 60),
                .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: 30),
                .refused(host: "x", status: 400, reason: nil), .keyRefused(host: "x", reason: nil),
                .notCovered(host: "x", reason: nil), .malformed(host: "x", reason: "no hours"),
                .tooLarge(host: "x", bytes: 1000),
            ])
    }

    @Test func routeFailureIsInThisNetwork() {
        let inside = failures(where: \.isRouteFailure)
        #expect(
            inside == [
                .noNetwork, .hostNotFound(host: "x"), .noRoute(host: "x", reason: "unreachable"),
                .untrusted(host: "x", reason: "expired"), .webPage(host: "x"),
                .serviceFailed(host: "x", status: 511, reason: nil, retryAfter: nil),
            ])
        let possible = failures(where: \.mayBeRouteFailure).subtracting(inside)
        #expect(possible == [.unreachable(host: "x", reason: "reset"), .timedOut(host: "x", seconds: 20)])
    }

    @Test func failuresOfAllPlaces() {
        #expect(
            failures(where: \.isOfAllPlaces) == [
                .noNetwork, .hostNotFound(host: "x"), .untrusted(host: "x", reason: "expired"),
                .rateLimited(host: "x", reason: nil, retryAfter: 60), .keyRefused(host: "x", reason: nil),
                .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: 30),
                .budgetSpent(host: "x", limit: 100, retryAfter: 3600), .interrupted(host: "x", retryAfter: 600),
            ])
    }

    @Test func failuresThatResolveWithoutTheUser() {
        let temporary = FetchFailure.Code.allCases.filter { $0.traits.isTemporary }
        #expect(temporary == [.rateLimited, .serviceFailed, .budgetSpent, .interrupted])
        let ofOneAnswer = FetchFailure.Code.allCases.filter { $0.traits.mayBeOfOneAnswer }
        #expect(
            ofOneAnswer == [.workerKilled, .workerOutOfMemory, .workerExited, .workerMalformed, .workerTooLong])
    }

    @Test func onlyTheWaitIsReplaced() {
        let waits = Self.all.map { $0.waiting(7) }
        #expect(waits.compactMap(\.retryAfter) == [7, 7, 7, 7, 7])
        #expect(waits.map(\.code) == Self.all.map(\.code))
    }

    @Test func onlyServiceFailuresHaveRetryAfter() {
        let waits = Self.all.compactMap(\.retryAfter)
        #expect(waits == [60, 30, 3600, 600])
    }

    @Test func sandboxIsCompleteWithBothLayers() {
        let layers: [WorkerSandbox.Layer] = [.inForce(version: 4), .unavailable(systemError: 38)]
        let complete = layers.flatMap { first in
            layers.map { WorkerSandbox(landlock: first, seccomp: $0).isComplete }
        }
        #expect(complete == [true, false, false, false])
    }
}
