import Keeping
import Locating
import Logging
import Refreshing
import ServiceLifecycle
import Synchronization

/// Follows the kernel's routes and the machine's sleep, and tells whoever asks somebody on the network when to rest and when
/// to go on. In between nothing wakes up.
struct NetworkWatch<C: Clock>: Service where C.Duration == Duration {
    let connectivity: Connectivity
    /// An element whenever the routes may be others; nil where that is not told.
    let changes: AsyncStream<Void>?
    /// Tells whether the machine is about to sleep, or awake, until there is nobody to say so.
    let sleep: @Sendable (_ told: (Bool) -> Void) async -> Void
    let clock: C
    let store: Store
    /// Tells one who refreshes.
    let tell: @Sendable (Connectivity.Asker, Trigger) -> Void
    let locate: @Sendable (Reachability.Change) -> Void
    let logger: Logger

    /// From the word that the machine is about to sleep. One that is still awake then does not sleep, and one that wakes up
    /// later is awake whether it says so or not.
    private var longestGoodbye: Duration { .seconds(60) }

    func run() async {
        await cancelWhenGracefulShutdown {
            let (goodbyes, goodbye) = AsyncStream.makeStream(of: C.Instant.self, bufferingPolicy: .bufferingNewest(1))
            let end = SleepEnd<C.Instant>()
            await withDiscardingTaskGroup { group in
                if let changes { group.addTask { for await _ in changes { look() } } }
                group.addTask {
                    await sleep { isAsleep in
                        let deadline = isAsleep ? clock.now.advanced(by: longestGoodbye) : nil
                        end.latest.withLock { $0 = deadline }
                        setAsleep(isAsleep)
                        if let deadline { goodbye.yield(deadline) }
                    }
                    setAsleep(false)
                }
                group.addTask {
                    for await deadline in goodbyes {
                        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                        if end.latest.withLock({ $0 == deadline }) { setAsleep(false) }
                    }
                }
            }
        }
    }

    /// Looks whether the ways are others.
    @Sendable func look() {
        for (asker, change) in connectivity.look() {
            if asker == .forecasts {
                log(change)
                store.setNetwork(change != .cut)
            }
            if asker == .location {
                locate(change)
            } else if let trigger = connectivity.trigger(change) {
                tell(asker, trigger)
            }
        }
    }

    private func setAsleep(_ isAsleep: Bool) {
        for asker in connectivity.setAsleep(isAsleep) where asker != .location {
            tell(asker, isAsleep ? .held(reason: nil) : .released)
        }
    }

    private func log(_ change: Reachability.Change) {
        switch change {
        case .cut: logger.info("there is no network; nothing is fetched until there is")
        case .back: logger.info("the network is back")
        case .rerouted: logger.info("the network is another")
        case .eased: break
        }
    }
}

/// When the sleep that was told of last is over at the latest; nil once it is.
private final class SleepEnd<Instant: InstantProtocol>: Sendable {
    let latest = Mutex<Instant?>(nil)
}
