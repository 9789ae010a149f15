import Logging
import Synchronization
public import Weather

// Counts the requests to providers.
extension Store {
    /// Whether requests may be sent.
    public enum Permission: Sendable, Hashable {
        /// The number of requests, at least one.
        case granted(Int)
        /// Today's budget is used up.
        case budgetSpent
        /// The last run ended during a request to the provider.
        case backingOff(until: UnixTime)
    }

    /// Counts requests before they are sent. They count whatever their outcome, and are on disk when this returns, so
    /// that a restart or a crash neither resets a budget nor repeats a request that crashed the program.
    ///
    /// - Parameters:
    ///   - provider: its `id`.
    ///   - count: the maximum number of requests, at least 1.
    ///   - budget: per day; nil for no limit.
    ///   - isTallied: whether they count as provider requests in `status`.
    /// - Returns: how many may be sent; only those are counted.
    public func countRequests(
        to provider: String, upTo count: Int = 1, within budget: Int? = nil, isTallied: Bool = true, at now: UnixTime
    ) async -> Permission {
        await onDisk { [self] in
            // Follows the clock first.
            _ = snapshot
            let (permission, tally): (Permission, RequestTally?) = state.withLock { state in
                let used = state.snapshot.requests.counts(at: now)[provider] ?? 0
                let granted = min(count, budget.map { $0 - used } ?? count)
                guard granted > 0 else { return (.budgetSpent, nil) }
                if let end = state.snapshot.requests.pending.backsOffUntil(provider, at: now) {
                    return (.backingOff(until: end), nil)
                }
                if isTallied {
                    state.snapshot.requests.add(
                        granted, to: provider, at: now, boot: moment(of: state)?.boot ?? "")
                }
                state.snapshot.requests.pending.begin(to: provider, at: now)
                return (.granted(granted), currentTally(state))
            }
            if let tally { write(tally) }
            return permission
        }
    }

    /// Runs work that sends requests and processes their answers. Once no such work is running, a restart needs no backoff.
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

    /// Clears the pending requests, as at a regular shutdown, and keeps what services have refused.
    public func endRequests() async {
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                guard state.snapshot.requests.pending.end() || state.hasNewRefusals else { return nil }
                state.hasNewRefusals = false
                return currentTally(state)
            }
            if let tally { write(tally) }
        }
    }

    /// Subtracts requests that were not sent.
    public func uncountRequests(_ count: Int, to provider: String, at now: UnixTime) async {
        guard count > 0 else { return }
        await onDisk { [self] in
            let tally = state.withLock { state in
                state.snapshot.requests.remove(count, from: provider, at: now)
                return currentTally(state)
            }
            write(tally)
        }
    }

    /// Keeps the backoffs of the providers for one kind of report, on disk when this returns.
    ///
    /// - Parameter kind: the name of the kind, or of another service.
    public func keep(_ backoffs: [ProviderBackoff], of kind: String) async {
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                guard state.snapshot.requests.backoffs[kind] ?? [] != backoffs else { return nil }
                state.snapshot.requests.backoffs[kind] = backoffs.isEmpty ? nil : backoffs
                return currentTally(state)
            }
            if let tally { write(tally) }
        }
    }

    /// What a service has refused.
    public func refusals(of interface: ServiceRefusals.Interface) -> ServiceRefusals {
        snapshot.requests.refusals.first { $0.interface == interface } ?? ServiceRefusals(of: interface)
    }

    /// Changes what a service has refused, in memory; `keepRefusals` writes it.
    public func changeRefusals<Outcome: Sendable>(
        of interface: ServiceRefusals.Interface, _ change: @Sendable (inout ServiceRefusals) -> Outcome
    ) -> Outcome {
        state.withLock { state in
            let (outcome, refusals) = state.snapshot.requests.changing(interface, by: change)
            if let refusals {
                state.snapshot.requests.refusals = refusals
                state.hasNewRefusals = true
            }
            return outcome
        }
    }

    /// Forgets the places and lists that services have refused.
    public func forgetRefusedPlaces() {
        for interface in snapshot.requests.refusals.map(\.interface) {
            changeRefusals(of: interface) { refusals in
                refusals.places = [:]
                (refusals.longest, refusals.vain) = (nil, nil)
            }
        }
    }

    /// Keeps what services have refused, on disk when this returns.
    public func keepRefusals() async {
        guard state.withLock({ $0.hasNewRefusals }) else { return }
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                guard state.hasNewRefusals else { return nil }
                state.hasNewRefusals = false
                return currentTally(state)
            }
            if let tally { write(tally) }
        }
    }

    /// Keeps the proxies that rejected their user or password, on disk when this returns.
    public func keep(_ proxies: [ProxyRejection]) async {
        await onDisk { [self] in
            let tally: RequestTally? = state.withLock { state in
                guard state.snapshot.requests.proxies != proxies else { return nil }
                state.snapshot.requests.proxies = proxies
                return currentTally(state)
            }
            if let tally { write(tally) }
        }
    }

    /// Rewrites the file with its times converted to the new clock.
    func writeRequestsLater() {
        guard state.withLock({ $0.snapshot.requests.hasTimes }) else { return }
        onDiskLater { [self] in write(state.withLock { currentTally($0) }) }
    }

    private func currentTally(_ state: State) -> RequestTally {
        var tally = state.snapshot.requests
        guard let now = moment(of: state) else { return tally }
        tally.writtenAt = now
        tally.dateMoments(at: now)
        return tally
    }

    private func write(_ tally: RequestTally) {
        do throws(StoreError) {
            try requests.write(tally)
        } catch {
            logger.error("\(error.sentence); the count of requests may be lost with a restart")
        }
    }
}
