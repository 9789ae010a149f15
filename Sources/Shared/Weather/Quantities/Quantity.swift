/// A number of conditions, hours, days or the air, declared once: the cache, the messages of the worker, the JSON, the
/// templates, the interpolation and the checks of ranges handle all quantities by their declarations.
///
/// Accessors are functions instead of key paths, which take ten times as long.
public struct Quantity<Owner>: Sendable {
    /// The property's name, which is also the column of reports.json.
    public let name: String
    public let kind: QuantityKind
    /// The key in JSON: the name with its unit.
    public let key: String
    /// How a day's value follows from its hours; nil for what is not a day's.
    public let aggregation: DailyAggregation?
    /// The placeholder in templates; nil for none.
    public let placeholder: TemplatePlaceholder?
    public let get: @Sendable (Owner) -> Double?
    public let set: @Sendable (inout Owner, Double?) -> Void

    /// - Parameter key: the key in JSON without its unit; nil for the name.
    init(
        _ name: String, _ kind: QuantityKind, _ get: @escaping @Sendable (Owner) -> Double?,
        _ set: @escaping @Sendable (inout Owner, Double?) -> Void, key: String? = nil,
        aggregation: DailyAggregation? = nil,
        placeholder: TemplatePlaceholder? = nil
    ) {
        (self.name, self.kind, self.get, self.set) = (name, kind, get, set)
        self.key = (key ?? name) + kind.keySuffix
        (self.aggregation, self.placeholder) = (aggregation, placeholder)
    }

    /// A quantity that follows from others, which is not stored.
    init(
        derived name: String, _ kind: QuantityKind, placeholder: TemplatePlaceholder,
        _ get: @escaping @Sendable (Owner) -> Double?
    ) {
        self.init(name, kind, get, { _, _ in }, placeholder: placeholder)
    }

    /// The valid values. Each of the 25 hours in a sum may have the most that is valid.
    public var range: ClosedRange<Double> {
        if case .sum = aggregation { 0...kind.range.upperBound * 25 } else { kind.range }
    }
}

extension Quantity: Hashable {
    public static func == (one: Quantity, other: Quantity) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

/// How a day's value follows from its hours.
public indirect enum DailyAggregation: Sendable {
    case highest(Quantity<Conditions>)
    case lowest(Quantity<Conditions>)
    /// To a whole number.
    case mean(Quantity<Conditions>)
    case sum(Quantity<Conditions>)
    /// The value of the hour with the strongest wind.
    case atStrongestWind(Quantity<Conditions>)
    case highestProbability
    /// How long it rains or snows.
    case wetHours
}

/// A placeholder in templates: `{dew-point}`.
public struct TemplatePlaceholder: Sendable, Hashable {
    public let name: String
    /// In one line, for people.
    public let meaning: String

    init(_ name: String, _ meaning: String) {
        (self.name, self.meaning) = (name, meaning)
    }
}
