public import Logging
public import Platform
public import Store
import Synchronization

/// Monitors the kernel's routes and suspend, and pauses and resumes the daemon's network use. It causes no other
/// wake-ups.
public struct NetworkWatch<C: Clock>: Service where C.Duration == Duration {
    private let status: NetworkStatus
    private let changes: AsyncStream<Void>?
    private let sleep: Sleep
    private let clock: C
    private let store: Store
    private let notify: @Sendable (NetworkConsumer, Trigger) -> Void
    private let locate: @Sendable (Reachability.Change) -> Void
    private let logger: Logger

    /// Reports suspend (true) and resume (false) until its source ends.
    public typealias Sleep = @Sendable (_ report: (Bool) -> Void) async -> Void

    /// - Parameters:
    ///   - changes: yields whenever routes may have changed; nil where the kernel does not report changes.
    ///   - notify: notifies one refresher.
    ///   - locate: notifies the locator.
    public init(
        status: NetworkStatus, changes: AsyncStream<Void>?, sleep: @escaping Sleep, clock: C, store: Store,
        notify: @escaping @Sendable (NetworkConsumer, Trigger) -> Void,
        locate: @escaping @Sendable (Reachability.Change) -> Void, logger: Logger
    ) {
        self.status = status
        self.changes = changes
        self.sleep = sleep
        self.clock = clock
        self.store = store
        self.notify = notify
        self.locate = locate
        self.logger = logger
    }

    /// How long a reported suspend counts. A machine that is awake after that did not suspend, or resumed, whether
    /// or not that was reported.
    private var suspendTimeout: Duration { .seconds(60) }

    public func run() async {
        let (suspends, suspend) = AsyncStream.makeStream(of: C.Instant.self, bufferingPolicy: .bufferingNewest(1))
        let end = SleepEnd<C.Instant>()
        await withDiscardingTaskGroup { group in
            if let changes { group.addTask { for await _ in changes { checkRoutes() } } }
            group.addTask {
                await sleep { isAsleep in
                    let deadline = isAsleep ? clock.now.advanced(by: suspendTimeout) : nil
                    end.latest.withLock { $0 = deadline }
                    setAsleep(isAsleep)
                    if let deadline { suspend.yield(deadline) }
                }
                setAsleep(false)
            }
            group.addTask {
                for await deadline in suspends {
                    guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                    if end.latest.withLock({ $0 == deadline }) { setAsleep(false) }
                }
            }
        }
    }

    /// Checks whether the routes have changed.
    @Sendable public func checkRoutes() {
        for (consumer, change) in status.checkRoutes() {
            if consumer == .forecasts {
                log(change)
                store.setNetwork(change != .cut)
            }
            if consumer == .location {
                locate(change)
            } else if let trigger = status.trigger(change) {
                notify(consumer, trigger)
            }
        }
    }

    private func setAsleep(_ isAsleep: Bool) {
        for consumer in status.setAsleep(isAsleep) where consumer != .location {
            notify(consumer, isAsleep ? .held(reason: nil) : .released)
        }
    }

    private func log(_ change: Reachability.Change) {
        switch change {
        case .cut: logger.info("no route to any service; fetching is paused")
        case .back: logger.info("network available again; fetching resumes")
        case .rerouted: logger.info("default route changed")
        case .improved: break
        }
    }
}

/// The latest end of the last reported suspend; nil once it has passed.
private final class SleepEnd<Instant: InstantProtocol>: Sendable {
    let latest = Mutex<Instant?>(nil)
}
