import CSystemd
import Glibc

/// Sends the daemon's state to the service manager (sd_notify(3)); does nothing without one.
public struct Notifier: Sendable {
    public init() {}

    /// The daemon is ready, or has finished reloading.
    public func ready() {
        send("READY=1")
    }

    /// Sets the status line of `systemctl status`.
    public func status(_ line: String) {
        send("STATUS=" + line.map { $0.isNewline ? " " : $0 })
    }

    /// The configuration is being reloaded; `ready()` ends it.
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
        // Ignored: the daemon serves the weather without a manager, too.
        _ = sd_notify(0, state)
    }
}
