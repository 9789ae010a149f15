/// Connects to a bus, and connects again when the connection has ended. It causes no wake-ups while a connection lasts.
public struct BusReconnection<C: Clock>: Sendable where C.Duration == Duration {
    /// The address of the bus; nil for the system bus.
    private let address: String?
    private let clock: C
    private let occasions: @Sendable () -> AsyncStream<Void>

    /// The delay before the first attempt to reconnect. It doubles with each attempt, up to the longest; after that, the bus is
    /// only tried when the daemon is awake anyway.
    private static var firstPause: Duration { .seconds(1) }
    private static var longestPause: Duration { .seconds(64) }

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
        var pause: Duration?
        while !Task.isCancelled {
            let bus = try? await Bus.open(at: address)
            let hasResponded = await use(bus)
            await bus?.close()
            pause =
                hasResponded ? Self.firstPause : pause.flatMap { $0 < Self.longestPause ? $0 * 2 : nil }
            if let pause {
                try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            } else {
                var occasion = occasions().makeAsyncIterator()
                guard await occasion.next() != nil else { return }
            }
        }
    }
}
