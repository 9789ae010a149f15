import Logging
import Synchronization
public import Weather

// What went out to providers today.
extension Store {
    /// Whether requests may go out.
    public enum Permission: Sendable, Hashable {
        /// So many; one at least.
        case granted(Int)
        /// As many went out today as may.
        case budgetSpent
        /// The last run ended during a request to the provider.
        case resting(until: UnixTime)
    }

    /// Counts requests that are about to go out to a provider. They count whatever becomes of them, and are on disk when this
    /// returns, so that neither a restart nor a crash starts a budget again, or a request that ended the program.
    ///
    /// - Parameters:
    ///   - provider: its `id`.
    ///   - count: the most that may be needed, 1 and up.
    ///   - budget: how many may go out in a day; nil for any number.
    ///   - isTallied: whether they are of the requests to providers that `status` shows.
    /// - Returns: how many may go out; those that may not are not counted.
    public func countRequests(
        to provider: String, upTo count: Int = 1, within budget: Int? = nil, isTallied: Bool = true, at now: UnixTime
    ) async -> Permission {
        await onDisk { [self] in
            let (permission, tally): (Permission, RequestTally?) = state.withLock { state in
                let used = state.snapshot.requests.counts(at: now)[provider] ?? 0
                let granted = min(count, budget.map { $0 - used } ?? count)
                guard granted > 0 else { return (.budgetSpent, nil) }
                if let end = state.snapshot.requests.pending.restsUntil(provider, at: now) {
                    return (.resting(until: end), nil)
                }
                if isTallied { state.snapshot.requests.add(granted, to: provider, at: now) }
                state.snapshot.requests.pending.begin(to: provider, at: now)
                return (.granted(granted), state.snapshot.requests)
            }
            if let tally { write(tally) }
            return permission
        }
    }

    /// Runs what sends requests and reads their answers. Once no such work is left, a restart need not be careful with the
    /// providers that were asked.
    public func fetching<Outcome, Failure>(
        _ work: () async throws(Failure) -> Outcome
    ) async throws(Failure) -> Outcome {
        state.withLock { $0.fetches += 1 }
        do throws(Failure) {
            let outcome = try await work()
            await endFetch()
            return outcome
        } catch {
            await endFetch()
            throw error
        }
    }

    private func endFetch() async {
        let isLast = state.withLock { state in
            state.fetches -= 1
            return state.fetches == 0
        }
        if isLast { await endRequests() }
    }

    /// Notes that no request is under way, as at the end of a run that ends by itself.
    public func endRequests() async {
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                state.snapshot.requests.pending.end() ? state.snapshot.requests : nil
            }
            if let tally { write(tally) }
        }
    }

    /// Takes back requests that did not go out after all.
    public func uncountRequests(_ count: Int, to provider: String, at now: UnixTime) async {
        guard count > 0 else { return }
        await onDisk { [self] in
            let tally = state.withLock { state in
                state.snapshot.requests.remove(count, from: provider, at: now)
                return state.snapshot.requests
            }
            write(tally)
        }
    }

    private func write(_ tally: RequestTally) {
        do throws(KeepingError) {
            try requests.write(tally)
        } catch {
            logger.error("\(error.sentence); the count of requests may be lost with a restart")
        }
    }
}
