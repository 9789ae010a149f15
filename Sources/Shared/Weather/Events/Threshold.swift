/// A threshold of the user's: a rule, and how it is applied.
public struct Threshold: Sendable, Hashable {
    /// The user's name for it.
    public var name: String
    public var rule: ThresholdRule
    /// How far a value must return until the threshold is clear, in the rule's unit; nil for `QuantityKind.hysteresis`.
    public var hysteresis: Double?
    /// How far to look ahead in the forecast, s; nil for the present.
    public var within: Int?

    public init(name: String, rule: ThresholdRule, hysteresis: Double? = nil, within: Int? = nil) {
        (self.name, self.rule, self.hysteresis, self.within) = (name, rule, hysteresis, within)
    }

    /// In the history. A changed rule is another threshold.
    var identity: String { "\(name): \(rule.text)" }

    enum State: Hashable {
        case crossed(ThresholdCrossing)
        case clear
        /// No fresh value is known.
        case unknown
    }

    /// - Parameter wasCrossed: whether it counts as crossed until it is clear by the hysteresis.
    func state(in context: EventContext, wasCrossed: Bool) -> State {
        guard let values = rule.quantity.values(in: context, until: context.now.advanced(by: within ?? 0)) else {
            return .unknown
        }
        let hysteresis = wasCrossed ? self.hysteresis.map { .written($0) } ?? .ofKind : ThresholdRule.Hysteresis.none
        let first = values.first { rule.holds($0.value, in: context.units, hysteresis: hysteresis) }
        return first.map { .crossed(ThresholdCrossing(threshold: self, value: $0.value, time: $0.time)) } ?? .clear
    }
}

/// A threshold and the value that crosses it.
public struct ThresholdCrossing: Sendable, Hashable {
    public var threshold: Threshold
    /// In the unit of the quantity.
    public var value: Double
    /// The present, or the hour of the forecast.
    public var time: UnixTime

    public init(threshold: Threshold, value: Double, time: UnixTime) {
        (self.threshold, self.value, self.time) = (threshold, value, time)
    }
}

extension EventContext {
    /// When the clock alone can cross a threshold: when the hour begins, or comes within reach.
    func changesOfThresholds(by report: Report) -> [UnixTime] {
        let leads = Set(thresholds.map { $0.within ?? 0 } + [0])
        let times = report.hours.map(\.time) + (air?.hours.map(\.time) ?? [])
        let stale = now.advanced(by: staleAfter)
        return Set(times.flatMap { time in leads.map { time.advanced(by: -$0) } }).filter { $0 < stale }
    }
}
