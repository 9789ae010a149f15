public import Store
import Synchronization
public import Weather
public import WorkerProtocol

/// The services with their URLs, API keys and request budgets. Workers send the requests.
public struct Services: Sendable {
    public let store: Store
    /// Runs a job.
    let run: RunJob
    let now: @Sendable () -> UnixTime
    /// Whether the kernel has a route to a URL.
    public let hasRoute: @Sendable (String) -> Bool
    /// Receives notices about answers for the daemon's log.
    let notice: @Sendable (ProviderNotice) -> Void
    let hints = Hints()
    let nearby = NearbyCountries()
    let proxies: ProxyAdmission

    /// The timeout of one exchange with a service.
    public static let exchangeDeadline = Duration.seconds(20)

    public init(
        store: Store, run: @escaping RunJob, now: @escaping @Sendable () -> UnixTime,
        hasRoute: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.store = store
        self.run = run
        self.now = now
        self.hasRoute = hasRoute
        self.notice = notice
        proxies = ProxyAdmission(
            moment: { store.moment(at: now()) }, kept: store.snapshot.requests.proxies,
            changed: { await store.keep($0) })
    }

    /// How requests are counted and sent.
    public struct Access: Sendable {
        /// The budget that counts the requests.
        var id: String
        /// Requests per day; nil for no limit.
        var budget: Int?
        /// Whether `status` counts them as provider requests.
        var isTallied: Bool
        /// The service.
        var url: String
        /// The name in error messages.
        var host: String { url.urlHost }
        var userAgent: String
        var settings: NetworkSettings
        var deadline: Duration

        /// Unlimited, and not tallied.
        ///
        /// - Parameter id: the budget that counts the requests.
        public init(
            uncounted id: String, url: String, userAgent: String, settings: NetworkSettings, deadline: Duration
        ) {
            self.init(
                id: id, isTallied: false, url: url, userAgent: userAgent, settings: settings, deadline: deadline)
        }

        init(
            id: String, budget: Int? = nil, isTallied: Bool = true, url: String, userAgent: String,
            settings: NetworkSettings, deadline: Duration
        ) {
            self.id = id
            self.budget = budget
            self.isTallied = isTallied
            self.url = url
            self.userAgent = userAgent
            self.settings = settings
            self.deadline = deadline
        }
    }

    /// The timeout of a job with at most this many requests, s.
    static func timeout(requests: Int, deadline: Duration = exchangeDeadline) -> Int {
        min(300, 15 + Int(deadline.components.seconds) * max(1, requests))
    }

