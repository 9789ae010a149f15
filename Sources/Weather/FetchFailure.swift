/// Why a forecast could not be had. Forecasting throws it, Refreshing waits by it, Rendering puts it into words.
public enum FetchFailure: Error, Sendable, Hashable {
    /// There is no way to the service, so that nothing was sent.
    case noNetwork
    /// The service's address could not be looked up.
    case hostNotFound(host: String)
    /// No connection came about, or it broke; `reason` is the system's.
    case unreachable(host: String, reason: String)
    /// The service let us wait for longer than `seconds`.
    case timedOut(host: String, seconds: Int)
    /// The service could not prove who it is.
    case untrusted(host: String, reason: String)
    /// The service wants fewer requests. `retryAfter`: seconds that it asks for; nil when it does not say.
    case rateLimited(host: String, reason: String?, retryAfter: Int?)
    /// The service failed or is overloaded: HTTP 5xx, or what else is no answer.
    case serviceFailed(host: String, status: Int, reason: String?, retryAfter: Int?)
    /// The service will not answer this request: HTTP 4xx. Asking again soon is of no use.
    case refused(host: String, status: Int, reason: String?)
    /// The service does not accept the key. Asking again soon is of no use.
    case keyRefused(host: String, reason: String?)
    /// The service has nothing for this place, as NWS outside the United States. It is no fault of the service's.
    case notCovered(host: String, reason: String?)
    /// As many requests went out today as may; `retryAfter`: seconds until the day is over.
    case budgetSpent(host: String, limit: Int, retryAfter: Int?)
    /// The last run of this program ended during a request to the service, which may have been for its answer; `retryAfter`:
    /// seconds until the service is asked again.
    case interrupted(host: String, retryAfter: Int?)
    /// The answer is not what the service documents.
    case malformed(host: String, reason: String)
    /// The answer is longer than `bytes`.
    case tooLarge(host: String, bytes: Int)
    /// The worker that was to ask the service did not do it.
    case worker(WorkerFailure)

    /// Whether the network, not the service, is the likely reason.
    public var isOffline: Bool {
        switch self {
        case .noNetwork, .hostNotFound, .unreachable: true
        default: false
        }
    }

    /// Whether somebody else may have answered in the service's place: a network that wants its users to sign in first
    /// shows them a web page, whatever they have asked for, or breaks into TLS.
    public var mayBePortal: Bool {
        switch self {
        case .untrusted: true
        case .malformed(_, let reason): reason == Self.webPage
        // RFC 6585, section 6.
        case .serviceFailed(_, let status, _, _): status == 511
        default: false
        }
    }

    /// Why an answer is malformed that begins as a web page does.
    public static let webPage = "the answer is a web page, not JSON"

    /// Whether it was the service that answered, so that there is a way to it.
    public var isAnswer: Bool {
        switch self {
        case .rateLimited, .refused, .keyRefused, .notCovered, .tooLarge: true
        case .serviceFailed, .malformed: !mayBePortal
        case .noNetwork, .hostNotFound, .unreachable, .timedOut, .untrusted, .budgetSpent, .interrupted, .worker: false
        }
    }

    /// Why a service is unreachable when this machine, or a router on the way, knows no way to it: ENETUNREACH.
    public static let networkUnreachable = "there is no network"
    /// Likewise, by EHOSTUNREACH.
    public static let hostUnreachable = "there is no route to the host"

    /// Seconds that the service asked us to wait; nil when it did not.
    public var retryAfter: Int? {
        switch self {
        case .rateLimited(_, _, let seconds), .serviceFailed(_, _, _, let seconds), .budgetSpent(_, _, let seconds),
            .interrupted(_, let seconds):
            seconds
        default: nil
        }
    }
}
