/// Why a forecast could not be fetched. `code` names the reason, and `traits` says what follows from it; Rendering puts it
/// into words.
public enum FetchFailure: Error, Sendable, Hashable, Codable {
    /// There is no route to the service, so that nothing was sent.
    case noNetwork
    /// The service's host name was not found.
    case hostNotFound(host: String)
    /// This machine, or a router in between, has no route to the host; `reason` is the system's.
    case noRoute(host: String, reason: String)
    /// The connection failed or broke; `reason` is the system's.
    case unreachable(host: String, reason: String)
    /// The service did not answer within `seconds`.
    case timedOut(host: String, seconds: Int)
    /// TLS verification failed.
    case untrusted(host: String, reason: String)
    /// The proxy cannot be reached, hangs, closes the connection, sends garbage or does not connect to the service;
    /// `host`: the service that it did not connect to, nil when the proxy itself failed.
    case proxyFailed(proxy: String, host: String?, reason: String)
    /// The proxy requires a user and a password, or does not accept them. `retryAfter`: seconds until they are sent again;
    /// nil in the worker, which does not decide that.
    case proxyRefused(proxy: String, reason: String, retryAfter: Int?)
    /// The answer is a web page, such as the sign-in page of a network.
    case webPage(host: String)
    /// The service limits requests. `retryAfter`: seconds that it asks to wait; nil when it does not say.
    case rateLimited(host: String, reason: String?, retryAfter: Int?)
    /// The service failed or is overloaded: HTTP 5xx, or an equivalent answer.
    case serviceFailed(host: String, status: Int, reason: String?, retryAfter: Int?)
    /// The service refused this request: HTTP 4xx.
    case refused(host: String, status: Int, reason: String?)
    /// The service does not accept the key.
    case keyRefused(host: String, reason: String?)
    /// The service does not accept the value of a setting, which is its key in config.toml.
    case settingRefused(host: String, setting: String, reason: String?)
    /// The service has no data for this place, as NWS outside the United States.
    case notCovered(host: String, reason: String?)
    /// The daily limit of requests has been reached; `retryAfter`: seconds until the next day.
    case budgetSpent(host: String, limit: Int, retryAfter: Int?)
    /// The last run of this program ended during a request to the service, perhaps because of its answer; `retryAfter`:
    /// seconds until the next request.
    case interrupted(host: String, retryAfter: Int?)
    /// The answer is not what the service documents.
    case malformed(host: String, reason: String)
    /// The service has `count` warnings that may apply, and none of them could be read.
    case unreadableWarnings(host: String, count: Int, reason: String)
    /// The answer is longer than `bytes`.
    case tooLarge(host: String, bytes: Int)
    /// Reading the answer would exceed the limit of processor time; `reason` describes what.
    case tooComplex(host: String, reason: String)
    /// The worker for the request failed.
    case worker(WorkerFailure)

    /// Seconds that the service asked to wait; nil when it did not.
    public var retryAfter: Int? {
        switch self {
        case .rateLimited(_, _, let seconds), .serviceFailed(_, _, _, let seconds), .budgetSpent(_, _, let seconds),
            .interrupted(_, let seconds), .proxyRefused(_, _, let seconds):
            seconds
        case .noNetwork, .hostNotFound, .noRoute, .unreachable, .timedOut, .untrusted, .proxyFailed, .webPage, .refused,
            .keyRefused, .settingRefused, .notCovered, .malformed, .unreadableWarnings, .tooLarge, .tooComplex,
            .worker:
            nil
        }
    }

    /// The same failure with this many seconds left to wait.
    public func waiting(_ seconds: Int) -> FetchFailure {
        switch self {
        case .rateLimited(let host, let reason, _): .rateLimited(host: host, reason: reason, retryAfter: seconds)
        case .serviceFailed(let host, let status, let reason, _):
            .serviceFailed(host: host, status: status, reason: reason, retryAfter: seconds)
        case .budgetSpent(let host, let limit, _): .budgetSpent(host: host, limit: limit, retryAfter: seconds)
        case .interrupted(let host, _): .interrupted(host: host, retryAfter: seconds)
        case .proxyRefused(let proxy, let reason, _):
            .proxyRefused(proxy: proxy, reason: reason, retryAfter: seconds)
        case .noNetwork, .hostNotFound, .noRoute, .unreachable, .timedOut, .untrusted, .proxyFailed, .webPage, .refused,
            .keyRefused, .settingRefused, .notCovered, .malformed, .unreadableWarnings, .tooLarge, .tooComplex,
            .worker:
            self
        }
    }
}

