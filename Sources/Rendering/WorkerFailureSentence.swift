public import Weather

extension WorkerFailure {
    /// What happened, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .missing(let path): "there is no \(path.plain(limit: 160)), which fetches the weather"
        case .notStarted(let reason): "weatherd-worker could not be started: \(reason.plain(limit: 160))"
        case .otherVersion(let worker, let daemon):
            "weatherd-worker is version \(worker.plain(limit: 40)), and weatherd is version \(daemon.plain(limit: 40))"
        case .killed(let signal): "weatherd-worker was killed by signal \(signal)\(Self.name(of: signal))"
        case .exited(let status): "weatherd-worker exited with status \(status) before it was done"
        case .timedOut(let seconds): "weatherd-worker was not done within \(seconds) s"
        case .malformed(let reason): "weatherd-worker sent an invalid message: \(reason.plain(limit: 160))"
        case .tooLong(let bytes): "weatherd-worker sent a message longer than \(bytes / 1_048_576) MiB"
        case .cancelled: "the request was cancelled"
        }
    }

    /// What the user can do.
    var advice: String {
        switch self {
        case .missing, .notStarted: "reinstall weatherd"
        case .otherVersion: "restart weatherd after an upgrade: systemctl --user restart weatherd"
        case .killed, .exited, .timedOut, .malformed, .tooLong, .cancelled:
            "retrying automatically; if it happens again, see journalctl --user -u weatherd and report it"
        }
    }

    /// Of those that tell of a crash, a limit or somebody's hand (signal(7)).
    private static func name(of signal: Int32) -> String {
        let names: [Int32: String] = [
            4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV",
            15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS",
        ]
        return names[signal].map { " (\($0))" } ?? ""
    }
}
