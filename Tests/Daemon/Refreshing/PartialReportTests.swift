import Synchronization
import Testing
import Weather

@testable import Refreshing
@testable import WorkerProtocol

/// Reports that lack a part because the service limits requests: the report is used, and the service's word is kept.
final class PartialReportTests: Sendable {
    private static let wall = UnixTime(1_795_273_200)
    private static let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 7200)

    /// A provider whose reports lack a part, with the reason, for these places or for all.
    private final class Lacking: ReportProvider {
        let identity = Provider(id: "lacking", name: "Lacking")
        private let state: Mutex<(failure: FetchFailure?, asked: [Coordinate])>
        private let places: Set<Coordinate>?

        init(_ failure: FetchFailure, at places: Set<Coordinate>? = nil) {
            state = Mutex((failure, []))
            self.places = places
        }

        var asked: [Coordinate] { state.withLock { $0.asked } }
        func recover() { state.withLock { $0.failure = nil } }

        func report(
            for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
        ) async throws(FetchFailure) -> Report {
            var report = Report(coordinate: coordinate, timeZone: "UTC", provider: identity, fetchedAt: now)
            let failure = state.withLock { state in
                state.asked.append(coordinate)
                return state.failure
            }
            if let failure, places?.contains(coordinate) ?? true {
                report.missing = [
                    .unknown(UnknownName(parameter: "a"), host: "x"), .failed(part: "the minutes", failure),
                ]
            }
            return report
        }
    }

    private let kept = Mutex<[ProviderBackoff]>([])
    private let passed = Mutex(0)
    private let replaced = Mutex<[String]>([])
    private let places = (0..<3).compactMap { Coordinate(latitude: Double($0), longitude: 0) }

    private func start() -> ProviderChain<Report> {
        ProviderChain(
            chance: { 0 },
            moment: { [self] in
                let passed = passed.withLock { $0 }
                return Moment(wall: Self.wall.advanced(by: passed), uptime: passed, boot: "a")
            },
            kept: kept.withLock { $0 }, changed: { list in self.kept.withLock { $0 = list } },
            replaced: { backoff in self.replaced.withLock { $0.append(backoff.provider.id) } })
    }

    private func ask(
        _ chain: ProviderChain<Report>, for places: [Coordinate]? = nil, _ providers: any ReportProvider<Report>...
    ) async -> [Result<Report, FetchFailure>] {
        await chain.reports(
            for: places ?? Array(self.places.prefix(1)), from: providers, renewing: [:],
            now: { self.passed.withLock { Self.wall.advanced(by: $0) } })
    }

    @Test func reportIsUsedAndTheProviderRests() async throws {
        let (lacking, second) = (Lacking(Self.limited), ScriptedProvider("second"))
        let chain = start()
        #expect(try await ask(chain, lacking, second)[0].get().provider.id == "lacking")
        #expect(second.asked.isEmpty)
        #expect(chain.backingOff(at: Self.wall).map(\.until) == [Self.wall.advanced(by: 7200)])
        #expect(replaced.withLock { $0 }.isEmpty, "no fallback was used")

        passed.withLock { $0 = 7199 }
        #expect(chain.wait(for: places[0], from: [lacking], at: Self.wall)?.seconds == 1)
        #expect(try await ask(chain, lacking, second)[0].get().provider.id == "second")
        #expect(await ask(chain, lacking).map(\.failure) == [Self.limited.waiting(1)])
        #expect(lacking.asked.count == 1)

        passed.withLock { $0 = 7200 }
        lacking.recover()
        #expect(try await ask(chain, lacking, second)[0].get().provider.id == "lacking")
        #expect(chain.backingOff(at: Self.wall).isEmpty && kept.withLock { $0 }.isEmpty)
    }

    @Test func waitSurvivesRestarts() async {
        let lacking = Lacking(Self.limited)
        for start in 0..<10 {
            passed.withLock { $0 = start * 700 }
            _ = await ask(self.start(), lacking)
        }
        #expect(lacking.asked.count == 1)
        #expect(kept.withLock { $0 }.map(\.failure) == [Self.limited])
    }

    /// As after a place that is limited.
    @Test func furtherPlacesAreNotRequested() async {
        let lacking = Lacking(Self.limited)
        let results = await ask(start(), for: places, lacking)
        #expect(lacking.asked == [places[0]])
        #expect(results.map(\.failure) == [nil, Self.limited, Self.limited])
    }

    @Test(
        arguments: [
            (limited, 7200), (.rateLimited(host: "x", reason: nil, retryAfter: nil), 540),
            (.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: 1000), 1000),
            (.keyRefused(host: "x", reason: nil), 540),
        ] as [(FetchFailure, Int)])
    func wordOfServiceCounts(failure: FetchFailure, rest: Int) async {
        let chain = start()
        _ = await ask(chain, Lacking(failure))
        #expect(chain.backingOff(at: Self.wall).map(\.until) == [Self.wall.advanced(by: rest)])
        #expect(kept.withLock { $0 }.map(\.failure) == [failure])
    }

    /// They concern that part, or the connection.
    @Test(
        arguments: [
            .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil),
            .refused(host: "x", status: 404, reason: nil), .timedOut(host: "x", seconds: 20),
            .hostNotFound(host: "x"), .malformed(host: "x", reason: "a"),
            .proxyRefused(proxy: "p", reason: "a", retryAfter: 3600),
            .budgetSpent(host: "x", limit: 1, retryAfter: 60),
        ] as [FetchFailure])
    func otherFailuresOfAPartCauseNoBackoff(failure: FetchFailure) async {
        let (chain, lacking) = (start(), Lacking(failure))
        _ = await ask(chain, for: places, lacking)
        #expect(chain.backingOff(at: Self.wall).isEmpty && lacking.asked.count == 3)
    }

    /// A fallback adds what is missing, which the log reports.
    @Test func fallbackIsReported() async throws {
        let chain = ProviderChain<Report>(
            sufficiency: Sufficiency(isEnough: { $0.missing.isEmpty }, merge: { $1 }),
            replaced: { backoff in self.replaced.withLock { $0.append(backoff.provider.id) } })
        #expect(try await ask(chain, Lacking(Self.limited), ScriptedProvider("second"))[0].get().missing.isEmpty)
        #expect(replaced.withLock { $0 } == ["lacking"])
    }
}