extension FetchFailure {
    /// The longest texts, Unicode scalars. Services write some of them.
    package static let (longestHost, longestReason, longestPart) = (300, 1000, 100)
    /// The longest backoff from a service, s.
    private static let longestWait = 31 * 86_400

    /// A failure from a file or a worker, with bounded texts and numbers.
    package var bounded: FetchFailure {
        func host(_ text: String) -> String { String(bounding: text, to: Self.longestHost) }
        func reason(_ text: String) -> String { String(bounding: text, to: Self.longestReason) }
        func number(_ number: Int) -> Int { min(max(number, 0), 1_000_000_000) }
        func wait(_ seconds: Int?) -> Int? { seconds.map { min(max($0, 0), Self.longestWait) } }
        return switch self {
        case .noNetwork, .worker: self
        case .hostNotFound(let name): .hostNotFound(host: host(name))
        case .noRoute(let name, let text): .noRoute(host: host(name), reason: reason(text))
        case .unreachable(let name, let text): .unreachable(host: host(name), reason: reason(text))
        case .timedOut(let name, let seconds): .timedOut(host: host(name), seconds: wait(seconds) ?? 0)
        case .untrusted(let name, let text): .untrusted(host: host(name), reason: reason(text))
        case .proxyFailed(let proxy, let name, let text):
            .proxyFailed(proxy: host(proxy), host: name.map(host), reason: reason(text))
        case .proxyRefused(let proxy, let text, let seconds):
            .proxyRefused(proxy: host(proxy), reason: reason(text), retryAfter: wait(seconds))
        case .webPage(let name): .webPage(host: host(name))
        case .rateLimited(let name, let text, let seconds):
            .rateLimited(host: host(name), reason: text.map(reason), retryAfter: wait(seconds))
        case .serviceFailed(let name, let status, let text, let seconds):
            .serviceFailed(
                host: host(name), status: number(status), reason: text.map(reason), retryAfter: wait(seconds))
        case .refused(let name, let status, let text):
            .refused(host: host(name), status: number(status), reason: text.map(reason))
        case .keyRefused(let name, let text): .keyRefused(host: host(name), reason: text.map(reason))
        case .settingRefused(let name, let setting, let text):
            .settingRefused(
                host: host(name), setting: String(bounding: setting, to: Self.longestPart), reason: text.map(reason))
        case .notCovered(let name, let text): .notCovered(host: host(name), reason: text.map(reason))
        case .budgetSpent(let name, let limit, let seconds):
            .budgetSpent(host: host(name), limit: number(limit), retryAfter: wait(seconds))
        case .interrupted(let name, let seconds): .interrupted(host: host(name), retryAfter: wait(seconds))
        case .malformed(let name, let text): .malformed(host: host(name), reason: reason(text))
        case .unreadableWarnings(let name, let count, let text):
            .unreadableWarnings(host: host(name), count: number(count), reason: reason(text))
        case .tooLarge(let name, let bytes): .tooLarge(host: host(name), bytes: number(bytes))
        case .tooComplex(let name, let text): .tooComplex(host: host(name), reason: reason(text))
        }
    }
}

