/// Why the gazetteer is not available. The list of cities is then the fallback.
public enum GazetteerError: Error, Sendable, Hashable {
    /// The package weatherd-places is not installed.
    case notInstalled(path: String)
    /// The configured file does not exist.
    case missing(path: String)
    /// A read error of the system; `reason` is its description, such as "Permission denied".
    case notRead(path: String, reason: String)
    /// The file has another format version, or is damaged.
    case damaged(path: String, reason: String)
    /// The worker for the query failed.
    case worker(WorkerFailure)
}
