import Synchronization
public import Weather

/// Asks providers in their order until one answers, and remembers how each of them fared.
///
/// One that fails rests for a while, so that nobody waits for it each time; one that asks for a rest is given it. When all
/// the others have nothing, those are asked that rest only by our own choice: of a single provider, whoever asks decides
/// how often. One that has nothing for a place is passed over, which is no failure of its.
public final class ProviderChain<Content: ProviderReport>: Sendable {
    private let chance: @Sendable () -> Double
    private let replaced: @Sendable (RestingProvider) -> Void
    private let state = Mutex(State())

    private struct State {
        /// By the providers' `id`.
        var breakers: [String: CircuitBreaker] = [:]
        var providers: [String: Provider] = [:]
        /// Until when a provider that said so is believed to have nothing for a place.
        var uncovered: [String: [Coordinate: UnixTime]] = [:]
    }

    /// For so long a provider's word that it does not cover a place is believed, seconds.
    private static var uncoveredFor: Int { 86_400 }
    /// How many such words are remembered of each provider.
    private static var uncoveredLimit: Int { 500 }

    /// - Parameters:
    ///   - chance: a number from 0 to 1, another at each call.
    ///   - replaced: told of each provider that begins to rest while others answer, which nobody would notice else.
    public init(
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        replaced: @escaping @Sendable (RestingProvider) -> Void = { _ in }
    ) {
        self.chance = chance
        self.replaced = replaced
    }

    /// For each place the first report that a provider gives, in the order of the providers, or why there is none.
    ///
    /// - Parameters:
    ///   - previous: what is kept of the places, to be renewed by who gave it.
    ///   - now: the wall clock.
    public func reports(
        for coordinates: [Coordinate], from providers: [any ReportProvider<Content>],
        renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        var round = Round<Content>(coordinates: coordinates)
        var resting: [any ReportProvider<Content>] = []
        for provider in providers where !round.missing.isEmpty && !Task.isCancelled {
            round.keep(previous.values.filter { $0.provider.id == provider.identity.id && $0.isPromised(at: now()) })
            switch breaker(of: provider).state(at: now()) {
            case .ready: await ask(provider, in: &round, renewing: previous, now: now)
            case .resting: resting.append(provider)
            case .barred(let until): round.skip(provider, of: breaker(of: provider), until: until, at: now())
            }
        }
        for provider in resting where !round.missing.isEmpty && !Task.isCancelled {
            await ask(provider, in: &round, renewing: previous, now: now)
        }
        conclude(round, at: now())
        return round.results
    }

    /// The providers that are left alone at `now`.
    public func resting(at now: UnixTime) -> [RestingProvider] {
        state.withLock { state in
            state.breakers.compactMap { id, breaker -> RestingProvider? in
                guard let provider = state.providers[id], let failure = breaker.failure else { return nil }
                guard breaker.state(at: now) != .ready else { return nil }
                return RestingProvider(provider: provider, until: breaker.restsUntil, failure: failure)
            }.sorted { $0.provider.id < $1.provider.id }
        }
    }

    /// Has everybody asked again at once: what made them fail may have been mended by a new configuration.
    public func forgive() {
        state.withLock { $0 = State() }
    }

    private func breaker(of provider: any ReportProvider<Content>) -> CircuitBreaker {
        state.withLock { $0.breakers[provider.identity.id] ?? CircuitBreaker() }
    }

    private func ask(
        _ provider: any ReportProvider<Content>, in round: inout Round<Content>,
        renewing previous: [Coordinate: Content],
        now: @Sendable () -> UnixTime
    ) async {
        let id = provider.identity.id
        let own = previous.filter { $0.value.provider.id == id }
        let uncovered = state.withLock { $0.uncovered[id] ?? [:] }
        var asked: [Coordinate] = []
        for coordinate in round.missing {
            let isKnownNotTo = uncovered[coordinate].map { now() < $0 } ?? false
            if isKnownNotTo || !provider.covers(coordinate) {
                round.pass(provider.identity, coordinate)
            } else {
                asked.append(coordinate)
            }
        }
        // Whoever asks keeps to what the first provider takes; one that stands in may take less.
        for coordinate in asked.dropFirst(provider.limits.placesAMinute) {
            round.postpone(coordinate, from: provider.identity)
        }
        asked = Array(asked.prefix(provider.limits.placesAMinute))
        guard !asked.isEmpty else { return }
        let results = await provider.allReports(for: asked, renewing: own, now: now)
        for (coordinate, result) in zip(asked, results) {
            if case .failure(.notCovered) = result { remember(coordinate, uncoveredBy: id, at: now()) }
            round.take(result, of: coordinate, from: provider.identity)
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

    /// Draws the lessons of a round. When the network failed for everybody, it was no provider's fault.
    private func conclude(_ round: Round<Content>, at now: UnixTime) {
        guard !Task.isCancelled else { return }
        let hasNetwork = !round.answering.isEmpty
        let tired = state.withLock { state in
            for provider in round.answering { state.breakers[provider.id] = CircuitBreaker() }
            for (provider, failure) in round.failing
            where failure != .noNetwork && (hasNetwork || !failure.mayBeOurs) {
                state.providers[provider.id] = provider
                state.breakers[provider.id, default: CircuitBreaker()].fail(failure, at: now, jitter: chance())
            }
            // When it fails again after its rest, that is no news.
            return round.failing.keys.filter { hasNetwork && state.breakers[$0.id]?.failures == 1 }
        }
        for provider in resting(at: now) where tired.contains(provider.provider) { replaced(provider) }
    }
}

extension FetchFailure {
    /// Whether the reason may be this machine, so that it says nothing of the provider unless another has answered.
    fileprivate var mayBeOurs: Bool {
        if case .worker = self { true } else { isOffline }
    }
}

extension ProviderReport {
    /// Whether the provider said that until later than `now` nothing newer can be had.
    fileprivate func isPromised(at now: UnixTime) -> Bool {
        guard let expires = promise?.expires, !isAhead(of: now) else { return false }
        return now < expires
    }
}
