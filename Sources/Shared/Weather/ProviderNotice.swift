/// Facts about answers that the daemon's operator should know, for the log.
public enum ProviderNotice: Sendable, Hashable {
    /// The service will remove this interface (HTTP 203): a newer weatherd will be needed.
    case deprecated(host: String, path: String)
    /// The report lacks a part, which `part` names in a word or two.
    case incomplete(part: String, FetchFailure)
    /// The service at `host` does not know a name in the request. The daemon remembers it for later requests.
    case unknown(UnknownName, host: String)
    /// A part of the answer was damaged, and was read without the damage, which `reason` names.
    case repaired(part: String, host: String, reason: String)

    /// Whether the user can do something about it.
    public var concernsUser: Bool {
        switch self {
        case .deprecated: true
        case .incomplete, .repaired: false
        case .unknown(let name, _): name.setting != nil
        }
    }
}