extension FetchFailure {
    /// A reason without its circumstances. The raw values are in the JSON output, and do not change.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case noNetwork = "no-network"
        case hostNotFound = "host-not-found"
        case noRoute = "no-route"
        case unreachable
        case timedOut = "timed-out"
        case untrusted
        case proxyFailed = "proxy-failed"
        case proxyRefused = "proxy-refused"
        case webPage = "web-page"
        case signInRequired = "sign-in-required"
        case rateLimited = "rate-limited"
        case serviceFailed = "service-failed"
        case refused
        case keyRefused = "key-refused"
        case settingRefused = "setting-refused"
        case notCovered = "not-covered"
        case budgetSpent = "budget-spent"
        case interrupted
        case malformed
        case tooLarge = "too-large"
        case tooComplex = "too-complex"
        case workerMissing = "worker-missing"
        case workerNotStarted = "worker-not-started"
        case workerNotSandboxed = "worker-not-sandboxed"
        case workerOtherVersion = "worker-other-version"
        case workerKilled = "worker-killed"
        case workerOutOfMemory = "worker-out-of-memory"
        case workerExited = "worker-exited"
        case workerTimedOut = "worker-timed-out"
        case workerMalformed = "worker-malformed"
        case workerTooLong = "worker-too-long"
        case workerRejectedJob = "worker-rejected-job"
        case workerCancelled = "worker-cancelled"
    }

    public var code: Code {
        switch self {
        case .noNetwork: .noNetwork
        case .hostNotFound: .hostNotFound
        case .noRoute: .noRoute
        case .unreachable: .unreachable
        case .timedOut: .timedOut
        case .untrusted: .untrusted
        case .proxyFailed: .proxyFailed
        case .proxyRefused: .proxyRefused
        case .webPage: .webPage
        case .rateLimited: .rateLimited
        // Network Authentication Required: RFC 6585, section 6.
        case .serviceFailed(_, status: 511, _, _): .signInRequired
        case .serviceFailed: .serviceFailed
        case .refused: .refused
        case .keyRefused: .keyRefused
        case .settingRefused: .settingRefused
        case .notCovered: .notCovered
        case .budgetSpent: .budgetSpent
        case .interrupted: .interrupted
        case .malformed, .unreadableWarnings: .malformed
        case .tooLarge: .tooLarge
        case .tooComplex: .tooComplex
        case .worker(let failure): failure.code
        }
    }
}

extension WorkerFailure {
    public var code: FetchFailure.Code {
        switch self {
        case .missing: .workerMissing
        case .notStarted: .workerNotStarted
        case .notSandboxed: .workerNotSandboxed
        case .otherVersion: .workerOtherVersion
        case .killed: .workerKilled
        case .outOfMemory: .workerOutOfMemory
        case .exited: .workerExited
        case .timedOut: .workerTimedOut
        case .malformed: .workerMalformed
        case .tooLong: .workerTooLong
        case .jobRejected: .workerRejectedJob
        case .cancelled: .workerCancelled
        }
    }
}

/// The consequences of a failure: whose fault it is, what it implies for the connection, for other places and for the provider,
/// and when to retry. `FetchFailure.Code.traits` is the table.
public struct FailureTraits: Sendable, Hashable {
    public enum Fault: String, Sendable, Hashable {
        case network, provider
        /// weatherd's, or of its configuration.
        case weatherd
    }

    /// How far the request got.
    public enum Reach: Sendable, Hashable {
        /// Not out of this network.
        case noRoute
        /// Perhaps to the service: the connection failed or broke.
        case broken
        /// Perhaps to the service, without any answer.
        case silent
        /// To something that answered instead of the service, such as a captive portal with a certificate of its own.
        case intercepted
        /// To the service, which answered.
        case answered
        /// The request was not sent, or the failure does not say.
        case unknown
    }

    /// Which places the provider would fail for.
    public enum Scope: Sendable, Hashable {
        case onePlace
        /// Perhaps all of them: several in a row are enough to give up.
        case unclear
        case allPlaces
    }

    /// Whether the circuit breaker of the provider counts the failure.
    public enum Breaker: Sendable, Hashable {
        case never
        /// Only if another provider has answered; else this machine may be the cause.
        case ifAnotherAnswers
        case always
    }

    /// When to retry, unless the service asks for a longer wait.
    public enum Retry: Sendable, Hashable {
        /// After seconds, with a growing backoff.
        case soon
        /// With the longest backoff: what was refused or limited will not be granted seconds later.
        case late
        /// After hours: a place does not move into a service's reach.
        case rarely
    }

