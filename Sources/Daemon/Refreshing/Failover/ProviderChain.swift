import Synchronization
public import Weather
public import WorkerProtocol

/// Queries providers in order until one answers, and tracks the failures of each.
///
/// A failing provider backs off, so that clients do not wait for it each time. If no other provider has an answer,
/// providers that are backing off are queried too, but not those that requested a delay. A provider that does not cover a
/// place has not failed.
public final class ProviderChain<Content: FetchedReport>: Sendable {
    private let chance: @Sendable () -> Double
    private let moment: (@Sendable () -> Moment)?
    private let fingerprint: (@Sendable (String) -> String)?
    private let inUse: (@Sendable () -> Set<Coordinate>)?
    private let changed: @Sendable ([ProviderBackoff]) async -> Void
    private let replaced: @Sendable (BackingOffProvider) -> Void
    private let sufficiency: Sufficiency<Content>?
    private let state = Mutex(State())

    private struct State {
        /// By the providers' `id`.
        var breakers: [String: CircuitBreaker] = [:]
        var providers: [String: Provider] = [:]
        var answers = PlaceAnswers()
        /// The fingerprint of a failing provider's settings.
        var settings: [String: String] = [:]
        /// What `changed` last received.
        var kept: [ProviderBackoff] = []
    }

    /// - Parameters:
    ///   - chance: a random number from 0 to 1.
    ///   - moment: both clocks; nil for a wall clock that is never set.
    ///   - kept: the backoffs of an earlier run.
    ///   - fingerprint: of the settings of a provider, by `id`; nil when all settings may have changed at once.
    ///   - inUse: the places that are requested again; nil for all.
    ///   - changed: keeps the backoffs for the next run.
    ///   - replaced: called for each provider that starts to back off while another answers, which users would not
    ///     notice.
    ///   - sufficiency: which reports end the search; nil for any.
    public init(
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        moment: (@Sendable () -> Moment)? = nil, kept: [ProviderBackoff] = [],
        fingerprint: (@Sendable (String) -> String)? = nil, inUse: (@Sendable () -> Set<Coordinate>)? = nil,
        changed: @escaping @Sendable ([ProviderBackoff]) async -> Void = { _ in },
        sufficiency: Sufficiency<Content>? = nil,
        replaced: @escaping @Sendable (BackingOffProvider) -> Void = { _ in }
    ) {
        self.chance = chance
        self.sufficiency = sufficiency
        self.replaced = replaced
        self.moment = moment
        self.fingerprint = fingerprint
        self.inUse = inUse
        self.changed = changed
        // A changed setting may have ended the failure.
        let kept = kept.filter { $0.settings == fingerprint?($0.provider.id) ?? $0.settings }
        state.withLock { state in
            state.kept = kept
            for backoff in kept {
                state.providers[backoff.provider.id] = backoff.provider
                state.breakers[backoff.provider.id] = CircuitBreaker(backoff)
                state.settings[backoff.provider.id] = backoff.settings
            }
        }
    }

    /// The report of the first provider that has one for each place, or why there is none.
    ///
    /// - Parameters:
    ///   - previous: the stored reports, which their providers can renew.
    ///   - now: the wall clock.
    public func reports(
        for coordinates: [Coordinate], from providers: [any ReportProvider<Content>],
        renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        var attempt = FailoverAttempt(coordinates: coordinates, sufficiency: sufficiency, stored: previous)
        var backingOff: [any ReportProvider<Content>] = []
        for provider in providers where !attempt.missing.isEmpty && !Task.isCancelled {
            attempt.keep(
                previous.values.filter { $0.isRenewable(by: provider.identity) && $0.hasNotExpired(at: now()) })
            switch breaker(of: provider).state(at: moment(at: now())) {
            case .ready: await ask(provider, in: &attempt, renewing: previous, now: now)
            case .backingOff:
                backingOff.append(provider)
                attempt.postpone(provider.identity, breaker(of: provider))
            case .rateLimited(let until): attempt.skip(provider, of: breaker(of: provider), until: until, at: now())
            }
        }
        for provider in backingOff where !attempt.missing.isEmpty && !Task.isCancelled {
            await ask(provider, in: &attempt, renewing: previous, now: now)
        }
        await conclude(attempt, at: now())
        return attempt.results
    }

