import Glibc

/// Why a process could not be confined.
public enum ConfinementError: Error, Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        case newPrivileges, dumping, parentDeath, memory, addressSpace, processorTime, fileSize, descriptors, coreSize
        case queuedSignals
    }

    /// An existing thread would stay unconfined.
    case hasThreads
    /// Its threads could not be started; it cannot start them after confinement.
    case noThreads
    case parentIsGone
    case failed(Step, systemError: Int32)

    /// The failed step and the system's error; completes a sentence.
    public var reason: String {
        switch self {
        case .hasThreads: "it has other threads"
        case .noThreads: "its threads could not be started"
        case .parentIsGone: "the daemon has exited"
        case .failed(let step, let error): "\(step.call): \(String(cString: strerror(error)))"
        }
    }
}

extension ConfinementError.Step {
    /// The system call, as in its manual page.
    fileprivate var call: String {
        switch self {
        case .newPrivileges: "prctl PR_SET_NO_NEW_PRIVS"
        case .dumping: "prctl PR_SET_DUMPABLE"
        case .parentDeath: "prctl PR_SET_PDEATHSIG"
        case .memory: "setrlimit RLIMIT_DATA"
        case .addressSpace: "setrlimit RLIMIT_AS"
        case .processorTime: "setrlimit RLIMIT_CPU"
        case .fileSize: "setrlimit RLIMIT_FSIZE"
        case .descriptors: "setrlimit RLIMIT_NOFILE"
        case .coreSize: "setrlimit RLIMIT_CORE"
        case .queuedSignals: "setrlimit RLIMIT_SIGPENDING"
        }
    }
}
