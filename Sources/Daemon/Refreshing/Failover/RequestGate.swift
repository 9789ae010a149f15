import Synchronization
public import Weather

/// Limits concurrent requests to providers. A request that a client waits for is never queued behind other purposes.
///
/// Background requests share a few slots; one is reserved for forecasts and one for everything else. Requests that a client
/// waits for have separate slots for each purpose.
public final class RequestGate: Sendable {
    /// What a request is for.
    public enum Purpose: Sendable, Hashable {
        case reports(ReportKind)
        /// A second provider's forecast, to compare it.
        case comparison
        /// Finding or naming a place.
        case places
        /// The machine's location.
        case location
        case probe
    }

    private struct Request {
        var purpose: Purpose
        var places: Set<Coordinate>
        var isUrgent: Bool

        var isForecast: Bool { purpose == .reports(.forecast) }
    }

    private struct Waiter {
        var key: Int
        var request: Request
        var turn: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// The running requests, by key.
        var inside: [Int: Request] = [:]
        var waiters: [Waiter] = []
        var nextKey = 0
    }

    private let limit: Int
    private let urgentLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the maximum number of requests that no client waits for, at least 2.
    ///   - urgentLimit: the maximum number of requests with the same purpose that a client waits for.
    public init(limit: Int = 3, urgentLimit: Int = 4) {
        self.limit = max(2, limit)
        self.urgentLimit = max(1, urgentLimit)
    }

    /// Runs `body` when a slot is free.
    ///
    /// - Parameters:
    ///   - places: the places of the request; requests with the same purpose for the same place never run concurrently.
    ///   - isUrgent: whether a client waits for it.
    public func pass<Outcome, Failure>(
        _ purpose: Purpose, for places: [Coordinate] = [], isUrgent: Bool = false,
        _ body: () async throws(Failure) -> Outcome
    ) async throws(Failure) -> Outcome {
        let request = Request(purpose: purpose, places: Set(places.map(\.rounded)), isUrgent: isUrgent)
        let key = await enter(request)
        defer { leave(key) }
        return try await body()
    }

    /// A client has begun to wait for a place: its request, running or not, counts as urgent from now on.
    public func hurry(_ purpose: Purpose, for place: Coordinate) {
        let place = place.rounded
        state.withLock { state in
            for (key, request) in state.inside where request.purpose == purpose && request.places.contains(place) {
                state.inside[key]?.isUrgent = true
            }
            for (index, waiter) in state.waiters.enumerated()
            where waiter.request.purpose == purpose && waiter.request.places.contains(place) {
                state.waiters[index].request.isUrgent = true
            }
        }
        admit { _ in false }
    }

    private func enter(_ request: Request) async -> Int {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                let isIn = state.withLock { state in
                    // A cancelled request need not wait, since it ends immediately.
                    guard !Task.isCancelled, !hasRoom(for: request, in: state) else {
                        state.inside[key] = request
                        return true
                    }
                    state.waiters.append(Waiter(key: key, request: request, turn: turn))
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
            for waiter in state.waiters where must(waiter) || hasRoom(for: waiter.request, in: state) {
                state.inside[waiter.key] = waiter.request
                admitted.append(waiter)
            }
            let keys = Set(admitted.map(\.key))
            state.waiters.removeAll { keys.contains($0.key) }
            return admitted
        }
        for waiter in admitted { waiter.turn.resume() }
    }

    private func hasRoom(for request: Request, in state: State) -> Bool {
        let running = state.inside.values
        let rivals = running.filter { $0.purpose == request.purpose }
        guard rivals.allSatisfy({ $0.places.isDisjoint(with: request.places) }) else { return false }
        guard !request.isUrgent else { return rivals.count(where: \.isUrgent) < urgentLimit }
        let background = running.filter { !$0.isUrgent }
        return background.count < limit
            && background.count { $0.isForecast == request.isForecast } < limit - 1
    }
}
