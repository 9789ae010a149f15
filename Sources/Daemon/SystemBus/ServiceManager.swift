import CSystemd
import Glibc
public import Platform

/// Sends the daemon's state to the service manager (sd_notify(3)); does nothing without one.
public struct Notifier: Sendable {
    public init() {}

    /// Reports that the daemon is ready, or has finished reloading.
    public func ready() {
        send("READY=1")
    }

    /// Sets the status line of `systemctl status`.
    public func status(_ line: String) {
        send("STATUS=" + line.map { $0.isNewline ? " " : $0 })
    }

    /// Reports that the configuration is being reloaded, until `ready()` is called.
    public func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicTime.now.nanoseconds / 1000)")
    }

    public func stopping() {
        send("STOPPING=1")
    }

    func alive() {
        send("WATCHDOG=1")
    }

    private func send(_ state: String) {
        // Errors are ignored: the daemon also works without a service manager.
        _ = sd_notify(0, state)
    }
}

/// Notifies the service manager's watchdog as long as all checked parts respond.
public struct Watchdog<C: Clock>: BackgroundService where C.Duration == Duration {
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

/// The listening socket passed by the service manager (sd_listen_fds(3)).
public enum HandedSocket {
    /// Why the passed socket cannot be used.
    public enum Failure: Error, Sendable, Hashable {
        /// More than one socket.
        case tooMany(Int)
        /// The descriptor is not a listening Unix stream socket.
        case wrongKind

        /// One sentence that includes what to do.
        public var sentence: String {
            switch self {
            case .tooMany(let count): "systemd passed \(count) sockets; weatherd.socket must have only one"
            case .wrongKind:
                "systemd passed a descriptor that is not a listening Unix socket; weatherd.socket requires ListenStream="
            }
        }
    }

    /// The number of the first passed descriptor.
    public static let firstDescriptor = Int32(SD_LISTEN_FDS_START)

    /// The descriptor; nil when no socket was passed.
    public static func descriptor() throws(Failure) -> Int32? {
        let count = sd_listen_fds(0)
        guard count > 0 else { return nil }
        guard count == 1 else { throw .tooMany(Int(count)) }
        let descriptor = firstDescriptor
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else { throw .wrongKind }
        return descriptor
    }
}
