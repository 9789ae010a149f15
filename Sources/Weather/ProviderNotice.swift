/// What whoever looks after the daemon should know of an answer that is a success nevertheless. For the log.
public enum ProviderNotice: Sendable, Hashable {
    /// The service will end this interface (HTTP 203): a newer weatherd is needed before long.
    case deprecated(host: String, path: String)
    /// A part of the report could not be had, and the report does without; `part` says which in a word or two.
    case incomplete(part: String, FetchFailure)
}