/// Which refusals of a place are the provider's failure.
struct RefusedPlaceBreakerTests {
    private let start = UnixTime(1_795_273_200)
    private let places = (0..<2).compactMap { Coordinate(latitude: Double($0), longitude: 0) }

    /// A provider that refuses one place.
    private struct Refusing: ReportProvider {
        static let failure = FetchFailure.refused(host: "x", status: 400, reason: nil)
        let identity = Provider(id: "refusing", name: "Refusing")
        let refused: Coordinate
        /// Whether it has refused the place before.
        var isKnown = false
        var failure = Self.failure

        func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure? {
            isKnown && coordinate == refused ? failure : nil
        }

        func report(
            for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
        ) async throws(FetchFailure) -> Report {
            if coordinate == refused { throw failure }
            return Report(coordinate: coordinate, timeZone: "UTC", provider: identity, fetchedAt: now)
        }
    }

    /// A favourite that was removed says nothing of the provider.
    @Test(arguments: [true, false])
    func onlyPlacesInUseProveThatTheProviderWorks(isInUse: Bool) async {
        let inUse = Set(isInUse ? places : [places[1]])
        let chain = ProviderChain<Report>(inUse: { inUse })
        let provider = Refusing(refused: places[1])
        for place in places {
            _ = await chain.reports(for: [place], from: [provider], renewing: [:], now: { start })
        }
        #expect(chain.backingOff(at: start).isEmpty == isInUse)
    }

    @Test func placeOutsideTheAreaIsNotRequested() async {
        let failure = FetchFailure.notCovered(host: "x", reason: nil)
        let provider = Refusing(refused: places[1], isKnown: true, failure: failure)
        let chain = ProviderChain<Report>()
        let results = await chain.reports(for: [places[1]], from: [provider], renewing: [:], now: { start })
        #expect(results == [.failure(.notCovered(host: "Refusing", reason: nil))])
    }

    @Test func knownRefusalIsNoFailureOfTheProvider() async {
        let chain = ProviderChain<Report>()
        let provider = Refusing(refused: places[1], isKnown: true)
        let second = ScriptedProvider("second")
        let alone = await chain.reports(for: [places[1]], from: [provider], renewing: [:], now: { start })
        #expect(alone == [.failure(Refusing.failure)])
        let both = await chain.reports(for: places, from: [provider, second], renewing: [:], now: { start })
        #expect(both.map { (try? $0.get())?.provider.id } == ["refusing", "second"])
        #expect(chain.backingOff(at: start).isEmpty)
    }
}
