/// Why the gazetteer cannot answer. The list of cities does then, and everything else works without it.
public enum GazetteerError: Error, Sendable, Hashable {
    /// The package weatherd-places, which has it, is not installed.
    case notInstalled(path: String)
    /// The file that the configuration names does not exist.
    case missing(path: String)
    /// The system does not let it be read; `reason` is the system's own word for it, such as "Permission denied".
    case notRead(path: String, reason: String)
    /// The file is not one that this version of weatherd can read, or no longer as it was built.
    case damaged(path: String, reason: String)
    /// The worker that was to ask it did not do it.
    case worker(WorkerFailure)
}
