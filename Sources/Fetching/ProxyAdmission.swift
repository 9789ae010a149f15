import Endpoints
import Jobs
import Providers
import Synchronization
import Weather
import Workers

/// Which proxies accept weatherd's credentials, and when to send rejected credentials again: proxies lock accounts after a few
/// failures. Pure.
struct ProxyRejections<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// After the first rejection; doubled with each further one.
    static var firstWait: Duration { .seconds(3600) }
    static var longestWait: Duration { .seconds(86_400) }

    private struct Rejection: Sendable {
        var reason: String
        var until: Instant
        var count: Int
    }

    private var accepting: Set<Proxy> = []
    private var rejections: [Proxy: Rejection] = [:]

    /// Whether the user and the password may be sent by several requests at once.
    func isAccepting(_ proxy: Proxy) -> Bool { accepting.contains(proxy) }

    mutating func accept(_ proxy: Proxy) {
        accepting.insert(proxy)
        rejections[proxy] = nil
    }

    /// Requests that ran at the same time count once.
    mutating func reject(_ proxy: Proxy, reason: String, at now: Instant) {
        accepting.remove(proxy)
        let former = rejections[proxy]
        if let former, now < former.until { return }
        let count = (former?.count ?? 0) + 1
        let wait = min(Self.firstWait * (1 << min(count - 1, 10)), Self.longestWait)
        rejections[proxy] = Rejection(reason: reason, until: now.advanced(by: wait), count: count)
    }

    /// Why the proxy must not be used now; nil when it may be.
    func failure(of proxy: Proxy, at now: Instant) -> FetchFailure? {
        guard let rejection = rejections[proxy], now < rejection.until else { return nil }
        let seconds = now.duration(to: rejection.until) / .seconds(1)
        return .proxyRefused(
            proxy: proxy.description, reason: rejection.reason, retryAfter: Int(seconds.rounded(.up)))
    }
}

/// Admits requests through proxies. The user and the password are sent by one connection at a time until the proxy has
/// accepted them.
final class ProxyAdmission: Sendable {
    private struct State {
        var rejections = ProxyRejections<ContinuousClock.Instant>()
        var checks = 0
        /// The failure of each proxy's last check; failures of the service are not included.
        var failures: [Proxy: (check: Int, failure: FetchFailure)] = [:]
    }

    private let state = Mutex(State())
    /// One connection at a time.
    private let turns = RequestGate(urgentLimit: 1)

    /// Returns when a request may use the proxy.
    ///
    /// - Parameters:
    ///   - proxy: nil for a direct connection.
    ///   - check: lets the proxy connect to the service, without a request.
    /// - Throws: why the proxy cannot be used.
    func admit(
        _ proxy: Proxy?, check: () async throws(FetchFailure) -> Void
    ) async throws(FetchFailure) {
        guard let proxy else { return }
        if let failure = rejection(of: proxy) { throw failure }
        guard needsCheck(proxy) else { return }
        let known = state.withLock { $0.checks }
        try await turns.pass(.probe, isUrgent: true) { () async throws(FetchFailure) in
            if let failure = rejection(of: proxy) ?? newFailure(of: proxy, since: known) { throw failure }
            guard needsCheck(proxy), !Task.isCancelled else { return }
            do throws(FetchFailure) {
                try await check()
                state.withLock { $0.rejections.accept(proxy) }
            } catch {
                throw note(error, of: proxy)
            }
        }
    }

    /// Records a failure.
    ///
    /// - Returns: the failure, with the time of the next attempt if the proxy rejected the user or the password.
    func note(_ failure: FetchFailure, of proxy: Proxy?) -> FetchFailure {
        guard let proxy else { return failure }
        return state.withLock { state in
            let now = ContinuousClock.now
            switch failure {
            case .proxyRefused(_, let reason, _):
                state.rejections.reject(proxy, reason: reason, at: now)
                return state.rejections.failure(of: proxy, at: now) ?? failure
            case .proxyFailed(_, host: nil, _):
                state.checks += 1
                state.failures[proxy] = (state.checks, failure)
                return failure
            default: return failure
            }
        }
    }

    /// Admits all proxies again, since a new configuration may have another password.
    func reset() {
        state.withLock { $0 = State(checks: $0.checks) }
    }

    private func rejection(of proxy: Proxy) -> FetchFailure? {
        state.withLock { $0.rejections.failure(of: proxy, at: .now) }
    }

    private func needsCheck(_ proxy: Proxy) -> Bool {
        proxy.hasCredentials && !state.withLock { $0.rejections.isAccepting(proxy) }
    }

    private func newFailure(of proxy: Proxy, since check: Int) -> FetchFailure? {
        state.withLock { state in state.failures[proxy].flatMap { $0.check > check ? $0.failure : nil } }
    }
}

extension Services {
    /// The timeout of a check of a proxy, whose name may take as long to resolve.
    private static let checkDeadline = Duration.seconds(15)

    /// Returns when a request to a URL may be sent.
    ///
    /// - Throws: why its proxy cannot be used.
    func admit(_ access: Access) async throws(FetchFailure) {
        try await proxies.admit(access.proxy) { () async throws(FetchFailure) in
            let only = SingleAnswer()
            let passage = NetworkAccess(
                userAgent: access.userAgent, settings: access.settings, deadline: Self.checkDeadline, now: now())
            do throws(WorkerFailure) {
                _ = try await run(
                    .connect(url: access.url, throughProxy: true, passage),
                    Self.timeout(requests: 1, deadline: Self.checkDeadline), only.take)
            } catch {
                throw .worker(error)
            }
            if case .failed(let failure) = only.answer { throw failure }
        }
    }

    /// The failure as the user sees it.
    func noted(_ failure: FetchFailure, _ access: Access) -> FetchFailure { proxies.note(failure, of: access.proxy) }

    /// Admits all proxies again.
    public func resetProxies() { proxies.reset() }
}

extension Services.Access {
    /// nil for a direct connection.
    fileprivate var proxy: Proxy? { (try? settings.proxies.proxy(for: url)) ?? nil }
}
