import Synchronization
import Testing
import Weather

@testable import Refreshing
@testable import WorkerProtocol

final class ProviderChainTests: Sendable {
    private let chain = ProviderChain<Report>(chance: { 0.5 })
    private let time = Mutex(UnixTime(1_795_273_200))
    private let here = [Coordinate(latitude: 59.9139, longitude: 10.7522)].compactMap(\.self)

    private static let down = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil)
    private static let offline = FetchFailure.unreachable(host: "x", reason: "no route")

    private func pass(_ seconds: Int) {
        time.withLock { $0 = $0.advanced(by: seconds) }
    }

    /// The provider of the report; nil for none.
    private func answer(of providers: [ScriptedProvider], renewing previous: Report? = nil) async throws -> Result<
        Report, FetchFailure
    > {
        let cached = previous.map { [$0.coordinate: $0] } ?? [:]
        let results = await chain.reports(
            for: here, from: providers, renewing: cached, now: { self.time.withLock { $0 } })
        return try #require(results.first)
    }

    private func name(_ result: Result<Report, FetchFailure>) -> String? { try? result.get().provider.id }

    @Test func firstAnsweringProviderIsUsed() async throws {
        let (first, second) = (ScriptedProvider("first"), ScriptedProvider("second"))
        #expect(name(try await answer(of: [first, second])) == "first")
        #expect(second.asked.isEmpty)
    }

    @Test func failedProviderFallsBackWithGrowingBackoff() async throws {
        let (first, second) = (ScriptedProvider("first", failure: Self.down), ScriptedProvider("second"))
        var tries: [Int] = []
        for minute in 0..<(8 * 60) {
            let before = first.asked.count
            #expect(name(try await answer(of: [first, second])) == "second")
            if first.asked.count > before { tries.append(minute) }
            pass(60)
        }
        let pauses = zip(tries, tries.dropFirst()).map { $1 - $0 }
        #expect(pauses.prefix(3) == [10, 20, 40])
        #expect(pauses.dropFirst(3).allSatisfy { $0 == 60 })
        // The first provider is used again as soon as it answers.
        first.failure = nil
        pass(3600)
        #expect(name(try await answer(of: [first, second])) == "first")
        #expect(chain.backingOff(at: time.withLock { $0 }).isEmpty)
    }

    @Test func fallbackIsLoggedOnce() async throws {
        let reported = Mutex<[String]>([])
        let chain = ProviderChain<Report>(
            chance: { 0.5 },
            replaced: { resting in
                reported.withLock { $0.append(resting.provider.id) }
            })
        let (first, second) = (ScriptedProvider("first", failure: Self.down), ScriptedProvider("second"))
        for _ in 0..<10 {
            _ = await chain.reports(
                for: here, from: [first, second], renewing: [:], now: { self.time.withLock { $0 } })
            pass(3600)
        }
        #expect(first.asked.count == 10)
        #expect(reported.withLock { $0 } == ["first"])
    }

    @Test func backingOffProviderIsReportedWithReason() async throws {
        let (first, second) = (ScriptedProvider("first", failure: Self.down), ScriptedProvider("second"))
        _ = try await answer(of: [first, second])
        let backoff = try #require(chain.backingOff(at: time.withLock { $0 }).first)
        #expect(backoff.provider.id == "first")
        #expect(backoff.failure == Self.down)
        #expect(backoff.until == time.withLock { $0 }.advanced(by: 600))
        chain.resetBackoff()
        #expect(chain.backingOff(at: time.withLock { $0 }).isEmpty)
    }

    @Test func retryAfterIsObserved() async throws {
        let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 1000)
        let only = ScriptedProvider("only", failure: limited)
        _ = try await answer(of: [only])
        pass(900)
        let result = try await answer(of: [only])
        #expect(result == .failure(.rateLimited(host: "x", reason: nil, retryAfter: 150)))
        #expect(only.asked.count == 1)
        only.failure = nil
        pass(151)
        #expect(name(try await answer(of: [only])) == "only")
    }

    /// The refresher limits how often a single provider is tried.
    @Test func singleProviderNeverBacksOff() async throws {
        let only = ScriptedProvider("only", failure: Self.down)
        for _ in 0..<20 {
            #expect(try await answer(of: [only]) == .failure(Self.down))
            pass(5)
        }
        #expect(only.asked.count == 20)
    }

    @Test func withoutNetworkNoProviderBacksOff() async throws {
        let (first, second) = (
            ScriptedProvider("first", failure: Self.offline), ScriptedProvider("second", failure: Self.offline)
        )
        for _ in 0..<5 { _ = try await answer(of: [first, second]) }
        #expect(chain.backingOff(at: time.withLock { $0 }).isEmpty)
        first.failure = nil
        #expect(name(try await answer(of: [first, second])) == "first")
    }

    @Test func unreachableProviderBacksOffIfOthersAreReachable() async throws {
        let (first, second) = (ScriptedProvider("first", failure: Self.offline), ScriptedProvider("second"))
        _ = try await answer(of: [first, second])
        _ = try await answer(of: [first, second])
        #expect(first.asked.count == 1)
    }

    @Test func providerWithoutCoverageIsSkipped() async throws {
        let elsewhere = ScriptedProvider("elsewhere", covers: { _ in false })
        let unsure = ScriptedProvider("unsure", failure: .notCovered(host: "x", reason: nil))
        let last = ScriptedProvider("last")
        for _ in 0..<3 { #expect(name(try await answer(of: [elsewhere, unsure, last])) == "last") }
        #expect(elsewhere.asked.isEmpty)
        #expect(unsure.asked.count == 1, "missing coverage is cached for a day")
        #expect(chain.backingOff(at: time.withLock { $0 }).isEmpty)
        pass(86_401)
        _ = try await answer(of: [elsewhere, unsure, last])
        #expect(unsure.asked.count == 2)
    }

    @Test func uncoveredPlaceIsReported() async throws {
        let result = try await answer(of: [ScriptedProvider("nws", covers: { _ in false })])
        #expect(result == .failure(.notCovered(host: "Nws", reason: nil)))
        #expect(try await answer(of: []) == .failure(.notCovered(host: "", reason: "no provider is configured")))
    }

    /// The reported time is that of the provider whose backoff ends first.
    @Test func backoffDoesNotDelayOtherProvider() async throws {
        let limited = ScriptedProvider("limited", failure: .rateLimited(host: "x", reason: nil, retryAfter: 3600))
        let down = ScriptedProvider("down", failure: Self.down)
        #expect(try await answer(of: [limited, down]) == .failure(Self.down))
        #expect(try await answer(of: [limited, down]) == .failure(Self.down))
        #expect(limited.asked.count == 1)
    }

    @Test func freshAnswerIsNotRequestedAgain() async throws {
        let only = ScriptedProvider("only")
        var report = try await answer(of: [only]).get()
        report.httpFreshness = HTTPFreshness(expires: time.withLock { $0 }.advanced(by: 1800))
        pass(1799)
        #expect(try await answer(of: [only], renewing: report) == .success(report))
        #expect(only.asked.count == 1)
        pass(1)
        #expect(try await answer(of: [only], renewing: report).get().fetchedAt == time.withLock { $0 })
        #expect(only.asked.count == 2)
        // One provider's freshness lifetime does not apply to another.
        let other = ScriptedProvider("other")
        report.httpFreshness?.expires = time.withLock { $0 }.advanced(by: 1800)
        #expect(name(try await answer(of: [other], renewing: report)) == "other")
    }

    @Test func listIsRequestedInBatchesUntilRateLimited() async throws {
        let places = (0..<5).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let first = ScriptedProvider("first", batch: 2, failure: .rateLimited(host: "x", reason: nil, retryAfter: 60))
        let second = ScriptedProvider("second", batch: 2)
        let results = await chain.reports(
            for: places, from: [first, second], renewing: [:], now: { self.time.withLock { $0 } })
        #expect(results.compactMap { try? $0.get().provider.id } == Array(repeating: "second", count: 5))
        #expect(first.asked.count == 2, "one batch of two")
    }

    @Test func fallbackRespectsBatchLimit() async throws {
        let places = (0..<5).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let (first, second) = (
            ScriptedProvider("first", batch: 5, failure: Self.down), ScriptedProvider("second", placesAMinute: 3)
        )
        let results = await chain.reports(
            for: places, from: [first, second], renewing: [:], now: { self.time.withLock { $0 } })
        #expect(results.compactMap { try? $0.get() }.count == 3)
        #expect(second.asked.count == 3)
        #expect(
            chain.backingOff(at: time.withLock { $0 }).map(\.provider.id) == ["first"],
            "it is not the provider's failure")
    }

    @Test(arguments: [Int.max, 86_400, 10_000_000])
    func absurdRetryAfterIsLimitedToADay(retryAfter: Int) {
        var breaker = CircuitBreaker()
        let now = time.withLock { $0 }
        breaker.fail(.rateLimited(host: "x", reason: nil, retryAfter: retryAfter), at: Moment(now), jitter: 1)
        #expect(breaker.state(at: Moment(now)) == .rateLimited(until: now.advanced(by: 86_400)))
    }

    /// A provider that keeps failing with a short Retry-After is not retried more often.
    @Test(arguments: [0, 30])
    func shortRetryAfterDoesNotShortenBackoff(retryAfter: Int) async throws {
        let overloaded = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: retryAfter)
        let (first, second) = (ScriptedProvider("first", failure: overloaded), ScriptedProvider("second"))
        for _ in 0..<9 {
            #expect(name(try await answer(of: [first, second])) == "second")
            pass(60)
        }
        #expect(first.asked.count == 1)
        // Without other providers, the wait is the service's Retry-After.
        #expect(name(try await answer(of: [first])) == nil)
        #expect(first.asked.count == 2)
    }

    @Test func freshnessHoldsDuringBackoff() async throws {
        let places = (0..<2).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let first = ScriptedProvider("first", failure: Self.down)
        let second = ScriptedProvider("second")
        let now = time.withLock { $0 }
        var cached = Report(coordinate: places[0], timeZone: "UTC", provider: first.identity, fetchedAt: now)
        cached.httpFreshness = HTTPFreshness(expires: now.advanced(by: 1800))
        for _ in 0..<3 {
            let results = await chain.reports(
                for: places, from: [first, second], renewing: [places[0]: cached], now: { now })
            #expect(results.map(name) == ["first", "second"])
        }
        #expect(first.asked.count == 1, "cached freshness does not show that the provider is reachable")
    }

    @Test func cachedFreshnessIsNotEvidenceOfNetwork() async throws {
        let places = (0..<2).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let (first, second) = (
            ScriptedProvider("first", failure: Self.offline), ScriptedProvider("second", failure: Self.offline)
        )
        let now = time.withLock { $0 }
        var cached = Report(coordinate: places[0], timeZone: "UTC", provider: first.identity, fetchedAt: now)
        cached.httpFreshness = HTTPFreshness(expires: now.advanced(by: 1800))
        _ = await chain.reports(for: places, from: [first, second], renewing: [places[0]: cached], now: { now })
        #expect(chain.backingOff(at: now).isEmpty)
    }

    /// Whatever the status of a refusal; that of a user is of all places.
    @Test(arguments: [(400, false), (404, false), (451, false), (401, true), (403, true)])
    func refusalOfOnePlaceOpensNoBreaker(status: Int, opens: Bool) async throws {
        let provider = ScriptedProvider("first")
        let places = (0..<2).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let now = time.withLock { $0 }
        _ = await chain.reports(for: [places[0]], from: [provider], renewing: [:], now: { now })
        provider.failure = .refused(host: "x", status: status, reason: nil)
        _ = await chain.reports(for: [places[1]], from: [provider], renewing: [:], now: { now })
        #expect(chain.backingOff(at: now).isEmpty != opens)
    }

    /// Each timeout may last until the request's deadline.
    @Test(
        arguments: [
            (FetchFailure.timedOut(host: "x", seconds: 20), 3), (down, 3), (.keyRefused(host: "x", reason: nil), 1),
            (.hostNotFound(host: "x"), 1), (.rateLimited(host: "x", reason: nil, retryAfter: nil), 1),
            (.refused(host: "x", status: 400, reason: nil), 9), (.malformed(host: "x", reason: "y"), 9),
        ])
    func providerOmittingPlacesBacksOff(failure: FetchFailure, requests: Int) async throws {
        let places = (0..<9).compactMap { Coordinate(latitude: Double($0), longitude: 0) }
        let (first, second) = (ScriptedProvider("first", failure: failure), ScriptedProvider("second"))
        let now = time.withLock { $0 }
        let results = await chain.reports(for: places, from: [first, second], renewing: [:], now: { now })
        #expect(results.map(name) == Array(repeating: "second", count: 9))
        #expect(first.asked.count == requests)
    }
}