    /// The providers that back off at `now`.
    public func backingOff(at now: UnixTime) -> [BackingOffProvider] {
        state.withLock { state in
            let now = moment(at: now)
            return state.breakers.compactMap { id, breaker -> BackingOffProvider? in
                guard let provider = state.providers[id], let failure = breaker.failure else { return nil }
                guard breaker.state(at: now) != .ready else { return nil }
                return BackingOffProvider(provider: provider, until: breaker.end(at: now), failure: failure)
            }.sorted { $0.provider.id < $1.provider.id }
        }
    }

    /// The configuration was reloaded, which may have fixed the cause of a backoff. A backoff that the service caused stays,
    /// unless the provider's settings have changed.
    public func resetBackoff() {
        state.withLock { state in
            var news = State()
            for (id, breaker) in state.breakers {
                guard breaker.failure?.isKept == true, let current = fingerprint?(id), state.settings[id] == current
                else { continue }
                news.breakers[id] = breaker.afterRestart
                news.providers[id] = state.providers[id]
                news.settings[id] = state.settings[id]
            }
            news.kept = state.kept
            state = news
        }
    }

    /// Why a place cannot be fetched yet; nil when a provider can be used.
    public func wait(
        for coordinate: Coordinate, from providers: [any ReportProvider<Content>], at now: UnixTime
    ) -> ProviderWait? {
        let (breakers, moment) = (state.withLock { $0.breakers }, moment(at: now))
        var waits: [ProviderWait] = []
        for provider in providers where provider.covers(coordinate) {
            guard let breaker = breakers[provider.identity.id], let failure = breaker.failure,
                case .rateLimited(let until) = breaker.state(at: moment)
            else { return nil }
            let seconds = until.seconds(since: moment.wall)
            waits.append(ProviderWait(seconds: seconds, failure: failure.waiting(seconds)))
        }
        return waits.first.map { ProviderWait(seconds: waits.map(\.seconds).min() ?? $0.seconds, failure: $0.failure) }
    }

    /// Whether any provider is backing off.
    public var isBackingOff: Bool { state.withLock { !$0.breakers.isEmpty } }

    private func moment(at now: UnixTime) -> Moment { moment?() ?? Moment(now) }

    private func breaker(of provider: any ReportProvider<Content>) -> CircuitBreaker {
        state.withLock { $0.breakers[provider.identity.id] ?? CircuitBreaker() }
    }

