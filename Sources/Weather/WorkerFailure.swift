/// Why the program that does a job for the daemon did not do it. Rendering puts it into words.
public enum WorkerFailure: Error, Sendable, Hashable {
    /// The program is not where it was installed.
    case missing(path: String)
    /// The system did not start it, or not with what it needs; `reason` is the system's.
    case notStarted(reason: String)
    /// It is of another release than the daemon, as during an upgrade.
    case otherVersion(worker: String, daemon: String)
    /// It was ended by a signal.
    case killed(signal: Int32)
    /// Killed by a signal, probably because it exceeded its memory `limit`, in bytes.
    case outOfMemory(signal: Int32, limit: Int)
    /// It ended by itself with this status, and the job was not done.
    case exited(status: Int32)
    /// It took longer than so many seconds, and was ended.
    case timedOut(seconds: Int)
    /// What it answered is no answer; `reason` is the rest of a sentence.
    case malformed(reason: String)
    /// It answered with a message longer than `bytes`.
    case tooLong(bytes: Int)
    /// It could not parse the daemon's message because a setting is too long; `reason` completes the sentence.
    case jobRejected(reason: String)
    /// The task that it was for was cancelled.
    case cancelled
}
