import Languages
public import Logging
public import Platform
public import Store
public import Weather

/// Keeps one type of report fresh: waits for triggers and deadlines, and executes its plan's fetches.
public struct Refresher<C: Clock, Content: ProviderReport & Hashable>: BackgroundService where C.Duration == Duration {
    /// Fetches these places; a client waits for them if it is urgent.
    public typealias Fetch = @Sendable ([Coordinate], _ isUrgent: Bool) async -> [Result<Content, FetchFailure>]

    let store: Store
    let part: any PlaceWeather.Part<Content>
    let scope: @Sendable () -> RefreshScope
    let clock: C
    let now: @Sendable () -> UnixTime
    let chance: @Sendable () -> Double
    private let fetch: Fetch
    private let log: RefreshLog
    private let kept: @Sendable () -> Void
    let hurry: @Sendable (Coordinate) -> Void
    let events: AsyncStream<Event>
    let continuation: AsyncStream<Event>.Continuation
    let policy: @Sendable () -> RefreshPolicy
    let waits: @Sendable ([Coordinate]) -> [Coordinate: ProviderWait]

    private let pauseReason: FetchFailure?

    enum Event: Sendable {
        case trigger(Trigger)
        case alarm(C.Instant)
        case finished([Coordinate], FetchOutcome, fetch: Int)
        case refresh(Coordinate, wait: Bool, CheckedContinuation<RefreshAnswer, Never>)
        case ping(CheckedContinuation<Void, Never>)
    }

    /// - Parameters:
    ///   - part: the type of report.
    ///   - scope: the places that are kept fresh without a request; called at every change, like `policy`.
    ///   - policy: called at every change, since the configuration can be reloaded.
    ///   - clock: for deadlines. It should continue during suspend, so that missed deadlines fire on resume.
    ///   - now: the wall clock, for stored and displayed times.
    ///   - chance: a random number from 0 to 1.
    ///   - pauseReason: why fetches are paused until `released` is sent; nil when they are not.
    ///   - waits: the places for which no provider can be used yet.
    ///   - kept: called after new reports were stored.
    ///   - hurry: called when a client begins to wait for a place whose fetch has begun.
    ///   - fetch: fetches the report of each place, in order; at most `ProviderLimits.batch` of the policy.
    public init(
        store: Store, part: any PlaceWeather.Part<Content>, scope: @autoclosure @escaping @Sendable () -> RefreshScope,
        policy: @escaping @Sendable () -> RefreshPolicy, clock: C,
        now: @escaping @Sendable () -> UnixTime,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, pauseReason: FetchFailure? = nil,
        log: RefreshLog,
        waits: @escaping @Sendable ([Coordinate]) -> [Coordinate: ProviderWait] = { _ in [:] },
        kept: @escaping @Sendable () -> Void = {},
        hurry: @escaping @Sendable (Coordinate) -> Void = { _ in },
        fetch: @escaping Fetch
    ) {
        self.store = store
        self.part = part
        self.scope = scope
        self.policy = policy
        self.clock = clock
        self.now = now
        self.chance = chance
        self.pauseReason = pauseReason
        self.log = log
        self.waits = waits
        self.kept = kept
        self.hurry = hurry
        self.fetch = fetch
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Runs until the task is cancelled, and leaves nothing running. It can be called once.
    public func run() async {
        var loop = Loop(refresher: self)
        await withDiscardingTaskGroup { group in
            if let pauseReason {
                loop.handle(.trigger(.held(reason: pauseReason)), in: &group)
            } else {
                loop.begin(in: &group)
            }
            for await event in events { loop.handle(event, in: &group) }
            group.cancelAll()
        }
        await loop.abandonWaiters()
    }

    /// Wakes the loop.
    public func send(_ trigger: Trigger) {
        continuation.yield(.trigger(trigger))
    }

    /// Wakes the loop if it keeps any of the changed places fresh.
    public func send(_ change: StoreChange) {
        if change.contains(.place) || change.contains(.favourites) && scope() == .all { send(.changed) }
    }

    /// Requests a refresh now.
    ///
    /// - Parameters:
    ///   - wait: whether to reply when the fetch has ended instead of when it has started.
    ///   - next: called once the request is queued, before the reply.
    public func refresh(_ coordinate: Coordinate, wait: Bool, then next: () -> Void = {}) async -> RefreshAnswer {
        await withCheckedContinuation { answer in
            if case .terminated = continuation.yield(.refresh(coordinate.rounded, wait: wait, answer)) {
                answer.resume(returning: .stopping)
            }
            next()
        }
    }

    /// Returns after one iteration of the loop, which shows that it is alive.
    public func ping() async {
        await withCheckedContinuation { pong in
            if case .terminated = continuation.yield(.ping(pong)) { pong.resume() }
        }
    }
}

extension Refresher {
    /// The outcome of one fetch, besides the reports.
    enum FetchOutcome: Sendable {
        case ended(failures: [Coordinate: FetchFailure])
        /// The fetch was cancelled before these places had a report.
        case abandoned(Set<Coordinate>)
    }

