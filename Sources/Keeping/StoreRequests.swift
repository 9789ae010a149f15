import Logging
import Synchronization
public import Weather

// What went out to providers today.
extension Store {
    /// Counts a request that is about to go out to a provider. It counts, whatever becomes of it, and is on disk when this
    /// returns, so that no restart gives a budget anew.
    ///
    /// - Parameters:
    ///   - provider: its `id`.
    ///   - budget: how many may go out in a day; nil for any number.
    /// - Returns: whether it may go out; one that may not is not counted.
    public func countRequest(to provider: String, within budget: Int? = nil, at now: UnixTime) async -> Bool {
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                let count = state.snapshot.requests.counts(at: now)[provider] ?? 0
                if let budget, count >= budget { return nil }
                state.snapshot.requests.add(to: provider, at: now)
                return state.snapshot.requests
            }
            guard let tally else { return false }
            write(tally)
            return true
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
