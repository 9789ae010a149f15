import Languages
public import Logging
public import Platform
public import Store
import Synchronization
public import Weather

/// Decides what is fetched less often, from what system services report and how clients use weatherd.
public final class SavingMonitor<C: Clock>: BackgroundService where C.Duration == Duration {
    /// Reports the device's state, and then each change, until the task is cancelled.
    public typealias Device = @Sendable (_ report: @escaping @Sendable (DeviceState) -> Void) async -> Void

    private let store: Store
    private let settings: @Sendable () -> SavingSettings
    private let device: Device
    private let clock: C
    private let changed: @Sendable () -> Void
    private let logger: Logger
    private let state = Mutex(State())
    private let timers: AsyncStream<Void>
    private let timer: AsyncStream<Void>.Continuation

    private struct State {
        var device = DeviceState()
        var presence = ClientPresence<C.Instant>()
        var mode = SavingMode.none
        /// Whether a timer waits for the end of the presence.
        var isTiming = false

        /// When a client's last request stops outweighing the hints; nil if time alone changes nothing.
        func end(at now: C.Instant) -> C.Instant? {
            device.yieldsToUse && presence.isPresent(at: now) ? presence.end : nil
        }
    }

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - changed: called after the mode has changed.
    public init(
        store: Store, settings: @escaping @Sendable () -> SavingSettings, device: @escaping Device, clock: C,
        changed: @escaping @Sendable () -> Void, logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.device = device
        self.clock = clock
        self.changed = changed
        self.logger = logger
        (timers, timer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Before the first fetch, which a metered connection may forbid.
        update { _ in }
    }

    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in await device { state in self.update { $0.device = state } } }
            group.addTask { [self] in for await _ in timers { await waitForEndOfPresence() } }
        }
    }

    /// A client has sent a request.
    public func request() {
        // Clients may send thousands of requests, which change nothing unless the session is idle.
        let isRelevant = state.withLock { state in
            state.presence.lastRequest = clock.now
            let isAway = state.mode.reasons.contains { $0 == .idle || $0 == .locked }
            return state.device.yieldsToUse && (isAway || !state.isTiming)
        }
        if isRelevant { update { _ in } }
    }

    /// - Parameter count: the number of connections that watch.
    public func setWatchers(_ count: Int) {
        update { state in
            // The last one was there until now.
            if count == 0, state.presence.watchers > 0 { state.presence.lastRequest = clock.now }
            state.presence.watchers = count
        }
    }

    /// The configuration was reloaded.
    public func reconfigure() {
        update { _ in }
    }

    private func update(_ change: (inout State) -> Void) {
        // The effects are under the lock, so that the last one is the latest mode. None of them calls back.
        state.withLock { state in
            change(&state)
            let now = clock.now
            let mode = SavingMode(state.device, isUsed: state.presence.isPresent(at: now), settings())
            if mode != state.mode {
                state.mode = mode
                logger.info("\(mode.sentence.map { "fetching less: \($0)" } ?? "back to the usual intervals")")
                store.setSaving(mode)
                changed()
            }
            if !state.isTiming, state.end(at: now) != nil {
                state.isTiming = true
                timer.yield()
            }
        }
    }

    private func waitForEndOfPresence() async {
        while let end = endOfPresence {
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            update { _ in }
        }
    }

    /// nil when there is nothing to wait for, which ends the timer.
    private var endOfPresence: C.Instant? {
        state.withLock { state in
            let end = state.end(at: clock.now)
            state.isTiming = end != nil
            return end
        }
    }
}
