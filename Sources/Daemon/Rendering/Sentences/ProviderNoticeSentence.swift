public import Weather

extension ProviderNotice {
    /// What failed and its effect, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .deprecated(let host, let path):
            """
            \(host.plain(limit: 80)) has deprecated the API that this version of weatherd uses \
            (\(path.plain(limit: 80))); update weatherd
            """
        case .incomplete(let part, let failure):
            "\(part) unavailable: \(failure.sentence)"
        case .unknown(let name, let host):
            "\(host.plain(limit: 80)) does not know \(name.words); requesting without it for 24 hours"
        case .repaired(let part, let host, let reason):
            "\(part) from \(host.plain(limit: 80)) is damaged and was repaired: \(reason.plain(limit: 160))"
        }
    }
}
