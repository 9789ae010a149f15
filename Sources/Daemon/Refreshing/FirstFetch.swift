public import Store
import Synchronization
public import Weather

/// Waits for the first weather of a new place, so that the client need not repeat its request.
public final class FirstFetch<C: Clock>: Sendable where C.Duration == Duration {
    private let store: Store
    private let clock: C
    private let waiting = Mutex(0)

    /// Slightly less than a client's timeout.
    private static var timeout: Duration { .milliseconds(1700) }
    /// The most concurrent waits, each of which uses a descriptor. Further clients get a reply that the fetch is in progress.
    private static var room: Int { 32 }

    public init(store: Store, clock: C) {
        self.store = store
        self.clock = clock
    }

    /// Returns when each type has a report or a failure, or at the timeout.
    ///
    /// - Parameter coordinate: nil for the current place, which may not be located yet.
    @Sendable public func wait(for coordinate: Coordinate?, _ kinds: Set<ReportKind>) async {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.room else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return }
        defer { waiting.withLock { $0 -= 1 } }
        let key = coordinate?.rounded
        await withDiscardingTaskGroup { group in
            let changes = store.changes()
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            group.addTask { [self] in
                // Handles changes from before the subscription.
                if !haveOutcome(key, kinds) { for await _ in changes where haveOutcome(key, kinds) { break } }
                end.finish()
            }
            group.addTask { [clock] in
                try? await clock.sleep(until: clock.now.advanced(by: Self.timeout), tolerance: nil)
                end.finish()
            }
            for await _ in ends {}
            group.cancelAll()
        }
    }

    private func haveOutcome(_ key: Coordinate?, _ kinds: Set<ReportKind>) -> Bool {
        let snapshot = store.snapshot
        guard let key = key ?? snapshot.place?.coordinate.rounded else { return !snapshot.isBeingLocated }
        return kinds.allSatisfy { snapshot.weather[key]?.hasOutcome($0) ?? false }
    }
}
