import Synchronization
import Testing
import Weather

@testable import Refreshing
@testable import WorkerProtocol

/// Which providers back off after an attempt, and which do not.
struct BreakerTests {
    /// A provider that has reports for all places but these.
    private struct Partial: ReportProvider {
        let identity = Provider(id: "partial", name: "Partial")
        let limits = ProviderLimits()
        let failures: [Coordinate: FetchFailure]

        func report(
            for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
        ) async throws(FetchFailure) -> Report {
            if let failure = failures[coordinate] { throw failure }
            return Report(coordinate: coordinate, timeZone: "UTC", provider: identity, fetchedAt: now)
        }
    }

    private let chain = ProviderChain<Report>(chance: { 0.5 })
    private let start = UnixTime(1_795_273_200)
    private let places = (0..<3).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
    private let down = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil)

    private func request(_ providers: [any ReportProvider<Report>], after seconds: Int = 0) async {
        _ = await chain.reports(for: places, from: providers, renewing: [:], now: { start.advanced(by: seconds) })
    }

    private func backingOff(after seconds: Int = 0) -> [String] {
        chain.backingOff(at: start.advanced(by: seconds)).map(\.provider.id)
    }

    /// A failure for one place may be caused by the place.
    @Test(arguments: [0, 1, 2])
    func providerAnsweringForSomePlacesDoesNotBackOff(failing: Int) async {
        await request([Partial(failures: [places[failing]: down]), ScriptedProvider("second")])
        #expect(backingOff() == [])
    }

    @Test func rateLimitCountsDespiteOtherAnswers() async {
        let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 60)
        await request([Partial(failures: [places[2]: limited]), ScriptedProvider("second")])
        #expect(backingOff() == ["partial"])
    }

    /// An answer proves that there is a network, so the failure is the other provider's.
    @Test func missingCoverageIsAnAnswer() async {
        let offline = FetchFailure.unreachable(host: "x", reason: "reset")
        await request([
            ScriptedProvider("unsure", failure: .notCovered(host: "x", reason: nil)),
            ScriptedProvider("second", failure: offline),
        ])
        #expect(backingOff() == ["second"])
    }

    /// All providers share the proxy, even if one of them was reached directly.
    @Test(arguments: [
        FetchFailure.proxyFailed(proxy: "p", host: nil, reason: "connection refused"),
        .proxyFailed(proxy: "p", host: "x", reason: "it closed the connection"),
        .proxyRefused(proxy: "p", reason: "authentication failed", retryAfter: 3600),
    ])
    func failureOfProxyIsOfNoProvider(failure: FetchFailure) async {
        await request([ScriptedProvider("first", failure: failure), ScriptedProvider("second")])
        await request([ScriptedProvider("first", failure: failure), ScriptedProvider("second", failure: failure)])
        #expect(backingOff() == [])
    }

    @Test func successResetsBackoff() async {
        let (first, second) = (ScriptedProvider("first", failure: down), ScriptedProvider("second"))
        await request([first, second])
        await request([first, second], after: 600)
        #expect(backingOff(after: 600 + 1199) == ["first"], "doubled")
        first.failure = nil
        await request([first, second], after: 1800)
        #expect(backingOff(after: 1800) == [])
        first.failure = down
        await request([first, second], after: 1900)
        #expect(backingOff(after: 1900 + 599) == ["first"])
        #expect(backingOff(after: 1900 + 600) == [])
    }

    @Test func cancelledTaskRequestsNothing() async {
        let only = ScriptedProvider("only")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await request([only])
        }
        await task.value
        #expect(only.asked.isEmpty)
    }

    @Test func defaultCoverageIsGlobal() {
        #expect(places.allSatisfy { Partial(failures: [:]).covers($0) })
    }
}
