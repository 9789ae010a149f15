import Weather

extension FetchFailure {
    /// What went wrong, without whom it went wrong with, who has a port of its own each time.
    var withoutHost: String {
        switch self {
        case .noNetwork: "no network"
        case .hostNotFound: "host not found"
        case .unreachable(_, let reason): "unreachable \(reason)"
        case .timedOut: "timed out"
        case .untrusted(_, let reason): "untrusted \(reason)"
        case .rateLimited: "rate limited"
        case .serviceFailed: "service failed"
        case .refused: "refused"
        case .keyRefused: "key refused"
        case .notCovered: "not covered"
        case .budgetSpent: "budget spent"
        case .interrupted: "interrupted"
        case .malformed(_, let reason): "malformed \(reason)"
        case .tooLarge(_, let bytes): "too large \(bytes)"
        case .worker: "worker"
        }
    }
}
