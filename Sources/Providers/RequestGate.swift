import Synchronization
public import Weather

/// The one gate that all who ask providers go through: so many at a time and no more, and one at a time for each place.
///
/// A place in half of them is kept for those whom somebody waits for, so that services that hang hold up no search.
public final class RequestGate: Sendable {
    private struct Waiter {
        var key: Int
        var places: Set<Coordinate>
        var isUrgent: Bool
        var turn: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// By the key of who is inside, the places that it is about.
        var inside: [Int: Set<Coordinate>] = [:]
        var waiters: [Waiter] = []
        var nextKey = 0
    }

    private let limit: Int
    private let urgentLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: how many may be inside that nobody waits for.
    ///   - urgentLimit: how many may be inside at all.
    public init(limit: Int = 4, urgentLimit: Int = 6) {
        self.limit = limit
        self.urgentLimit = max(limit, urgentLimit)
    }

    /// Runs `body` when there is room for it.
    ///
    /// - Parameters:
    ///   - places: whom it is about; two that share a place are never inside together.
    ///   - isUrgent: whether somebody waits for it.
    public func pass<Outcome, Failure>(
        for places: [Coordinate] = [], isUrgent: Bool = false, _ body: () async throws(Failure) -> Outcome
    ) async throws(Failure) -> Outcome {
        let places = Set(places.map(\.rounded))
        let key = await enter(places, isUrgent)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ places: Set<Coordinate>, _ isUrgent: Bool) async -> Int {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                let isIn = state.withLock { state in
                    // Who is cancelled need not wait: its requests end by themselves.
                    guard !Task.isCancelled, !hasRoom(for: places, isUrgent, in: state) else {
                        state.inside[key] = places
                        return true
                    }
                    state.waiters.append(Waiter(key: key, places: places, isUrgent: isUrgent, turn: turn))
                    return false
                }
                if isIn { turn.resume() }
            }
        } onCancel: {
            admit { $0.key == key }
        }
        return key
    }

    private func leave(_ key: Int) {
        state.withLock { _ = $0.inside.removeValue(forKey: key) }
        admit { _ in false }
    }

    /// Lets in who has waited, in their order, as far as there is room; and who `must` go in any case.
    private func admit(_ must: (Waiter) -> Bool) {
        let admitted = state.withLock { state in
            var admitted: [Waiter] = []
            for waiter in state.waiters where must(waiter) || hasRoom(for: waiter.places, waiter.isUrgent, in: state) {
                state.inside[waiter.key] = waiter.places
                admitted.append(waiter)
            }
            let keys = Set(admitted.map(\.key))
            state.waiters.removeAll { keys.contains($0.key) }
            return admitted
        }
        for waiter in admitted { waiter.turn.resume() }
    }

    private func hasRoom(for places: Set<Coordinate>, _ isUrgent: Bool, in state: State) -> Bool {
        state.inside.count < (isUrgent ? urgentLimit : limit)
            && state.inside.values.allSatisfy { $0.isDisjoint(with: places) }
    }
}
