import Store
import Synchronization
import Weather
import WorkerProtocol

/// Tracks which proxies accept weatherd's credentials, and when to retry rejected ones: proxies lock accounts after a few
/// failures. Pure.
struct ProxyRejections: Sendable {
    /// After the first rejection, s; doubled with each further one.
    static let firstWait = 3600

    /// How long accepted credentials may be sent by several requests at once, s: the account may change.
    static let acceptance = 600

    private var accepting: [Proxy: Moment] = [:]
    /// By the proxy's fingerprint, which changes with the password.
    private var rejections: [String: ProxyRejection] = [:]

    /// - Parameter kept: the rejections of an earlier run.
    init(kept: [ProxyRejection] = []) {
        rejections = Dictionary(kept.map { ($0.proxy, $0) }) { first, _ in first }
    }

    /// The latest rejections for the next run, in a fixed order.
    var kept: [ProxyRejection] {
        let latest = rejections.values.sorted { $0.at.wall > $1.at.wall }.prefix(ProxyRejection.most)
        return latest.sorted { $0.proxy < $1.proxy }
    }

    /// Whether several requests may send the credentials at once.
    func isAccepting(_ proxy: Proxy, at now: Moment) -> Bool {
        accepting[proxy].map { now.seconds(since: $0) < Self.acceptance } ?? false
    }

    mutating func accept(_ proxy: Proxy, at now: Moment) {
        accepting[proxy] = now
        rejections[proxy.fingerprint] = nil
    }

    /// Requests that ran at the same time count once.
    mutating func reject(_ proxy: Proxy, reason: String, at now: Moment) {
        accepting[proxy] = nil
        let former = rejections[proxy.fingerprint]
        if let former, former.rest(at: now) > 0 { return }
        let count = (former?.count ?? 0) + 1
        rejections[proxy.fingerprint] = ProxyRejection(
            proxy: proxy.fingerprint, reason: reason, count: count, at: now,
            seconds: min(Self.firstWait << min(count - 1, 10), ProxyRejection.longest))
    }

    /// Why the proxy must not be used now; nil when it may be.
    func failure(of proxy: Proxy, at now: Moment) -> FetchFailure? {
        guard let rejection = rejections[proxy.fingerprint] else { return nil }
        let rest = rejection.rest(at: now)
        guard rest > 0 else { return nil }
        return .proxyRefused(proxy: proxy.description, reason: rejection.reason, retryAfter: rest)
    }
}

extension Proxy {
    /// With 16 bits, it reveals little about a password. Another password has the same fingerprint with a probability of 1 in
    /// 65,536, and is then sent later.
    fileprivate var fingerprint: String { String(ServiceSettings.fingerprint(of: [address]).suffix(4)) }
}

/// Admits requests through proxies. The user and the password are sent by one connection at a time until the proxy has
/// accepted them.
final class ProxyAdmission: Sendable {
    private struct State {
        var rejections: ProxyRejections
        /// What `changed` last received.
        var kept: [ProxyRejection]
        var checks = 0
        /// The failure of each proxy's last check; failures of the service are not included.
        var failures: [Proxy: (check: Int, failure: FetchFailure)] = [:]
    }

    private let state: Mutex<State>
    private let moment: @Sendable () -> Moment
    private let changed: @Sendable ([ProxyRejection]) async -> Void
    /// One connection at a time.
    private let turns = RequestGate(urgentLimit: 1)

    /// - Parameters:
    ///   - moment: both clocks.
    ///   - kept: the rejections of an earlier run.
    ///   - changed: keeps them for the next run.
    init(
        moment: @escaping @Sendable () -> Moment, kept: [ProxyRejection] = [],
        changed: @escaping @Sendable ([ProxyRejection]) async -> Void = { _ in }
    ) {
        state = Mutex(State(rejections: ProxyRejections(kept: kept), kept: kept))
        self.moment = moment
        self.changed = changed
    }

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
                let now = moment()
                state.withLock { $0.rejections.accept(proxy, at: now) }
            } catch {
                throw await note(error, of: proxy)
            }
            await keep()
        }
    }

    /// Records a failure.
    ///
    /// - Returns: the failure, with the time of the next attempt if the proxy rejected the user or the password.
    func note(_ failure: FetchFailure, of proxy: Proxy?) async -> FetchFailure {
        guard let proxy else { return failure }
        let noted: FetchFailure = state.withLock { state in
            switch failure {
            case .proxyRefused(_, let reason, _):
                let now = moment()
                state.rejections.reject(proxy, reason: reason, at: now)
                return state.rejections.failure(of: proxy, at: now) ?? failure
            case .proxyFailed(_, host: nil, _):
                state.checks += 1
                state.failures[proxy] = (state.checks, failure)
                return failure
            default: return failure
            }
        }
        await keep()
        return noted
    }

    /// Admits all proxies again: the user may have changed the account at the proxy.
    func reset() {
        state.withLock { $0 = State(rejections: ProxyRejections(), kept: $0.kept, checks: $0.checks) }
    }

    /// Keeps the rejections for the next run, if they have changed.
    private func keep() async {
        let news: [ProxyRejection]? = state.withLock { state in
            let kept = state.rejections.kept
            guard kept != state.kept else { return nil }
            state.kept = kept
            return kept
        }
        if let news { await changed(news) }
    }

    /// Whether the proxy has rejected its user or password, which must not be sent yet.
    func isRejecting(_ proxy: Proxy) -> Bool { rejection(of: proxy) != nil }

    private func rejection(of proxy: Proxy) -> FetchFailure? {
        let now = moment()
        return state.withLock { $0.rejections.failure(of: proxy, at: now) }
    }

    private func needsCheck(_ proxy: Proxy) -> Bool {
        let now = moment()
        return proxy.hasCredentials && !state.withLock { $0.rejections.isAccepting(proxy, at: now) }
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
    /// - Returns: the settings for it. A redirect may lead to another proxy, which gets no rejected password.
    /// - Throws: why its proxy cannot be used.
    @discardableResult
    func admit(_ access: Access) async throws(FetchFailure) -> NetworkSettings {
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
        var settings = access.settings
        settings.proxies.withholdCredentials(from: proxies.isRejecting)
        return settings
    }

    /// The failure as the user sees it.
    func noted(_ failure: FetchFailure, _ access: Access) async -> FetchFailure {
        await proxies.note(failure, of: access.proxy(of: failure))
    }

    /// Admits all proxies again: the user may have changed an account.
    public func resetProxies() { proxies.reset() }
}

extension Services.Access {
    /// nil for a direct connection.
    fileprivate var proxy: Proxy? { (try? settings.proxies.proxy(for: url)) ?? nil }

    /// The proxy that a failure names, which a redirect may have led to; nil for none.
    fileprivate func proxy(of failure: FetchFailure) -> Proxy? {
        switch failure {
        case .proxyFailed(let name, _, _), .proxyRefused(let name, _, _):
            ([proxy].compactMap(\.self) + settings.proxies.all).first { $0.description == name }
        default: nil
        }
    }
}
