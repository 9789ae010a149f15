import Synchronization
import SystemBus

/// The PrepareForSleep signal of logind or a compatible service: before suspend, and after resume.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// No inhibitor is taken, since nothing needs to be done before suspend.
public final class SleepSignals<C: Clock>: Sendable where C.Duration == Duration {
    /// The address of the bus; nil for the system bus.
    private let address: String?
    private let clock: C
    private let occasions: @Sendable () -> AsyncStream<Void>
    private let isFollowing = Mutex(false)

    /// The delay before the first attempt to reach a bus that has ended; it doubles with each further one, up to the longest. After
    /// that, the bus is only tried when the daemon is awake anyway.
    private static var firstPause: Duration { .seconds(1) }
    private static var longestPause: Duration { .seconds(64) }

    private static var logind: String { "org.freedesktop.login1" }

    /// - Parameter occasions: yields when the daemon is awake anyway.
    public init(address: String? = nil, clock: C, occasions: @escaping @Sendable () -> AsyncStream<Void>) {
        (self.address, self.clock, self.occasions) = (address, clock, occasions)
    }

    /// Whether logind announces sleep at present.
    public var isFollowed: Bool { isFollowing.withLock { $0 } }

    /// Returns when the task is cancelled. Without a bus, and after a restart of the bus, the signals are followed once it is
    /// there. Until then the clocks detect a resume.
    ///
    /// - Parameter report: called with true before suspend and false after resume.
    public func follow(_ report: (Bool) -> Void) async {
        var pause: Duration?
        while !Task.isCancelled {
            if await followOnce(report) {
                // The resume may have been missed.
                report(false)
                pause = Self.firstPause
            } else {
                pause = pause.flatMap { $0 < Self.longestPause ? $0 * 2 : nil }
            }
            if let pause {
                try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            } else {
                var occasion = occasions().makeAsyncIterator()
                guard await occasion.next() != nil else { return }
            }
        }
    }

    /// - Returns: whether there was a bus; after it has ended.
    private func followOnce(_ report: (Bool) -> Void) async -> Bool {
        guard let bus = try? await Bus.open(at: address) else { return false }
        let signals = try? await bus.signals([
            BusMatch(
                sender: Self.logind, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                name: "PrepareForSleep")
        ])
        let owner = try? await bus.call(
            BusCall(
                service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "NameHasOwner", arguments: [.string(Self.logind)]))
        if let signals, let owner {
            isFollowing.withLock { $0 = owner == [.bool(true)] }
            for await signal in signals {
                isFollowing.withLock { $0 = true }
                if case .bool(let isAsleep) = signal.arguments.first { report(isAsleep) }
            }
            isFollowing.withLock { $0 = false }
        }
        await bus.close()
        return owner != nil
    }
}
