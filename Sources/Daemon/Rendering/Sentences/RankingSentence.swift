import Languages
import Weather

extension ProviderRanking {
    /// The order of the providers and its reason, for `status` and `doctor`.
    var sentence: String {
        let names = names(in: Language.english.words)
        guard !comparisons.isEmpty else { return "\(names): no other provider is configured for this place" }
        return "\(names): \(isMeasured ? "measured" : "default order"); \(reasons(in: Language.english.words))"
    }

    /// The same in the user's language.
    func text(in words: any Words) -> String {
        let order = words.providerOrder(names(in: words), isMeasured: isMeasured)
        return comparisons.isEmpty ? order : "\(order); \(reasons(in: words))"
    }

    private func names(in words: any Words) -> String {
        order.map { $0.plain(limit: 40) }.joined(separator: words.listSeparator)
    }

    private func reasons(in words: any Words) -> String {
        comparisons.map { Self.reason($0, words) }.joined(separator: words.listSeparator)
    }

    private static func reason(_ comparison: Comparison, _ words: any Words) -> String {
        let name = comparison.provider.plain(limit: 40)
        guard let error = comparison.relativeError else {
            return words.daysOfPairs(of: name, min(comparison.days, daysNeeded), needed: daysNeeded)
        }
        let percent = Int(((error - 1) * 100).rounded())
        return words.error(
            of: name, percent == 0 ? nil : words.percent(String(abs(percent))), isLarger: percent > 0)
    }
}
