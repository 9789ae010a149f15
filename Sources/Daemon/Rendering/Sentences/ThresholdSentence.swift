import ClientProtocol
public import Weather

/// The sentences about rules of thresholds that are not accepted.
public enum ThresholdSentence {
    public static func text(_ error: ThresholdRule.ParsingError) -> String {
        switch error {
        case .malformed:
            """
            must be a quantity, <, <=, > or >=, and a number with or without a unit, such as "gusts > 60 km/h" or \
            "temperature < 0"
            """
        case .unknownQuantity(let name):
            "unknown quantity \"\(name)\"; "
                + (name.nearest(of: names).map { "did you mean \"\($0)\"?" }
                    ?? "accepted: \(names.joined(separator: ", "))")
        case .unknownUnit(let unit, let quantity):
            "unknown unit \"\(unit)\" of \(quantity.name); \(accepted(QuantityUnit.words(of: quantity.kind)))"
        }
    }

    /// - Parameter limits: in the rule's unit.
    public static func outOfRange(_ rule: ThresholdRule, _ limits: ClosedRange<Double>) -> String {
        "\(rule.quantity.name) must be compared with a number from \(limits.lowerBound.text(decimals: 0)) to "
            + limits.upperBound.text(decimals: 0)
    }

    private static let names = ThresholdQuantity.all.map(\.name)

    private static func accepted(_ words: [String]) -> String {
        words.isEmpty ? "it has none" : "accepted: \(words.joined(separator: ", "))"
    }
}
