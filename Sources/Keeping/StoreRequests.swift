import Logging
import Synchronization
public import Weather

// What went out to providers today.
extension Store {
    /// Whether a request may go out.
    public enum Permission: Sendable, Hashable {
        case granted
        /// As many went out today as may.
        case budgetSpent
        /// The last run ended during a request to the provider.
        case resting(until: UnixTime)
    }

    /// Counts a request that is about to go out to a provider. It counts whatever becomes of it, and is on disk when this
    /// returns, so that neither a restart nor a crash starts a budget again, or a request that ended the program.
    ///
    /// - Parameters:
    ///   - provider: its `id`.
    ///   - budget: how many may go out in a day; nil for any number.
    ///   - isTallied: whether it is one of the requests to providers that `status` shows.
    /// - Returns: whether it may go out; one that may not is not counted.
    public func countRequest(
        to provider: String, within budget: Int? = nil, isTallied: Bool = true, at now: UnixTime
    ) async -> Permission {
        await onDisk { [self] in
            let (permission, tally): (Permission, RequestTally?) = state.withLock { state in
                let count = state.snapshot.requests.counts(at: now)[provider] ?? 0
                if let budget, count >= budget { return (.budgetSpent, nil) }
                if let end = state.snapshot.requests.pending.restsUntil(provider, at: now) {
                    return (.resting(until: end), nil)
                }
                if isTallied { state.snapshot.requests.add(to: provider, at: now) }
                state.snapshot.requests.pending.begin(to: provider, at: now)
                return (.granted, state.snapshot.requests)
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

    /// Takes back a request that did not go out after all.
    public func uncountRequest(to provider: String, at now: UnixTime) async {
        await onDisk { [self] in
            let tally = state.withLock { state in
                state.snapshot.requests.remove(to: provider, at: now)
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