    public let fault: Fault
    public let reach: Reach
    public let scope: Scope
    public let breaker: Breaker
    public let retry: Retry
    /// Whether it ends without the user.
    public let isTemporary: Bool
    /// Whether a single answer may have ended the worker, so that another worker may succeed for the other places.
    public let mayBeOfOneAnswer: Bool

    fileprivate init(
        _ fault: Fault, _ reach: Reach, _ scope: Scope, _ breaker: Breaker, _ retry: Retry, isTemporary: Bool = false,
        mayBeOfOneAnswer: Bool = false
    ) {
        (self.fault, self.reach, self.scope, self.breaker, self.retry) = (fault, reach, scope, breaker, retry)
        (self.isTemporary, self.mayBeOfOneAnswer) = (isTemporary, mayBeOfOneAnswer)
    }

    fileprivate static func worker(mayBeOfOneAnswer: Bool = false) -> FailureTraits {
        FailureTraits(
            .weatherd, .unknown, .onePlace, .ifAnotherAnswers, .soon, mayBeOfOneAnswer: mayBeOfOneAnswer)
    }
}

extension FetchFailure.Code {
    /// A row for each reason.
    public var traits: FailureTraits {
        switch self {
        case .noNetwork: FailureTraits(.network, .noRoute, .allPlaces, .never, .soon)
        case .hostNotFound: FailureTraits(.network, .noRoute, .allPlaces, .ifAnotherAnswers, .soon)
        case .noRoute: FailureTraits(.network, .noRoute, .unclear, .ifAnotherAnswers, .soon)
        case .unreachable: FailureTraits(.network, .broken, .unclear, .ifAnotherAnswers, .soon)
        case .timedOut: FailureTraits(.provider, .silent, .unclear, .always, .soon)
        case .untrusted: FailureTraits(.network, .intercepted, .allPlaces, .always, .soon)
        // All providers share the proxy: no breaker counts its failures.
        case .proxyFailed: FailureTraits(.network, .noRoute, .allPlaces, .never, .soon)
        case .proxyRefused: FailureTraits(.weatherd, .unknown, .allPlaces, .never, .late)
        case .webPage: FailureTraits(.network, .intercepted, .onePlace, .always, .soon)
        case .signInRequired: FailureTraits(.network, .intercepted, .unclear, .always, .soon)
        case .rateLimited: FailureTraits(.provider, .answered, .allPlaces, .always, .late, isTemporary: true)
        case .serviceFailed: FailureTraits(.provider, .answered, .unclear, .always, .soon, isTemporary: true)
        case .refused: FailureTraits(.provider, .answered, .onePlace, .always, .late)
        case .keyRefused, .settingRefused: FailureTraits(.weatherd, .answered, .allPlaces, .always, .late)
        case .notCovered: FailureTraits(.provider, .answered, .onePlace, .never, .rarely)
        case .budgetSpent: FailureTraits(.weatherd, .unknown, .allPlaces, .always, .late, isTemporary: true)
        case .interrupted: FailureTraits(.weatherd, .unknown, .onePlace, .always, .soon, isTemporary: true)
        case .malformed: FailureTraits(.provider, .answered, .onePlace, .always, .soon)
        case .tooLarge: FailureTraits(.provider, .answered, .onePlace, .always, .soon)
        // Each try costs seconds of processor time.
        case .tooComplex: FailureTraits(.provider, .answered, .onePlace, .always, .late)
        case .workerMissing, .workerNotStarted, .workerNotSandboxed, .workerOtherVersion, .workerRejectedJob,
            .workerCancelled:
            .worker()
        // Another worker would take up to three times the timeout.
        case .workerTimedOut: .worker()
        case .workerKilled, .workerOutOfMemory, .workerExited, .workerMalformed, .workerTooLong:
            .worker(mayBeOfOneAnswer: true)
        }
    }
}

extension FetchFailure {
    public var traits: FailureTraits { code.traits }