    /// Fetches, logs and stores one batch. A run that ends before the reports are stored counts as interrupted by them.
    func fetchAndKeep(_ batch: [Coordinate], isUrgent: Bool) async -> FetchOutcome {
        await store.fetching { await fetchAndKeepNow(batch, isUrgent) }
    }

    private func fetchAndKeepNow(_ batch: [Coordinate], _ isUrgent: Bool) async -> FetchOutcome {
        var reports: [Content] = []
        var failures: [Coordinate: FetchFailure] = [:]
        let correction = store.clockCorrection
        for (coordinate, result) in zip(batch, await fetch(batch, isUrgent)) {
            switch result {
            case .success(let report): reports.append(report)
            case .failure(let failure): failures[coordinate] = failure
            }
        }
        // A cancelled fetch has not failed.
        let isAbandoned = Task.isCancelled
        if !reports.isEmpty {
            log.record(reports)
            await store.keep(reports, as: part, at: now(), since: correction)
            kept()
        }
        if isAbandoned, !failures.isEmpty { return .abandoned(Set(failures.keys)) }
        if !failures.isEmpty { note(failures) }
        return .ended(failures: failures)
    }

    func note(_ failures: [Coordinate: FetchFailure]) {
        log.record(failures, known: store.snapshot.weather.compactMapValues { $0[keyPath: part].failure })
        store.note(failures, of: part, at: now())
    }
}

/// A refresher of any kind of report.
public protocol ReportRefresher: BackgroundService {
    /// Requests a refresh now, and calls `next` without waiting for the reply.
    func refresh(_ coordinate: Coordinate, wait: Bool, then next: () -> Void) async -> RefreshAnswer

    /// Wakes the loop.
    func send(_ trigger: Trigger)

    /// Wakes the loop if it keeps any of the changed places fresh.
    func send(_ change: StoreChange)

    /// Returns after one iteration of the loop, which shows that it is alive.
    func ping() async
}

extension Refresher: ReportRefresher {}

/// Wakes the refresher before its own deadlines.
public enum Trigger: Sendable {
    /// A client requested the place; it is fetched if its report is old.
    case requested(Coordinate)
    /// A client requested a refresh of the place, and does not wait for it.
    case refreshed(Coordinate)
    /// The current place, the favourites, or the policy may have changed.
    case changed
    /// The services may be reachable again.
    case returned
    /// Pauses fetches until `released`: there is no route to any service, or the machine is about to suspend. Running
    /// fetches are cancelled.
    ///
    /// - reason: the failure of places that become due; nil for none.
    case held(reason: FetchFailure?)
    /// A route is available, or has changed: fetches over the old one restart.
    case released
    /// A failure may have ended: the machine has resumed, or a route was added.
    case improved
    /// The wall clock was set.
    case clockSet
    /// The configuration was reloaded, which may have fixed failures.
    case reloaded
}

/// The places for which one type of report is kept fresh. Others are fetched on request.
public enum RefreshScope: Sendable, Hashable {
    /// The current place and the favourites.
    case all
    /// The current place.
    case current
    /// None.
    case onRequest
}

/// Logs fetches: one line per fetch, for any number of places.
public struct RefreshLog: Sendable {
    private let logger: Logger
    /// What is fetched: `weather`.
    private let subject: String

    /// - Parameter subject: what is fetched: `weather`, `warnings`.
    public init(logger: Logger, subject: String = "weather") {
        self.logger = logger
        self.subject = subject
    }

    /// One line per provider; a fallback provider may have answered for some of the places.
    func record(_ reports: [some ProviderReport]) {
        for (provider, group) in Dictionary(grouping: reports, by: \.provider).sorted(by: { $0.key.id < $1.key.id }) {
            let metadata: Logger.Metadata = [
                "place": words(for: group.map(\.coordinate)), "provider": "\(provider.id)",
            ]
            logger.info("fetched \(subject)\(words(for: group.count)) from \(provider.name)", metadata: metadata)
            let codes = Set(group.flatMap { $0.unknownCodes ?? [] })
            if !codes.isEmpty {
                logger.warning("\(UnknownCodesSentence.text(codes, of: provider))", metadata: metadata)
            }
        }
    }

    /// One line per distinct failure.
    ///
    /// - Parameter known: the previous failures. A repeated failure is logged only at debug level, so that a night
    ///   offline does not fill the log.
    func record(_ failures: [Coordinate: FetchFailure], known: [Coordinate: FetchFailure]) {
        for (failure, group) in Dictionary(grouping: failures, by: \.value) {
            let isNews = group.contains { known[$0.key] != failure }
            let metadata: Logger.Metadata = [
                "place": words(for: group.map(\.key)), "error": "\(failure.code.rawValue)",
            ]
            logger.log(
                level: isNews ? level(of: failure) : .debug,
                "no new \(subject)\(words(for: group.count)): \(failure.sentence)",
                metadata: metadata)
        }
    }

    /// A place without coverage is not an error; for warnings, that is most of the world.
    private func level(of failure: FetchFailure) -> Logger.Level {
        failure.code == .notCovered ? .debug : .warning
    }

    private func words(for count: Int) -> String {
        count == 1 ? "" : " for \(count) places"
    }

    private func words(for coordinates: [Coordinate]) -> Logger.MetadataValue {
        "\(coordinates.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " "))"
    }
}
