import Synchronization
public import Weather

/// Limits concurrent requests to providers, to one at a time for each place.
///
/// Some slots are reserved for requests that a client waits for, so that services without an answer do not block
/// searches.
public final class RequestGate: Sendable {
    private struct Waiter {
        var key: Int
        var places: Set<Coordinate>
        var isUrgent: Bool
        var turn: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// The places of each running request, by key.
        var inside: [Int: Set<Coordinate>] = [:]
        var waiters: [Waiter] = []
        var nextKey = 0
    }

    private let limit: Int
    private let urgentLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the maximum number of requests that no client waits for.
    ///   - urgentLimit: the maximum number of all requests.
    public init(limit: Int = 4, urgentLimit: Int = 6) {
        self.limit = limit
        self.urgentLimit = max(limit, urgentLimit)
    }

    /// Runs `body` when a slot is free.
    ///
    /// - Parameters:
    ///   - places: the places of the request; requests for the same place never run concurrently.
    ///   - isUrgent: whether a client waits for it.
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
                    // A cancelled request need not wait, since it ends immediately.
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

    /// Admits waiting requests in order while slots are free, and those for which `must` is true in any case.
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
