import Synchronization
import Weather

/// What a change of the store affects, so that it wakes only readers that depend on it.
public struct StoreChange: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let units = StoreChange(rawValue: 1 << 0)
    /// The current place, or whether it is the machine's location.
    public static let place = StoreChange(rawValue: 1 << 1)
    /// Which places are favourites, or their order.
    public static let favourites = StoreChange(rawValue: 1 << 2)
    public static let names = StoreChange(rawValue: 1 << 3)
    /// What is shown: the place selected with `next` and `previous`, the template selected with `toggle`.
    public static let selection = StoreChange(rawValue: 1 << 4)
    /// Reports of any type, and why they could not be fetched.
    public static let reports = StoreChange(rawValue: 1 << 5)
    /// When reports will be fetched next.
    public static let schedule = StoreChange(rawValue: 1 << 6)
    /// Whether there is a route.
    public static let network = StoreChange(rawValue: 1 << 7)
    /// Why location sources have no fix.
    public static let locationFailures = StoreChange(rawValue: 1 << 8)
    /// The reading of the user's own station.
    public static let ownStation = StoreChange(rawValue: 1 << 9)
    /// The configuration or the clock, on which everything may depend.
    public static let everything = StoreChange(rawValue: (1 << 10) - 1)
}

extension Snapshot {
    /// The differences in settings and places from a former snapshot.
    func change(from former: Snapshot) -> StoreChange {
        var change: StoreChange = []
        if units != former.units { change.insert(.units) }
        if place?.coordinate != former.place?.coordinate
            || isAutomatic != former.isAutomatic || located != former.located
        {
            change.insert(.place)
        }
        let favourites = (settings.favourites, former.settings.favourites)
        if favourites.0.map(\.coordinate) != favourites.1.map(\.coordinate) { change.insert(.favourites) }
        let isRenamed = !change.contains(.favourites) && favourites.0 != favourites.1
        if place != former.place || isRenamed { change.insert(.names) }
        if shown != former.shown { change.insert(.selection) }
        return change
    }
}

extension Store {
    /// Yields after each change that concerns the reader. Changes while the reader is busy are merged.
    public func changes(of concern: StoreChange = .everything) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            defer { state.nextObserver += 1 }
            state.observers[state.nextObserver] = (concern, continuation)
            return state.nextObserver
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: key) }
        }
        return stream
    }

    /// Wakes all readers, such as after the clock was set.
    public func wakeReaders() {
        update(.everything) { _ in }
    }

    /// - Parameter kind: what changes. Readers of `everything` are always woken.
    func update(_ kind: StoreChange, _ change: (inout Snapshot) -> Void) {
        let (observers, step) = state.withLock { state in
            let step = followClock(in: &state)
            change(&state.snapshot)
            return (Array(state.observers.values), step)
        }
        wake(observers, by: step == nil ? kind : .everything)
        if let step { report(step) }
    }

    /// Changes settings and places, and admits the places in use.
    func updatePlaces(at now: UnixTime, _ change: (inout Snapshot) -> Void) {
        let (kind, observers, step) = state.withLock { state in
            let step = followClock(in: &state)
            let former = state.snapshot
            change(&state.snapshot)
            state.snapshot.admitPlaces(at: now)
            return (state.snapshot.change(from: former), Array(state.observers.values), step)
        }
        wake(observers, by: step == nil ? kind : .everything)
        if let step { report(step) }
    }

    func wake(
        _ observers: [(concern: StoreChange, continuation: AsyncStream<Void>.Continuation)], by kind: StoreChange
    ) {
        for observer in observers where observer.concern == .everything || !observer.concern.isDisjoint(with: kind) {
            observer.continuation.yield()
        }
    }
}
