public import Weather

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

    var advice: String {
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
