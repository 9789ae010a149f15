import CSystemd
public import ServiceLifecycle

/// Feeds the service manager's watchdog, as long as every part that must be alive answers.
public struct Watchdog<C: Clock>: Service where C.Duration == Duration {
    private let notifier: Notifier
    private let clock: C
    private let checks: [@Sendable () async -> Void]
    private let beat: @Sendable () -> Void

    /// - Parameters:
    ///   - checks: each returns when its part is alive. One that hangs leaves the watchdog unfed, and the manager
    ///     then restarts the daemon.
    ///   - beat: done each time that all were alive.
    public init(
        notifier: Notifier, clock: C, checks: [@Sendable () async -> Void], beat: @escaping @Sendable () -> Void = {}
    ) {
        self.notifier = notifier
        self.clock = clock
        self.checks = checks
        self.beat = beat
    }

    /// How often the manager wants to be fed; nil when it does not watch this process.
    private var interval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(microseconds))
    }

    public func run() async throws {
        guard let interval else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            // Half the interval, as sd_watchdog_enabled(3) advises.
            while (try? await clock.sleep(for: interval / 2)) != nil {
                for check in checks { await check() }
                notifier.alive()
                beat()
            }
        }
    }
}
