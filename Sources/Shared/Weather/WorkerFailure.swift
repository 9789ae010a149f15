/// Why a worker did not do its job. Rendering makes the sentence.
public enum WorkerFailure: Error, Sendable, Hashable, Codable {
    /// There is no program at `path`.
    case missing(path: String)
    /// The system could not start it, or not open a descriptor for it; `reason` is the system's.
    case notStarted(reason: String)
    /// It could not sandbox itself, and exited before its first job; `reason` names the step, and the system's error.
    case notSandboxed(reason: String)
    /// Its version is not the daemon's, as during an upgrade.
    case otherVersion(worker: String, daemon: String)
    /// A signal killed it.
    case killed(signal: Int32)
    /// Killed by a signal, probably because it exceeded its memory `limit`, in bytes.
    case outOfMemory(signal: Int32, limit: Int)
    /// It exited with this status before the job was done.
    case exited(status: Int32)
    /// It took longer than `seconds`, and was killed.
    case timedOut(seconds: Int)
    /// Its answer is invalid; `reason` completes the sentence.
    case malformed(reason: String)
    /// It answered with a message longer than `bytes`.
    case tooLong(bytes: Int)
    /// It could not parse the daemon's message, such as a setting that is too long; `reason` completes the sentence.
    case jobRejected(reason: String)
    /// The task that waited for it was cancelled.
    case cancelled
}
