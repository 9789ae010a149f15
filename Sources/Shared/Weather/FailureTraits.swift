/// What follows from a reason for a failure: whose fault it is, what it says of the connection, of other places and of the
/// provider, and when to retry. `FetchFailure.Code.traits` is the table.
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
        /// The connection may have been there, and nothing came back.
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

    /// Whether the answer may be due to the requested place: an unusable answer, or a refusal that is not of the user.
    public var mayBeOfPlace: Bool {
        if case .refused(_, let status, _) = self { ![401, 402, 403].contains(status) } else { mayBeOfList }
    }

    /// Whether the service itself said it, of all its requests: a rate limit, a rejected key, or how long to send none.
    public var isWordOfService: Bool { isAnswer && isOfAllPlaces }

    /// How many warnings the source is known to have that may apply, though it failed.
    public var unreadWarnings: Int {
        switch self {
        case .unreadableWarnings(_, let count, _): count
        default: 0
        }
    }

    /// Whether the provider would fail in the same way for any other place.
    public var isOfAllPlaces: Bool { traits.scope == .allPlaces || retryAfter != nil }
}
