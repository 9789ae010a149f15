import Languages
public import Weather

extension FetchFailure {
    /// What failed, at which host and why, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .noNetwork:
            "this machine has no network"
        case .hostNotFound(let host):
            "cannot resolve \(named(host)); this machine may be offline"
        case .noRoute(let host, let reason), .unreachable(let host, let reason):
            "\(named(host)) cannot be reached\(because(reason))"
        case .timedOut(let host, let seconds):
            "\(named(host)) did not answer within \(seconds) s"
        case .untrusted(let host, let reason):
            "TLS verification failed for \(named(host))\(because(reason))"
        case .proxyFailed(let proxy, let host, let reason):
            "the proxy \(proxy.plain(limit: 80)) failed\(host.map { " for \(named($0))" } ?? "")\(because(reason))"
        case .proxyRefused(let proxy, let reason, let retryAfter):
            "the proxy \(proxy.plain(limit: 80)) rejected weatherd\(because(reason))\(wait(retryAfter))"
        case .webPage(let host):
            Self.malformed(named(host), ": the response is a web page, not JSON")
        case .rateLimited(let host, let reason, let retryAfter):
            "\(named(host)) rate-limited the request\(because(reason))\(wait(retryAfter))"
        case .serviceFailed(let host, let status, let reason, let retryAfter):
            "\(named(host)) returned HTTP \(status)\(because(reason))\(wait(retryAfter))"
        case .refused(let host, let status, let reason):
            "\(named(host)) rejected the request (HTTP \(status))\(because(reason))"
        case .keyRefused(let host, let reason):
            "\(named(host)) rejected the API key\(because(reason))"
        case .settingRefused(let host, let setting, let reason):
            "\(named(host)) rejected the setting \(setting.plain(limit: 80))\(because(reason))"
        case .notCovered(let host, let reason):
            "\(named(host)) does not cover this place\(because(reason))"
        case .budgetSpent(let host, let limit, let retryAfter):
            "the limit of \(limit) requests per day to \(named(host)) has been reached\(again(retryAfter))"
        case .interrupted(let host, let retryAfter):
            "weatherd crashed or was killed during its last request to \(named(host))\(again(retryAfter))"
        case .malformed(let host, let reason), .unreadableWarnings(let host, _, let reason):
            Self.malformed(named(host), because(reason))
        case .tooLarge(let host, let bytes):
            "the response from \(named(host)) is longer than \(size(bytes))"
        case .tooComplex(let host, let reason):
            "the response from \(named(host)) takes too long to parse\(because(reason))"
        case .worker(let failure):
            failure.sentence
        }
    }

    /// English throughout, since a translated beginning would leave half a sentence.
    var lastErrorLine: String { "last error: \(sentence)" }

    private static func malformed(_ host: String, _ reason: String) -> String {
        "\(host) returned an invalid response\(reason)"
    }

    private func named(_ host: String) -> String {
        let host = host.plain(limit: 80)
        return host.isEmpty ? "the weather service" : host
    }

    private func because(_ reason: String?) -> String {
        // A service's own sentence is followed by advice: `Invalid API key.; new keys take …`.
        var reason = (reason ?? "").plain(limit: 160).replacingFirst(".; ", with: "; ")
        while reason.last == "." || reason.last == " " { reason.removeLast() }
        return reason.isEmpty ? "" : ": \(reason)"
    }

    private func wait(_ seconds: Int?) -> String {
        guard let seconds, seconds > 0 else { return "" }
        return
            "; retry after \(seconds < 60 ? "\(seconds) s" : Age(seconds: seconds).text(in: Language.english.words))"
    }

    private func again(_ seconds: Int?) -> String {
        guard let seconds, seconds > 0 else { return "" }
        return
            "; the next request is possible in \(seconds < 60 ? "\(seconds) s" : Age(seconds: seconds).text(in: Language.english.words))"
    }

    private func size(_ bytes: Int) -> String {
        let mebibyte = 1_048_576
        return bytes >= mebibyte && bytes.isMultiple(of: mebibyte) ? "\(bytes / mebibyte) MiB" : "\(bytes) bytes"
    }
}