    /// Whether the network, not the service, is the likely reason.
    public var isOffline: Bool { traits.reach == .noRoute || traits.reach == .broken }

    /// Whether something else may have answered in the service's place: a captive portal shows its web page whatever was
    /// requested, or has a certificate of its own.
    public var mayBePortal: Bool { traits.reach == .intercepted }

    /// Whether the service answered, so that there is a route to it.
    public var isAnswer: Bool { traits.reach == .answered }

    /// Whether the request did not reach the service: the fault is in this machine's network.
    public var isRouteFailure: Bool { traits.reach == .noRoute || mayBePortal }

    /// Whether a change between here and the service may end it.
    public var mayBeRouteFailure: Bool { isOffline || mayBePortal || traits.reach == .silent }

    /// Whether the answer may be due to one of the requested places, or to their number: the service refused the request, or
    /// its answer is unusable.
    public var mayBeOfList: Bool {
        switch self {
        case .refused(_, let status, _): [400, 413, 414, 422, 431].contains(status)
        case .notCovered, .malformed, .unreadableWarnings, .tooLarge: true
        default: false
        }
    }

    /// Whether the answer may be due to the requested place: an unusable answer, or a refusal other than 401, 402 and 403,
    /// which concern the user.
    public var mayBeOfPlace: Bool {
        if case .refused(_, let status, _) = self { ![401, 402, 403].contains(status) } else { mayBeOfList }
    }

    /// Whether the service's answer applies to all its requests: a rate limit, a rejected key, or a wait that it asked for.
    public var isWordOfService: Bool { isAnswer && isOfAllPlaces }

    /// The number of warnings that the source is known to have and that may apply, though it failed.
    public var unreadWarnings: Int {
        switch self {
        case .unreadableWarnings(_, let count, _): count
        default: 0
        }
    }

    /// Whether the provider would fail in the same way for any other place.
    public var isOfAllPlaces: Bool { traits.scope == .allPlaces || retryAfter != nil }
}

/// Why a worker did not do its job. Rendering makes the sentence.
public enum WorkerFailure: Error, Sendable, Hashable, Codable {
    /// There is no program at `path`.
    case missing(path: String)
    /// The system could not start it, or not open a descriptor for it; `reason` is the system's.
    case notStarted(reason: String)
    /// It could not sandbox itself, and exited before its first job; `reason` names the step, and the system's error.
    case notSandboxed(reason: String)
    /// Its version differs from the daemon's, as during an upgrade.
    case otherVersion(worker: String, daemon: String)
    /// A signal killed it.
    case killed(signal: Int32)
    /// Killed by a signal, probably because it exceeded its memory `limit`, in bytes.
    case outOfMemory(signal: Int32, limit: Int)
    /// It exited with this status before the job was done.
    case exited(status: Int32)
    /// It took longer than `seconds`, and was killed.
    case timedOut(seconds: Int)
    /// Its answer is invalid; `reason` completes the sentence.
    case malformed(reason: String)
    /// It answered with a message longer than `bytes`.
    case tooLong(bytes: Int)
    /// It could not parse the daemon's message, such as a setting that is too long; `reason` completes the sentence.
    case jobRejected(reason: String)
    /// The task that waited for it was cancelled.
    case cancelled
}

/// The status of the worker's sandbox layers that some kernels lack. The other restrictions always apply.
public struct WorkerSandbox: Sendable, Hashable {
    public enum Layer: Sendable, Hashable {
        /// - Parameter version: the kernel's ABI version, 1 or more.
        case inForce(version: Int)
        /// - Parameter systemError: the errno of the failed system call, such as ENOSYS.
        case unavailable(systemError: Int32)
    }

    /// Landlock restricts which files can be read.
    public var landlock: Layer
    /// seccomp restricts system calls.
    public var seccomp: Layer

    public init(landlock: Layer, seccomp: Layer) {
        (self.landlock, self.seccomp) = (landlock, seccomp)
    }

    /// Whether both are in force.
    public var isComplete: Bool {
        if case (.inForce, .inForce) = (landlock, seccomp) { true } else { false }
    }
}
