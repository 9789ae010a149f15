import Synchronization
public import Weather

/// Queries providers in order until one answers, and tracks the failures of each.
///
/// A failing provider backs off, so that clients do not wait for it each time. If no other provider has an answer,
/// providers that are backing off are queried too, but not those that requested a delay. A provider that does not cover a
/// place has not failed.
public final class ProviderChain<Content: ProviderReport>: Sendable {
    private let chance: @Sendable () -> Double
    private let replaced: @Sendable (BackingOffProvider) -> Void
    private let sufficiency: Sufficiency<Content>?
    private let state = Mutex(State())

    private struct State {
        /// By the providers' `id`.
        var breakers: [String: CircuitBreaker] = [:]
        var providers: [String: Provider] = [:]
        /// When to query a provider again for a place that it does not cover.
        var uncovered: [String: [Coordinate: UnixTime]] = [:]
        /// When a provider last answered for a place, unless it has refused the place since.
        var answered: [String: [Coordinate: UnixTime]] = [:]

        func hasAnswered(_ id: String, at now: UnixTime) -> Bool {
            answered[id, default: [:]].values.contains { (0..<uncoveredFor).contains(now.seconds(since: $0)) }
        }
    }

    /// How long "not covered" is cached, s.
    fileprivate static var uncoveredFor: Int { 86_400 }
    /// The maximum number of cached places per provider.
    private static var uncoveredLimit: Int { 500 }

    /// - Parameters:
    ///   - chance: a random number from 0 to 1.
    ///   - replaced: called for each provider that starts to back off while another answers, which users would not
    ///     notice.
    ///   - sufficiency: which reports end the search; nil for any.
    public init(
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, sufficiency: Sufficiency<Content>? = nil,
        replaced: @escaping @Sendable (BackingOffProvider) -> Void = { _ in }
    ) {
        self.chance = chance
        self.sufficiency = sufficiency
        self.replaced = replaced
    }

    /// The first report for each place, in the order of the providers, or why there is none.
    ///
    /// - Parameters:
    ///   - previous: the stored reports, which their providers may renew.
    ///   - now: the wall clock.
    public func reports(
        for coordinates: [Coordinate], from providers: [any ReportProvider<Content>],
        renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        var attempt = FailoverAttempt<Content>(coordinates: coordinates, sufficiency: sufficiency)
        var backingOff: [any ReportProvider<Content>] = []
        for provider in providers where !attempt.missing.isEmpty && !Task.isCancelled {
            attempt.keep(
                previous.values.filter { $0.provider.id == provider.identity.id && $0.hasNotExpired(at: now()) })
            switch breaker(of: provider).state(at: now()) {
            case .ready: await ask(provider, in: &attempt, renewing: previous, now: now)
            case .backingOff: backingOff.append(provider)
            case .rateLimited(let until): attempt.skip(provider, of: breaker(of: provider), until: until, at: now())
            }
        }
        for provider in backingOff where !attempt.missing.isEmpty && !Task.isCancelled {
            await ask(provider, in: &attempt, renewing: previous, now: now)
        }
        conclude(attempt, at: now())
        return attempt.results
    }

    /// The providers that back off at `now`.
    public func backingOff(at now: UnixTime) -> [BackingOffProvider] {
        state.withLock { state in
            state.breakers.compactMap { id, breaker -> BackingOffProvider? in
                guard let provider = state.providers[id], let failure = breaker.failure else { return nil }
                guard breaker.state(at: now) != .ready else { return nil }
                return BackingOffProvider(provider: provider, until: breaker.backsOffUntil, failure: failure)
            }.sorted { $0.provider.id < $1.provider.id }
        }
    }

    /// Resets all backoffs: a new configuration may have fixed their cause.
    public func resetBackoff() {
        state.withLock { $0 = State() }
    }

    private func breaker(of provider: any ReportProvider<Content>) -> CircuitBreaker {
        state.withLock { $0.breakers[provider.identity.id] ?? CircuitBreaker() }
    }

    private func ask(
        _ provider: any ReportProvider<Content>, in attempt: inout FailoverAttempt<Content>,
        renewing previous: [Coordinate: Content],
        now: @Sendable () -> UnixTime
    ) async {
        let id = provider.identity.id
        let own = previous.filter { $0.value.provider.id == id }
        let uncovered = state.withLock { $0.uncovered[id] ?? [:] }
        var asked: [Coordinate] = []
        for coordinate in attempt.missing {
            let isKnownNotTo = uncovered[coordinate].map { now() < $0 } ?? false
            if isKnownNotTo || !provider.covers(coordinate) {
                attempt.pass(provider.identity, coordinate)
            } else {
                asked.append(coordinate)
            }
        }
        // Callers respect the first provider's limit; a fallback's may be lower.
        for coordinate in asked.dropFirst(provider.limits.placesAMinute) {
            attempt.postpone(coordinate, from: provider.identity)
        }
        asked = Array(asked.prefix(provider.limits.placesAMinute))
        guard !asked.isEmpty else { return }
        let results = await provider.allReports(for: asked, renewing: own, now: now)
        for (coordinate, result) in zip(asked, results) {
            if case .failure(.notCovered) = result { remember(coordinate, uncoveredBy: id, at: now()) }
            attempt.take(result, of: coordinate, from: provider.identity)
        }
        state.withLock { [now = now()] state in
            if state.answered[id]?.count ?? 0 >= Self.uncoveredLimit { state.answered[id] = [:] }
            for (coordinate, result) in zip(asked, results) {
                guard let failure = result.failure else {
                    state.answered[id, default: [:]][coordinate] = now
                    continue
                }
                if failure.mayBeOfList { state.answered[id]?[coordinate] = nil }
            }
        }
    }

    private func remember(_ coordinate: Coordinate, uncoveredBy id: String, at now: UnixTime) {
        state.withLock { state in
            var words = state.uncovered[id, default: [:]].filter { now < $0.value }
            if words.count >= Self.uncoveredLimit { words = [:] }
            words[coordinate] = now.advanced(by: Self.uncoveredFor)
            state.uncovered[id] = words
        }
    }

    /// Updates the circuit breakers. If the network failed for all, no provider is at fault.
    private func conclude(_ attempt: FailoverAttempt<Content>, at now: UnixTime) {
        guard !Task.isCancelled else { return }
        let hasNetwork = !attempt.answering.isEmpty
        let newlyFailing = state.withLock { state in
            for provider in attempt.answering { state.breakers[provider.id] = CircuitBreaker() }
            for (provider, failure) in attempt.failing
            where failure.traits.breaker == .always || failure.traits.breaker == .ifAnotherAnswers && hasNetwork {
                // A provider that answers for other places refuses only this one.
                guard !failure.mayBeOfList || !state.hasAnswered(provider.id, at: now) else { continue }
                state.providers[provider.id] = provider
                state.breakers[provider.id, default: CircuitBreaker()].fail(failure, at: now, jitter: chance())
            }
            // A repeated failure after the backoff is not reported again.
            return attempt.failing.keys.filter { hasNetwork && state.breakers[$0.id]?.failures == 1 }
        }
        for provider in backingOff(at: now) where newlyFailing.contains(provider.provider) { replaced(provider) }
    }
}

extension ProviderReport {
    /// Whether the report is within its freshness lifetime: the provider has nothing newer.
    fileprivate func hasNotExpired(at now: UnixTime) -> Bool {
        guard let expires = httpFreshness?.expires, !isAhead(of: now) else { return false }
        return now < expires
    }
}
