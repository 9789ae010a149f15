/// A deadline that can be moved. Only the current deadline has a task and a timer, since a superseded one may be a year away.
public struct Alarm<C: Clock>: Sendable where C.Duration == Duration {
    /// The deadline; nil when none is set.
    public private(set) var due: C.Instant?
    /// Finishing it ends the task that waits for the deadline.
    private var stop: AsyncStream<Never>.Continuation?

    public init() {}

    /// Sets another deadline, or none.
    ///
    /// - Parameters:
    ///   - group: runs the task that waits.
    ///   - fire: called at the deadline, unless it was moved before. Then call `clear`.
    public mutating func set(
        _ due: C.Instant?, on clock: C, in group: inout DiscardingTaskGroup,
        _ fire: @escaping @Sendable (C.Instant) -> Void
    ) {
        guard due != self.due else { return }
        clear()
        guard let due else { return }
        let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
        (self.due, self.stop) = (due, stop)
        group.addTask {
            await untilStopped(stopped) {
                guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
                fire(due)
            }
        }
    }

    /// Forgets the deadline.
    public mutating func clear() {
        stop?.finish()
        (due, stop) = (nil, nil)
    }
}

/// Runs the body until it returns or is stopped.
public func untilStopped(_ stopped: AsyncStream<Never>, _ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
        group.addTask { await body() }
        group.addTask { for await _ in stopped {} }
        await group.next()
        group.cancelAll()
    }
}
