import CSystemd
import Glibc

/// Tells the service manager how the daemon is doing, as sd_notify(3) describes. Without a manager nothing is sent.
public struct Notifier: Sendable {
    public init() {}

    /// The daemon answers queries, or has finished reloading.
    public func ready() {
        send("READY=1")
    }

    /// Replaces the line that `systemctl status` shows.
    public func status(_ line: String) {
        send("STATUS=" + line.map { $0.isNewline ? " " : $0 })
    }

    /// The configuration is being read anew; `ready()` ends it.
    public func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
    }

    public func stopping() {
        send("STOPPING=1")
    }

    func alive() {
        send("WATCHDOG=1")
    }

    private func send(_ state: String) {
        // A manager that went away is no reason to stop serving the weather.
        _ = sd_notify(0, state)
    }
}
