import Store
public import Weather
public import WorkerProtocol

// The time without requests that a service requested, for services without a `ProviderChain`.
extension Services {
    /// The answer of a job that has one. No request is sent as long as the service asked for, also across restarts.
    ///
    /// - Parameters:
    ///   - kind: the name of the service in requests.json.
    ///   - settings: a fingerprint of its settings. With others, it is requested at once.
    public func answer(
        _ access: Access, waitingAs kind: String, settings: String, _ job: (NetworkAccess) -> Job
    ) async throws(FetchFailure) -> Answer {
        let former = waits(of: kind).first { $0.provider.id == access.id && $0.settings == settings }
        if let former {
            let rest = former.requested - store.moment(at: now()).seconds(since: former.failedAt)
            if rest > 0 { throw former.failure.waiting(rest) }
        }
        do throws(FetchFailure) {
            let answer = try await answer(access, job)
            if former != nil { await keep(nil, of: access, kind) }
            return answer
        } catch {
            if error.isAnswer, let seconds = error.retryAfter {
                var wait = ProviderBackoff(
                    provider: Provider(id: access.id, name: access.host), failure: error, failures: 1,
                    failedAt: store.moment(at: now()), backoff: 0, requested: min(seconds, ProviderBackoff.longest))
                wait.settings = settings
                await keep(wait, of: access, kind)
            }
            throw error
        }
    }

    private func waits(of kind: String) -> [ProviderBackoff] { store.snapshot.requests.backoffs[kind] ?? [] }

    private func keep(_ wait: ProviderBackoff?, of access: Access, _ kind: String) async {
        let others = waits(of: kind).filter { $0.provider.id != access.id }
        await store.keep(others + [wait].compactMap(\.self), of: kind)
    }
}