    private func ask(
        _ provider: any ReportProvider<Content>, in attempt: inout FailoverAttempt<Content>,
        renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async {
        let id = provider.identity.id
        let own = previous.filter { $0.value.isRenewable(by: provider.identity) }
        let answers = state.withLock { $0.answers }
        var asked: [Coordinate] = []
        for coordinate in attempt.missing {
            let isUncovered = answers.isUncovered(
                coordinate, as: provider.country(of: coordinate), by: id, at: moment(at: now()))
            if !provider.covers(coordinate) || isUncovered {
                attempt.pass(provider.identity, coordinate)
            } else if let failure = provider.refusal(of: coordinate, at: now()) {
                attempt.refuse(coordinate, failure, from: provider.identity)
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
            attempt.take(result, of: coordinate, from: provider.identity)
        }
        state.withLock { [now = moment(at: now())] state in
            for (coordinate, result) in zip(asked, results) {
                let country = provider.country(of: coordinate)
                state.answers.take(result, of: coordinate, as: country, from: id, at: now)
            }
        }
    }

    /// Updates the circuit breakers. If the network failed for all, no provider is at fault.
    private func conclude(_ attempt: FailoverAttempt<Content>, at now: UnixTime) async {
        guard !Task.isCancelled else { return }
        let hasNetwork = !attempt.answering.isEmpty
        let inUse = inUse?()
        let newlyFailing = state.withLock { state in
            for provider in attempt.answering { state.breakers[provider.id] = nil }
            for (provider, failure) in attempt.failing
            where failure.traits.breaker == .always || failure.traits.breaker == .ifAnotherAnswers && hasNetwork {
                // A provider that answers for other places has rejected only this one.
                let isOfPlace =
                    failure.mayBeOfPlace && state.answers.hasAnswered(provider.id, among: inUse, at: moment(at: now))
                if isOfPlace { continue }
                state.providers[provider.id] = provider
                state.settings[provider.id] = fingerprint?(provider.id)
                state.breakers[provider.id, default: CircuitBreaker()].fail(
                    failure, at: moment(at: now), jitter: chance())
            }
            // A repeated failure after the backoff is not reported again.
            return attempt.failing.keys.filter { provider in
                state.breakers[provider.id]?.failures == 1 && attempt.answering.contains { $0 != provider }
            }
        }
        for provider in backingOff(at: now) where newlyFailing.contains(provider.provider) { replaced(provider) }
        await keep()
    }

    /// Keeps the backoffs for the next run, if they have changed.
    private func keep() async {
        let news: [ProviderBackoff]? = state.withLock { state in
            let kept = state.breakers.compactMap { id, breaker -> ProviderBackoff? in
                var backoff = state.providers[id].flatMap { breaker.kept(of: $0) }
                backoff?.settings = state.settings[id] ?? ""
                return backoff
            }.sorted { $0.provider.id < $1.provider.id }
            guard kept != state.kept else { return nil }
            state.kept = kept
            return kept
        }
        if let news { await changed(news) }
    }
}

/// What each provider last answered for each place. Pure.
struct PlaceAnswers: Sendable {
    /// How long an answer is remembered, s.
    private static let lifetime = 86_400
    /// The maximum number of places per provider. Above it, all are discarded, which costs a few requests.
    private static let most = 500

    /// By the providers' `id`: when a provider reported that it does not cover a place.
    private var uncovered: [String: [Subject: Moment]] = [:]
    /// By the providers' `id`: when a provider last answered for a place, unless it has refused the place since.
    private var answered: [String: [Coordinate: Moment]] = [:]

    /// A place, and the country whose warnings are requested for it.
    private struct Subject: Hashable {
        var coordinate: Coordinate
        var country: String?
    }

    /// - Parameter country: the country whose warnings are requested; nil for the place's own, and for other reports.
    func isUncovered(_ coordinate: Coordinate, as country: String? = nil, by id: String, at now: Moment) -> Bool {
        uncovered[id]?[Subject(coordinate: coordinate, country: country)].map { now.seconds(since: $0) < Self.lifetime }
            ?? false
    }

    /// Whether a provider has answered for any place.
    ///
    /// - Parameter places: those that count; nil for all.
    func hasAnswered(_ id: String, among places: Set<Coordinate>?, at now: Moment) -> Bool {
        answered[id, default: [:]].contains { coordinate, time in
            now.seconds(since: time) < Self.lifetime && places?.contains(coordinate) ?? true
        }
    }

    mutating func take<Content>(
        _ result: Result<Content, FetchFailure>, of coordinate: Coordinate, as country: String? = nil, from id: String,
        at now: Moment
    ) {
        guard let failure = result.failure else { return Self.insert(coordinate, in: &answered[id, default: [:]], now) }
        if case .notCovered = failure {
            Self.insert(Subject(coordinate: coordinate, country: country), in: &uncovered[id, default: [:]], now)
        }
        if failure.mayBeOfPlace { answered[id]?[coordinate] = nil }
    }

    private static func insert<Key>(_ place: Key, in places: inout [Key: Moment], _ now: Moment) {
        if places.count >= most { places = places.filter { now.seconds(since: $0.value) < lifetime } }
        if places.count >= most { places = [:] }
        places[place] = now
    }
}
