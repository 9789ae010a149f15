/// The condition of a threshold: `gusts > 60 km/h`.
public struct ThresholdRule: Sendable, Hashable {
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"

        /// Whether lower values cross it.
        var isDownward: Bool { self == .atMost || self == .below }

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .atMost: value <= limit
            case .atLeast: value >= limit
            case .below: value < limit
            case .above: value > limit
            }
        }
    }

    /// Why a text is not a rule.
    public enum ParsingError: Error, Hashable {
        case malformed
        case unknownQuantity(String)
        case unknownUnit(String, of: ThresholdQuantity)
    }

    public var quantity: ThresholdQuantity
    public var comparison: Comparison
    public var limit: Double
    /// nil for the user's unit.
    public var unit: QuantityUnit?
    /// As the user wrote it, with single spaces.
    public let text: String

    /// A quantity, a comparison, a number, and its unit if any; spaces are optional.
    public init(parsing text: String) throws(ParsingError) {
        var rest = text.drop(while: \.isWhitespace)
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        guard !name.isEmpty, let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) })
        else { throw .malformed }
        rest = rest.dropFirst(comparison.rawValue.count).drop(while: \.isWhitespace)
        let number = rest.prefix { $0.isASCII && $0.isNumber || "+-.\u{2212}".contains($0) }
        let digits = String(number.map { $0 == "\u{2212}" ? "-" : $0 })
        guard let limit = Double(digits), limit.isFinite else { throw .malformed }
        guard let quantity = ThresholdQuantity(name: name.lowercased()) else { throw .unknownQuantity(String(name)) }
        let words = rest.dropFirst(number.count).split(whereSeparator: \.isWhitespace)
        let spelling = words.joined(separator: " ")
        if !spelling.isEmpty {
            guard let unit = QuantityUnit(spelling: spelling, of: quantity.kind) else {
                throw .unknownUnit(spelling, of: quantity)
            }
            self.unit = unit
        }
        (self.quantity, self.comparison, self.limit) = (quantity, comparison, limit)
        self.text = ["\(name) \(comparison.rawValue) \(number)", spelling].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The valid limits, in the rule's unit.
    public func limits(in units: Units) -> ClosedRange<Double> {
        let (kind, unit) = (quantity.kind, unit(in: units))
        return unit.converted(kind.range.lowerBound, of: kind)...unit.converted(kind.range.upperBound, of: kind)
    }

    /// - Parameters:
    ///   - value: in the unit of the quantity.
    ///   - hysteresis: how far beyond the limit the rule still holds, in the rule's unit, or else in that of the quantity.
    func holds(_ value: Double, in units: Units, hysteresis: Hysteresis = .none) -> Bool {
        let (kind, unit) = (quantity.kind, unit(in: units))
        let direction = comparison.isDownward ? -1.0 : 1
        let written =
            switch hysteresis {
            case .none: unit.converted(value, of: kind)
            case .ofKind: unit.converted(value + direction * kind.hysteresis, of: kind)
            case .written(let difference): unit.converted(value, of: kind) + direction * difference
            }
        // Without the error of the conversion: 16.667 m/s are 60 km/h.
        return comparison.holds((written * 100).rounded() / 100, limit)
    }

    enum Hysteresis {
        case none, ofKind
        case written(Double)
    }

    private func unit(in units: Units) -> QuantityUnit { unit ?? QuantityUnit(of: quantity.kind, in: units) }
}
