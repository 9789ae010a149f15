public import Logging
public import Platform
public import Store
import Synchronization
import SystemBus

/// Monitors the kernel's routes and suspend, and pauses and resumes the daemon's network use. It causes no other
/// wake-ups.
public struct NetworkWatch<C: Clock>: BackgroundService where C.Duration == Duration {
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

    /// How long a reported suspend counts. If the machine is awake after that, it did not suspend or has resumed, even if
    /// that was not reported.
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

/// The PrepareForSleep signal of logind or a compatible service: before suspend, and after resume.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// No inhibitor is taken, since nothing needs to be done before suspend.
public final class SleepSignals<C: Clock>: Sendable where C.Duration == Duration {
    private let reconnection: BusReconnection<C>
    private let isFollowing = Mutex(false)

    private static var logind: String { "org.freedesktop.login1" }

    /// - Parameters:
    ///   - address: the address of the bus; nil for the system bus.
    ///   - occasions: yields when the daemon is awake anyway.
    public init(address: String? = nil, clock: C, occasions: @escaping @Sendable () -> AsyncStream<Void>) {
        reconnection = BusReconnection(address: address, clock: clock, occasions: occasions)
    }

    /// Whether logind announces sleep at present.
    public var isFollowed: Bool { isFollowing.withLock { $0 } }

    /// Returns when the task is cancelled. If the bus is missing or restarts, following begins once it is available; until
    /// then, the clocks detect a resume.
    ///
    /// - Parameter report: called with true before suspend and false after resume.
    public func follow(_ report: (Bool) -> Void) async {
        await reconnection.run { bus in
            guard let bus, await follow(on: bus, report) else { return false }
            // The resume may have been missed.
            report(false)
            return true
        }
    }

    /// Returns when the bus has ended.
    ///
    /// - Returns: whether the bus has responded.
    private func follow(on bus: Bus, _ report: (Bool) -> Void) async -> Bool {
        let signals = try? await bus.signals([
            BusMatch(
                sender: Self.logind, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                name: "PrepareForSleep")
        ])
        let owner = try? await bus.call(
            BusCall(
                service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "NameHasOwner", arguments: [.string(Self.logind)]))
        if let signals, let owner {
            isFollowing.withLock { $0 = owner == [.bool(true)] }
            for await signal in signals {
                isFollowing.withLock { $0 = true }
                if case .bool(let isAsleep) = signal.arguments.first { report(isAsleep) }
            }
            isFollowing.withLock { $0 = false }
        }
        return owner != nil
    }
}
