/// Connects to a bus, and connects again when the connection has ended. It causes no wake-ups while a connection lasts.
public struct BusReconnection<C: Clock>: Sendable where C.Duration == Duration {
    /// The address of the bus; nil for the system bus.
    private let address: String?
    private let clock: C
    private let occasions: @Sendable () -> AsyncStream<Void>

    /// - Parameters:
    ///   - address: the address of the bus; nil for the system bus.
    ///   - occasions: yields when the daemon is awake anyway.
    public init(address: String?, clock: C, occasions: @escaping @Sendable () -> AsyncStream<Void>) {
        (self.address, self.clock, self.occasions) = (address, clock, occasions)
    }

    /// Returns when the task is cancelled.
    ///
    /// - Parameter use: uses a connection until it ends, and returns whether the bus has responded; called with nil when there
    ///   is no bus.
    public func run(_ use: (Bus?) async -> Bool) async {
        var backoff = BusBackoff()
        while !Task.isCancelled {
            let bus = try? await Bus.open(at: address)
            let hasResponded = await use(bus)
            await bus?.close()
            if hasResponded { backoff.succeeded() }
            if let pause = backoff.next() {
                try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            } else {
                var occasion = occasions().makeAsyncIterator()
                guard await occasion.next() != nil else { return }
            }
        }
    }
}

/// When to connect to a bus again: with backoff after a connection has ended, then only when the daemon is awake anyway. Pure.
public struct BusBackoff: Sendable, Hashable {
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(64)

    private var pause: Duration?

    public init() {}

    /// The bus has answered.
    public mutating func succeeded() {
        pause = Self.firstPause
    }

    /// How long to wait after a connection has ended or failed; nil to wait until the daemon is awake anyway.
    public mutating func next() -> Duration? {
        guard let next = pause else { return nil }
        pause = next < Self.longestPause ? next * 2 : nil
        return next
    }
}
