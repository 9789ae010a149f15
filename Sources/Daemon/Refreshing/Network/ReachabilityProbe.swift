public import Platform
public import Store
public import Weather

/// Probes whether a service is reachable again, without sending it requests: it tries to connect, with the intervals of
/// `ProbeBackoff`. After an outage behind the router or a sign-in to a captive portal, the weather is updated within a minute,
/// however long the retry backoff has become.
///
/// It does not probe while the service itself fails: a successful connection would prove nothing, and clients should come
/// back one after the other, not at once.
public struct ReachabilityProbe<C: Clock>: BackgroundService where C.Duration == Duration {
    private let store: Store
    private let clock: C
    private let url: @Sendable () -> String?
    private let connects: @Sendable (String) async -> Bool
    private let reached: @Sendable () -> Void

    /// The store changes that may affect an obstacle.
    static var concern: StoreChange { [.place, .reports, .network] }

    /// - Parameters:
    ///   - url: the URL of the first service; nil when there is none.
    ///   - connects: whether a connection to its host, or to the proxy for it, succeeds.
    ///   - reached: called after a successful probe.
    public init(
        store: Store, clock: C, url: @escaping @Sendable () -> String?,
        connects: @escaping @Sendable (String) async -> Bool, reached: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.clock = clock
        self.url = url
        self.connects = connects
        self.reached = reached
    }

    public func run() async {
        let changes = store.changes(of: Self.concern)
        var iterator = changes.makeAsyncIterator()
        while !Task.isCancelled {
            if obstacle != nil { await probeUntilReached() }
            guard await iterator.next() != nil else { return }
        }
    }

    /// Why the current place has no new weather, if the connection may be the cause. Without a route, the kernel
    /// reports when it returns.
    private var obstacle: FetchFailure? {
        let snapshot = store.snapshot
        guard snapshot.hasNetwork, let key = snapshot.place?.coordinate.rounded,
            let forecast = snapshot.weather[key]?.forecast, forecast.isConnectionSuspect,
            let failure = forecast.failure,
            failure != .noNetwork
        else { return nil }
        return failure.mayBeRouteFailure ? failure : nil
    }

    private func probeUntilReached() async {
        var backoff = ProbeBackoff()
        while obstacle != nil {
            let next = clock.now.advanced(by: backoff.pause)
            guard (try? await clock.sleep(until: next, tolerance: nil)) != nil else { return }
            guard let obstacle, let url = url() else { continue }
            guard await connects(url) else {
                backoff.recordFailure(obstacle)
                continue
            }
            reached()
            backoff.recordSuccess(obstacle)
        }
    }
}

/// The intervals of probes that check, without a request, whether an unreachable service accepts connections again.
/// Pure.
///
/// When the cause is certainly this machine's network, the interval is a constant 50 seconds; when it may be the
/// service, which all its users would probe, intervals double.
public struct ProbeBackoff: Sendable, Hashable {
    /// The minimum interval.
    public static let leastPause = Duration.seconds(50)
    public static let longestPause = Duration.seconds(1600)
    /// How many probes without doubling while something else, such as a captive portal, seems to answer: half an hour,
    /// in which a user signs in.
    private static let probesBeforeDoubling = 36

    /// The time to the next probe.
    public private(set) var pause = leastPause
    /// Consecutive answers.
    private var answers = 0

    public init() {}

    /// The connection failed.
    public mutating func recordFailure(_ obstacle: FetchFailure) {
        let isNews = answers > 0
        answers = 0
        pause = isNews || obstacle.isRouteFailure ? Self.leastPause : min(pause * 2, Self.longestPause)
    }

    /// The service accepts connections; the next request may still fail.
    public mutating func recordSuccess(_ obstacle: FetchFailure) {
        answers += 1
        if !obstacle.mayBePortal || answers > Self.probesBeforeDoubling { pause = min(pause * 2, Self.longestPause) }
    }
}
