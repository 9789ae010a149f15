/// Facts about a successful answer that the daemon's operator should know, for the log.
public enum ProviderNotice: Sendable, Hashable {
    /// The service will remove this interface (HTTP 203): a newer weatherd will be needed.
    case deprecated(host: String, path: String)
    /// The report lacks a part, which `part` names in a word or two.
    case incomplete(part: String, FetchFailure)
    /// A part of the answer was damaged, and was read without the damage, which `reason` names.
    case repaired(part: String, host: String, reason: String)
}
