import Weather

extension ProviderRanking {
    /// The order of the providers and its reason, for `status` and `doctor`.
    var sentence: String {
        let names = order.map { $0.plain(limit: 40) }.joined(separator: ", ")
        guard !comparisons.isEmpty else { return "\(names): no other provider is configured for this place" }
        let reasons = comparisons.map(Self.reason)
        return "\(names): \(isMeasured ? "measured" : "default order"); \(reasons.joined(separator: ", "))"
    }

    private static func reason(_ comparison: Comparison) -> String {
        let name = comparison.provider.plain(limit: 40)
        guard let error = comparison.relativeError else {
            return "\(name) has \(min(comparison.days, daysNeeded)) of \(daysNeeded) days of pairs"
        }
        let percent = Int(((error - 1) * 100).rounded())
        if percent == 0 { return "the error of \(name) is the same" }
        return "the error of \(name) is \(abs(percent))% \(percent > 0 ? "larger" : "smaller")"
    }
}