    /// Runs a job that sends requests. They are counted in advance, and unused ones are returned to the budget, but not after
    /// a worker failure, unless the job had not started.
    ///
    /// - Parameter count: the most requests of the job; 0 for a job that needs no network.
    func request(
        upTo count: Int, _ access: Access, seconds: Int, job: (NetworkAccess) -> Job,
        take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(FetchFailure) {
        let settings = count > 0 ? try await admit(access) : access.settings
        let granted = count == 0 ? 0 : try await granted(count, access)
        let passage = NetworkAccess(
            userAgent: access.userAgent, settings: settings, deadline: access.deadline, allowance: granted,
            now: now())
        let sent: Int
        do throws(WorkerFailure) {
            sent = try await run(job(passage), seconds, take)
        } catch {
            if !error.mayHaveBegun { await takeBack(granted, access, at: passage.now) }
            throw .worker(error)
        }
        await takeBack(granted - min(sent, granted), access, at: passage.now)
    }

    private func takeBack(_ count: Int, _ access: Access, at time: UnixTime) async {
        if access.isTallied, count > 0 { await store.uncountRequests(count, to: access.id, at: time) }
    }

    private func granted(_ count: Int, _ access: Access) async throws(FetchFailure) -> Int {
        let now = now()
        switch await store.countRequests(
            to: access.id, upTo: count, within: access.budget, isTallied: access.isTallied, at: now)
        {
        case .granted(let count): return count
        case .budgetSpent: throw access.spent(at: now)
        case .backingOff(let end): throw .interrupted(host: access.host, retryAfter: end.seconds(since: now))
        }
    }

    /// `request` for a job with one answer.
    public func answer(
        _ access: Access, _ job: (NetworkAccess) -> Job
    ) async throws(FetchFailure) -> Answer {
        let only = SingleAnswer()
        try await request(
            upTo: 1, access, seconds: Self.timeout(requests: 1, deadline: access.deadline), job: job, take: only.take)
        guard let answer = only.answer else { throw .worker(.malformed(reason: "no answer")) }
        switch answer {
        case .failed(let failure): throw await noted(failure, access)
        case .notLocated(.network(let failure)): throw await noted(failure, access)
        default: return answer
        }
    }

    /// Stores unknown names, and forwards new notices.
    func take(_ notice: ProviderNotice, from interface: ServiceRefusals.Interface) {
        if case .unknown(let name, _) = notice {
            let moment = store.moment(at: now())
            guard store.changeRefusals(of: interface, { $0.insert(name, at: moment) }) else { return }
        }
        self.notice(notice)
    }

    /// The stored state of a place for a request.
    func position(
        _ coordinate: Coordinate, previous: AnyReport?, country: String?, hint: [UInt8]
    ) -> ReportJob.Position {
        let snapshot = store.snapshot
        return ReportJob.Position(
            coordinate: coordinate, timeZone: snapshot.timeZone(of: coordinate),
            altitude: snapshot.altitude(of: coordinate), country: country,
            previous: previous, hint: hint)
    }
}

extension Services.Access {
    func spent(at now: UnixTime) -> FetchFailure {
        .budgetSpent(host: host, limit: budget ?? 0, retryAfter: 86_400 - now.seconds % 86_400)
    }
}

extension WorkerFailure {
    /// Whether the worker may have started its job.
    fileprivate var mayHaveBegun: Bool {
        switch self {
        case .missing, .notStarted, .notSandboxed, .otherVersion, .jobRejected: false
        case .killed, .outOfMemory, .exited, .timedOut, .malformed, .tooLong, .cancelled: true
        }
    }
}

/// Collects the answer of a job that has exactly one.
public final class SingleAnswer: Sendable {
    private let taken = Mutex<Answer?>(nil)

    public init() {}

    public var answer: Answer? { taken.withLock { $0 } }

    @Sendable public func take(_ answer: Answer) throws(Malformed) {
        let isFirst = taken.withLock { taken in
            defer { taken = answer }
            return taken == nil
        }
        guard isFirst else { throw Malformed("more than one answer") }
    }
}

// The configured providers.
extension Services {
    /// The providers of one kind of report, in the user's order; empty when it is off.
    func providers<Content: FetchedReport>(
        of _: Content.Type = Content.self, _ settings: ServiceSettings, _ turn: AlertTurn = .own
    ) -> [any ReportProvider<Content>] {
        settings.providers(of: Content.kind).compactMap { name in
            guard let entry = settings.entry(of: name, for: Content.kind), settings.hasKey(for: name) else {
                return nil
            }
            let service = settings.service(of: name, entry)
            var access = access(
                to: name, service.baseURL, settings, deadline: entry.deadline ?? Services.exchangeDeadline)
            if let own = entry.ownBudget { (access.id, access.budget) = (own.id, own.requestsADay) }
            return RemoteProvider<Content>(
                facts: entry.facts, service: service, locale: settings.locale, services: self, access: access,
                turn: turn, settings: settings.fingerprint(of: name.rawValue, for: Content.kind))
        }
    }

    /// Counts the requests to one service, and enforces its budget.
    public func access(
        to name: ProviderName, _ url: String, _ settings: ServiceSettings,
        deadline: Duration = exchangeDeadline
    ) -> Access {
        Access(
            id: name.rawValue, budget: settings.budget(of: name), url: url, userAgent: settings.userAgent,
            settings: settings.network, deadline: deadline)
    }
}

// Backoff for services without a `ProviderChain`.
extension Services {
    /// The answer of a job that has exactly one. Sends no request during a delay that the service requested, also across
    /// restarts.
    ///
    /// - Parameters:
    ///   - kind: the name of the service in requests.json.
    ///   - settings: a fingerprint of its settings; a change ends the delay.
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
