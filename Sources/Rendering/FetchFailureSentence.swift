public import Weather

extension FetchFailure {
    /// What happened and at which host, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .noNetwork:
            "this machine has no network"
        case .hostNotFound(let host):
            "the address of \(named(host)) was not found, as when this machine is offline"
        case .unreachable(let host, let reason):
            "\(named(host)) cannot be reached\(because(reason))"
        case .timedOut(let host, let seconds):
            "\(named(host)) did not answer within \(seconds) s"
        case .untrusted(let host, let reason):
            "\(named(host)) could not prove that it is the one meant, so nothing was taken from it\(because(reason))"
        case .rateLimited(let host, let reason, let retryAfter):
            "\(named(host)) wants fewer requests\(because(reason))\(wait(retryAfter))"
        case .serviceFailed(let host, let status, let reason, let retryAfter):
            "\(named(host)) failed to answer (HTTP status \(status))\(because(reason))\(wait(retryAfter))"
        case .refused(let host, let status, let reason):
            "\(named(host)) refused the request (HTTP status \(status))\(because(reason))"
        case .keyRefused(let host, let reason):
            "\(named(host)) refused the key\(because(reason))"
        case .notCovered(let host, let reason):
            "\(named(host)) has nothing for this place\(because(reason))"
        case .budgetSpent(let host, let limit, let retryAfter):
            "the \(limit) requests a day to \(named(host)) are used up\(again(retryAfter))"
        case .interrupted(let host, let retryAfter):
            "weatherd crashed or was killed during its last request to \(named(host))\(again(retryAfter))"
        case .malformed(let host, let reason):
            "the answer of \(named(host)) is not what it documents\(because(reason))"
        case .tooLarge(let host, let bytes):
            "the answer of \(named(host)) is longer than \(size(bytes))"
        case .worker(let failure):
            failure.sentence
        }
    }

    private func named(_ host: String) -> String {
        let host = host.plain(limit: 80)
        return host.isEmpty ? "the weather service" : host
    }

    private func because(_ reason: String?) -> String {
        var reason = (reason ?? "").plain(limit: 160)
        while reason.last == "." || reason.last == " " { reason.removeLast() }
        return reason.isEmpty ? "" : ": \(reason)"
    }

    private func wait(_ seconds: Int?) -> String {
        guard let seconds, seconds > 0 else { return "" }
        return "; it asks to wait \(seconds < 60 ? "\(seconds) s" : Age(seconds: seconds).text(in: English()))"
    }

    private func again(_ seconds: Int?) -> String {
        guard let seconds, seconds > 0 else { return "" }
        return "; the next may go out in \(seconds < 60 ? "\(seconds) s" : Age(seconds: seconds).text(in: English()))"
    }

    private func size(_ bytes: Int) -> String {
        let mebibyte = 1_048_576
        return bytes >= mebibyte && bytes.isMultiple(of: mebibyte) ? "\(bytes / mebibyte) MiB" : "\(bytes) bytes"
    }
}
