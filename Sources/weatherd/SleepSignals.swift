import Bus

/// The word of logind, or of who stands in for it, that the machine is about to sleep, and that it is awake again.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// Nothing holds up the sleep: no inhibitor is taken, since there is nothing that could not be left as it is.
struct SleepSignals: Sendable {
    /// Of the bus; nil for the system's.
    var address: String?

    /// Returns when the task is cancelled, and when there is no bus to say so. Then there are the clocks, which tell of a
    /// resume as well.
    ///
    /// - Parameter told: whether the machine is about to sleep, or awake.
    func follow(_ told: (Bool) -> Void) async {
        guard let bus = try? await Bus.open(at: address) else { return }
        let signals = try? await bus.signals([
            BusMatch(
                sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager", name: "PrepareForSleep")
        ])
        if let signals {
            for await signal in signals {
                if case .bool(let isAsleep) = signal.arguments.first { told(isAsleep) }
            }
        }
        await bus.close()
    }
}
