import CSystemd
public import Platform

/// Notifies the service manager's watchdog as long as all checked parts respond.
public struct Watchdog<C: Clock>: Service where C.Duration == Duration {
    private let notifier: Notifier
    private let clock: C
    private let checks: [@Sendable () async -> Void]
    private let beat: @Sendable () -> Void

    /// - Parameters:
    ///   - checks: each returns when its part responds. If one hangs, the watchdog expires and the manager restarts the
    ///     daemon.
    ///   - beat: called after all checks have returned.
    public init(
        notifier: Notifier, clock: C, checks: [@Sendable () async -> Void], beat: @escaping @Sendable () -> Void = {}
    ) {
        self.notifier = notifier
        self.clock = clock
        self.checks = checks
        self.beat = beat
    }

    /// The watchdog interval; nil when the watchdog is off.
    private var interval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(microseconds))
    }

    public func run() async throws {
        guard let interval else {
            await untilCancelled()
            return
        }
        // Half the timeout, as sd_watchdog_enabled(3) recommends.
        while (try? await clock.sleep(for: interval / 2)) != nil {
            for check in checks { await check() }
            notifier.alive()
            beat()
        }
    }
}
