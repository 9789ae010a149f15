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
