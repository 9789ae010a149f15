import Bus

/// The PrepareForSleep signal of logind or a compatible service: before suspend, and after resume.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// No inhibitor is taken, since nothing needs to be done before suspend.
public struct SleepSignals: Sendable {
    /// The address of the bus; nil for the system bus.
    private let address: String?

    public init(address: String? = nil) {
        self.address = address
    }

    /// Returns when the task is cancelled, and when there is no bus. The clocks then detect a
    /// resume.
    ///
    /// - Parameter report: called with true before suspend and false after resume.
    public func follow(_ report: (Bool) -> Void) async {
        guard let bus = try? await Bus.open(at: address) else { return }
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
    }
}
