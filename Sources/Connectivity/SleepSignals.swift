import Bus

/// The PrepareForSleep signal of logind or a compatible service: before suspend, and after resume.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// No inhibitor is taken, since nothing needs to be done before suspend.
public struct SleepSignals<C: Clock>: Sendable where C.Duration == Duration {
    /// The address of the bus; nil for the system bus.
    private let address: String?
    private let clock: C

    /// The delay before the first attempt to reach a bus that has ended; it doubles with each further one.
    private static var firstPause: Duration { .seconds(1) }
    private static var longestPause: Duration { .seconds(600) }

    public init(address: String? = nil, clock: C) {
        self.address = address
        self.clock = clock
    }

    /// Returns when the task is cancelled, or if there is no bus at startup. The clocks then detect a resume. After a restart
    /// of the bus, the signals are followed again.
    ///
    /// - Parameter report: called with true before suspend and false after resume.
    public func follow(_ report: (Bool) -> Void) async {
        guard await followOnce(report) else { return }
        var pause = Self.firstPause
        while !Task.isCancelled {
            // The resume may have been missed.
            report(false)
            guard (try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)) != nil else { return }
            pause = await followOnce(report) ? Self.firstPause : min(pause * 2, Self.longestPause)
        }
    }

    /// - Returns: whether there was a bus; after it has ended.
    private func followOnce(_ report: (Bool) -> Void) async -> Bool {
        guard let bus = try? await Bus.open(at: address) else { return false }
        let signals = try? await bus.signals([
            BusMatch(
                sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager", name: "PrepareForSleep")
        ])
        if let signals {
            for await signal in signals {
                if case .bool(let isAsleep) = signal.arguments.first { report(isAsleep) }
            }
        }
        await bus.close()
        return signals != nil
    }
}
