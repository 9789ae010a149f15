public import Weather

extension ProviderNotice {
    /// What failed and its effect, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .deprecated(let host, let path):
            """
            \(host.plain(limit: 80)) is going to end the interface that this release asks (\(path.plain(limit: 80))), so \
            a newer weatherd is needed before long
            """
        case .incomplete(let part, let failure):
            "\(part) unavailable: \(failure.sentence)"
        }
    }
}
