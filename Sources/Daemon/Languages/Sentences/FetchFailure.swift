import Glibc
import Platform
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

    /// Entirely in English: a translated beginning would mix two languages.
    package var lastErrorLine: String { "last error: \(sentence)" }

    private static func malformed(_ host: String, _ reason: String) -> String {
        "\(host) returned an invalid response\(reason)"
    }

    private func named(_ host: String) -> String {
        let host = host.plain(limit: 80)
        return host.isEmpty ? "the weather service" : host
    }

    private func because(_ reason: String?) -> String {
        // A service's sentence may end with a period before the advice: `Invalid API key.; new keys take …`.
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

extension WorkerFailure {
    /// What failed and why, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .missing(let path): "\(path.plain(limit: 160)) does not exist"
        case .notStarted(let reason): "weatherd-worker could not be started: \(reason.plain(limit: 160))"
        case .notSandboxed(let reason): "weatherd-worker could not sandbox itself: \(reason.plain(limit: 160))"
        case .otherVersion(let worker, let daemon):
            "weatherd-worker is version \(worker.plain(limit: 40)), but weatherd is version \(daemon.plain(limit: 40))"
        case .killed(let signal): "weatherd-worker was killed by \(Self.described(signal))"
        case .outOfMemory(let signal, let limit):
            """
            weatherd-worker probably ran out of memory (limit: \(limit / 1_048_576) MiB): it was killed by \
            \(Self.described(signal))
            """
        case .exited(let status): "weatherd-worker exited with status \(status) before completing its job"
        case .timedOut(let seconds): "weatherd-worker timed out after \(seconds) s"
        case .malformed(let reason): "weatherd-worker sent an invalid message: \(reason.plain(limit: 160))"
        case .tooLong(let bytes): "weatherd-worker sent a message longer than \(bytes / 1_048_576) MiB"
        case .jobRejected(let reason): "weatherd-worker rejected its job, which contains \(reason.plain(limit: 160))"
        case .cancelled: "the request was cancelled"
        }
    }

    package var advice: String {
        switch self {
        case .missing, .notStarted: "reinstall weatherd"
        case .otherVersion: "reinstall weatherd; after an upgrade it restarts by itself"
        case .jobRejected: "shorten that setting, then: systemctl --user restart weatherd"
        case .notSandboxed, .killed, .outOfMemory, .exited, .timedOut, .malformed, .tooLong, .cancelled:
            "retrying automatically; if it happens again, see journalctl --user -u weatherd and report it"
        }
    }

    /// `signal 9 (SIGKILL)`; names the signals of crashes, resource limits and users (signal(7)).
    private static func described(_ signal: Int32) -> String {
        let names: [Int32: String] = [
            4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV",
            15: "SIGTERM", 24: "SIGXCPU, the limit of its processor time", 31: "SIGSYS",
        ]
        return "signal \(signal)" + (names[signal].map { " (\($0))" } ?? "")
    }
}

extension WorkerSandbox {
    /// `seccomp and Landlock (ABI 4)`, or what is missing and why.
    public var sentence: String {
        switch (landlock, seccomp) {
        case (.inForce(let version), .inForce): "seccomp and Landlock (ABI \(version))"
        case (.unavailable(let error), .inForce): "seccomp only: \(Self.absence(of: "Landlock", error))"
        case (.inForce(let version), .unavailable(let error)):
            "Landlock (ABI \(version)) only: \(Self.absence(of: "seccomp", error))"
        case (.unavailable(let landlock), .unavailable(let seccomp)):
            "none: \(Self.absence(of: "Landlock", landlock)), and \(Self.absence(of: "seccomp", seccomp))"
        }
    }

    /// The errors of landlock_create_ruleset(2) and seccomp(2).
    private static func absence(of layer: String, _ error: Int32) -> String {
        switch error {
        case ENOSYS, EINVAL: "this kernel has no \(layer)"
        case EOPNOTSUPP: "\(layer) is disabled on this system"
        default: "\(layer) failed: \(SystemError(code: error).sentence)"
        }
    }
}

extension ProviderNotice {
    /// What failed and its effect, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .deprecated(let host, let path):
            """
            \(host.plain(limit: 80)) has deprecated the API that this version of weatherd uses \
            (\(path.plain(limit: 80))); update weatherd
            """
        case .incomplete(let part, let failure):
            "\(part) unavailable: \(failure.sentence)"
        case .unknown(let name, let host):
            "\(host.plain(limit: 80)) does not know \(name.words); requesting without it for 24 hours"
        case .repaired(let part, let host, let reason):
            "\(part) from \(host.plain(limit: 80)) is damaged and was repaired: \(reason.plain(limit: 160))"
        }
    }
}

