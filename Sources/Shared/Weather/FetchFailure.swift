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

    /// The same failure with so many seconds left to wait.
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
