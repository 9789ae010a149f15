import Weather

extension FetchFailure {
    /// The failure without the host, whose port differs each time.
    var withoutHost: String {
        switch self {
        case .noNetwork: "no network"
        case .hostNotFound: "host not found"
        case .unreachable(_, let reason): "unreachable \(reason)"
        case .noRoute(_, let reason): "no route \(reason)"
        case .webPage: "web page"
        case .proxyFailed(_, _, let reason): "proxy failed \(reason)"
        case .proxyRefused(_, let reason, _): "proxy refused \(reason)"
        case .timedOut: "timed out"
        case .untrusted(_, let reason): "untrusted \(reason)"
        case .rateLimited: "rate limited"
        case .serviceFailed: "service failed"
        case .refused: "refused"
        case .keyRefused: "key refused"
        case .settingRefused: "setting refused"
        case .notCovered: "not covered"
        case .budgetSpent: "budget spent"
        case .interrupted: "interrupted"
        case .malformed(_, let reason), .unreadableWarnings(_, _, let reason): "malformed \(reason)"
        case .tooLarge(_, let bytes): "too large \(bytes)"
        case .tooComplex(_, let reason): "too complex \(reason)"
        case .worker: "worker"
        }
    }

    /// A busy machine takes longer.
    var withoutSeconds: FetchFailure {
        guard case .proxyFailed(let proxy, let host, let reason) = self, reason.hasPrefix("no answer") else {
            return self
        }
        return .proxyFailed(proxy: proxy, host: host, reason: "no answer within 1 s")
    }
}