extension ReportGap {
    /// What is missing: `the last days`, `soil_temperature_0cm`, `the model icon_d3 of open-meteo.models`.
    public var part: String {
        switch self {
        case .failed(let part, _): part.plain(limit: 40)
        case .unknown(let name, _): name.setting == nil ? name.text.plain(limit: 64) : name.words
        }
    }

    /// The reason, without a period.
    public var reason: String {
        switch self {
        case .failed(_, let failure): failure.sentence
        case .unknown(_, let host): "\(host.plain(limit: 80)) does not know it"
        }
    }
}

extension UnknownName {
    /// The name with its kind: `the variable soil_temperature_0cm`.
    package var words: String {
        let text = text.plain(limit: 64)
        guard value != nil else { return "the parameter \(text)" }
        return setting.map { "the model \(text) of \($0)" } ?? "the variable \(text)"
    }
}

/// Log messages about unknown weather codes.
public enum UnknownCodesSentence {
    /// The maximum number of codes to list.
    private static let limit = 10

    public static func text(_ codes: Set<String>, of provider: Provider) -> String {
        """
        \(provider.name.plain(limit: 40)) reported weather codes that this version does not support, shown as unknown: \
        \(codes.sorted().prefix(limit).map { $0.plain(limit: 40) }.joined(separator: ", "))
        """
    }
}

extension ProviderRanking {
    /// The order of the providers and its reason, for `status` and `doctor`.
    package var sentence: String {
        let names = names(in: Language.english.words)
        guard !comparisons.isEmpty else { return "\(names): no other provider is configured for this place" }
        return "\(names): \(isMeasured ? "measured" : "default order"); \(reasons(in: Language.english.words))"
    }

    /// The order of the providers and its reason, in the user's language.
    package func text(in words: any Words) -> String {
        let order = words.providerOrder(names(in: words), isMeasured: isMeasured)
        return comparisons.isEmpty ? order : "\(order); \(reasons(in: words))"
    }

    private func names(in words: any Words) -> String {
        order.map { $0.plain(limit: 40) }.joined(separator: words.listSeparator)
    }

    private func reasons(in words: any Words) -> String {
        comparisons.map { Self.reason($0, words) }.joined(separator: words.listSeparator)
    }

    private static func reason(_ comparison: Comparison, _ words: any Words) -> String {
        let name = comparison.provider.plain(limit: 40)
        guard let error = comparison.relativeError else {
            return words.daysOfPairs(of: name, min(comparison.days, daysNeeded), needed: daysNeeded)
        }
        let percent = Int(((error - 1) * 100).rounded())
        return words.error(
            of: name, percent == 0 ? nil : words.percent(String(abs(percent))), isLarger: percent > 0)
    }
}

extension ObservationProblem {
    /// Why the station is not used: `too far (31 km)`.
    public var sentence: String {
        let words = Language.english.words
        return switch self {
        case .tooFar(let distance): "too far (\(Int((distance / 1000).rounded())) km)"
        case .tooOld(let age):
            // The limit is 90 minutes.
            age < 10_800 ? "too old (\(age / 60) min)" : "too old (\(Age(seconds: age).text(in: words)))"
        case .inFuture(let lead): "time is \(Age(seconds: lead).text(in: words)) in the future"
        case .impossible(let value): "impossible value: \(value.key.plain(limit: 40)) \(value.text)"
        case .incomplete: "no temperature"
        }
    }
}

extension UnusableValue {
    /// Why one value is not used: `impossible value: temperatureC -99`.
    public var sentence: String {
        switch self {
        case .impossible(let value): ObservationProblem.impossible(value).sentence
        case .invalid(let key): OwnStationProblem.invalid(key: key).sentence
        }
    }
}

extension ImpossibleValue {
    /// The number, without `.0` if it is an integer: `-99`, `1000000000`.
    fileprivate var text: String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
}

extension OwnStationProblem {
    /// Why the user's own station is not used.
    public var sentence: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .tooLong(let limit): "longer than \(limit / 1024) KiB"
        case .notJSON: "not a JSON object"
        case .noTime: "no valid time: must be RFC 3339 or Unix seconds, from 2000 to 2100"
        case .noValues: "no value with a known key, such as temperatureC"
        case .invalid(let key): "invalid value of \(key): wrong type or out of range"
        case .invalidPosition: "invalid position: latitude and longitude must be in degrees"
        case .noPosition:
            "no position, and the place is not the location in config.toml: add latitude and longitude to its JSON"
        case .stalled(let seconds): "reading timed out after \(seconds) s"
        case .failed(let status): "the command exited with status \(status)"
        case .killed(let signal): "the command was killed by signal \(signal)"
        case .timedOut(let seconds): "the command timed out after \(seconds) s and was killed"
        case .notStarted(let reason): "the command could not be started: \(reason)"
        }
    }
}
