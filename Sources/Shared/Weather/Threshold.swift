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
    ///   - hysteresis: how far beyond the limit the rule still holds, in the rule's unit or in the quantity's.
    func holds(_ value: Double, in units: Units, hysteresis: Hysteresis = .none) -> Bool {
        let (kind, unit) = (quantity.kind, unit(in: units))
        let direction = comparison.isDownward ? -1.0 : 1
        let written =
            switch hysteresis {
            case .none: unit.converted(value, of: kind)
            case .ofKind: unit.converted(value + direction * kind.hysteresis, of: kind)
            case .written(let difference): unit.converted(value, of: kind) + direction * difference
            }
        // Rounded, to remove the error of the conversion: 16.667 m/s are 60 km/h.
        return comparison.holds((written * 100).rounded() / 100, limit)
    }

    enum Hysteresis {
        case none, ofKind
        case written(Double)
    }

    private func unit(in units: Units) -> QuantityUnit { unit ?? QuantityUnit(of: quantity.kind, in: units) }
}

/// A number that a threshold can be set for: the placeholders of templates, the probability of precipitation, and the air.
public enum ThresholdQuantity: Sendable, Hashable {
    /// Amounts of rain and snow are rates per hour.
    case conditions(Quantity<Conditions>)
    /// Of precipitation, %.
    case probability
    case air(Quantity<AirQuality>)
    /// The European index, or the US one if only that is known.
    case airQuality

    /// The quantities with a name, in the order of the documentation.
    public static let all =
        (Conditions.quantities + Conditions.comfort).filter { $0.placeholder != nil }.map(Self.conditions)
        + [.probability, .airQuality] + AirQuality.quantities.map(Self.air)

    public init?(name: String) {
        let name = Self.aliases[name] ?? name
        guard let quantity = Self.all.first(where: { $0.name == name }) else { return nil }
        self = quantity
    }

    private static let aliases = ["gust": "gusts", "aqi": "air-quality", "uv-index": "uv", "wind-speed": "wind"]

    /// As in templates, or as in the JSON without unit and with hyphens: `wind`, `european-aqi`.
    public var name: String {
        switch self {
        case .conditions(let quantity): quantity.placeholder?.name ?? quantity.name
        case .probability: "probability"
        case .airQuality: "air-quality"
        case .air(let quantity): quantity.key.dropLast(quantity.kind.keySuffix.count).hyphenated
        }
    }

    public var kind: QuantityKind {
        switch self {
        case .conditions(let quantity): quantity.kind
        case .probability: .percent
        case .air(let quantity): quantity.kind
        case .airQuality: .airIndex
        }
    }

    /// Whether the value is from the air quality service.
    public var isOfAir: Bool {
        switch self {
        case .conditions, .probability: false
        case .air, .airQuality: true
        }
    }

    /// The present value and the forecast's until `end`, with their times; nil when they are unknown or not fresh.
    func values(in context: EventContext, until end: UnixTime) -> [(time: UnixTime, value: Double)]? {
        let now = context.now
        let values: [(time: UnixTime, value: Double?)]
        if isOfAir {
            guard let report = context.air, report.isFresh(at: now, staleAfter: Self.airLifetime) else { return nil }
            let coming = report.hours.filter { $0.time > now && $0.time <= end }
            values = [(now, report.air(at: now).flatMap(value))] + coming.map { ($0.time, value(of: $0)) }
        } else {
            guard let report = context.report, report.freshness(at: now, staleAfter: context.staleAfter) == .fresh
            else { return nil }
            let coming = report.hours.filter { $0.time > now && $0.time <= end }
            values =
                [(now, presentValue(of: report, at: now, staleAfter: context.staleAfter))]
                + coming.map { ($0.time, value(of: report, at: $0.time)) }
        }
        let known = values.compactMap { time, value in value.map { (time, $0) } }
        return known.isEmpty ? nil : known
    }

    /// Air quality is fetched every hour, s.
    private static let airLifetime = 3 * 3600

    private func value(of air: AirQuality) -> Double? {
        switch self {
        case .air(let quantity): quantity.get(air)
        case .airQuality: air.europeanIndex ?? air.usIndex
        case .conditions, .probability: nil
        }
    }

    private func presentValue(of report: Report, at now: UnixTime, staleAfter: Int) -> Double? {
        guard case .conditions(let quantity) = self else { return value(of: report, at: now) }
        return report.present(at: now, staleAfter: staleAfter).flatMap { quantity.hourly(in: $0.conditions) }
    }

    /// The value of an hour of the forecast.
    private func value(of report: Report, at time: UnixTime) -> Double? {
        switch self {
        case .probability: report.probability(at: time)?.percent
        case .conditions(let quantity):
            (quantity.kind.interpolation == .ofPeriod ? report.amountHour(at: time) : report.hour(at: time))
                .flatMap { quantity.hourly(in: $0.conditions) }
        case .air, .airQuality: nil
        }
    }
}

extension Quantity<Conditions> {
    /// The value; of an amount, the mean rate per hour.
    fileprivate func hourly(in conditions: Conditions) -> Double? {
        guard kind.interpolation == .ofPeriod, let period = conditions.precipitationPeriod, period > 0 else {
            return get(conditions)
        }
        return get(conditions).map { $0 * 3600 / Double(period) }
    }
}

extension StringProtocol {
    /// `nitrogen-dioxide` for `nitrogenDioxide`.
    fileprivate var hyphenated: String {
        reduce(into: "") { result, letter in
            result += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}
