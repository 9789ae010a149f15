import Keeping
import Synchronization
import Weather

/// The wait for the weather of a place that was never asked for before, so that whoever asks need not ask twice.
final class FirstFetch: Sendable {
    private let store: Store
    private let clock: BootTimeClock
    private let waiting = Mutex(0)

    /// A little less than a client waits for a reply.
    private static let patience = Duration.milliseconds(1700)
    /// How many may wait at once; each takes a descriptor. Who comes then is told that the weather is on its way.
    private static let room = 32

    init(store: Store, clock: BootTimeClock) {
        self.store = store
        self.clock = clock
    }

    /// Returns when there is a report of each kind, or a reason for having none, and when the patience is at its end.
    ///
    /// - Parameter coordinate: nil for the current place, which may not be known yet either.
    func wait(for coordinate: Coordinate?, _ kinds: Set<ReportKind>) async {
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
                // What changed before the stream was there is looked at first.
                if !haveOutcome(key, kinds) { for await _ in changes where haveOutcome(key, kinds) { break } }
                end.finish()
            }
            group.addTask { [clock] in
                try? await clock.sleep(until: clock.now.advanced(by: Self.patience), tolerance: nil)
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
