/// Why a forecast could not be had. Forecasting throws it, Refreshing waits by it, Rendering puts it into words.
public enum FetchFailure: Error, Sendable, Hashable {
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
    /// The answer is not what the service documents.
    case malformed(host: String, reason: String)
    /// The answer is longer than `bytes`.
    case tooLarge(host: String, bytes: Int)

    /// Whether the network, not the service, is the likely reason.
    public var isOffline: Bool {
        switch self {
        case .hostNotFound, .unreachable: true
        default: false
        }
    }

    /// Seconds that the service asked us to wait; nil when it did not.
    public var retryAfter: Int? {
        switch self {
        case .rateLimited(_, _, let seconds), .serviceFailed(_, _, _, let seconds), .budgetSpent(_, _, let seconds):
            seconds
        default: nil
        }
    }
}
