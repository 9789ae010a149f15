import Weather

/// An hour, as far as it decides what falls on a day.
struct SpellHour: Hashable {
    var start: UnixTime
    var condition: Condition
    /// How likely the service calls `condition`; nil when it states it as expected.
    var likelihood: Likelihood?
    /// Water of the hour, or of the longer period that contains it, mm; nil when unknown.
    var amount: Double?
    /// Mean rate of `amount`, mm/h; nil when unknown.
    var rate: Double?
    /// Of precipitation in the hour, or in the longer period that contains it, 0 to 100 %; nil when unknown.
    var probability: Double?
    /// What `amount` falls as where `condition` does not name it.
    var kind = PrecipitationKind.rain
}

/// How certain precipitation is.
enum SpellCertainty: Int, Comparable {
    case possible, likely, certain

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    init(_ likelihood: Likelihood?) {
        self =
            switch likelihood {
            case .possible?: .possible
            case .likely?: .likely
            case nil: .certain
            }
    }

    /// nil when certain.
    var likelihood: Likelihood? {
        switch self {
        case .possible: .possible
        case .likely: .likely
        case .certain: nil
        }
    }
}

/// What falls in an hour.
struct HourlyFall: Hashable {
    var condition: Condition
    var certainty: SpellCertainty
    /// Whether nothing but the probability indicates it.
    var isOnlyProbable = false
}

extension SpellHour {
    /// %. The US National Weather Service mentions precipitation from a slight chance of 20 %, as likely from 60 % and without a
    /// qualifier from 80 %; here more likely than not is likely, as in `Likelihood`.
    private static let leastProbability = 20.0
    private static let likelyProbability = 50.0
    private static let certainProbability = 70.0

    /// mm. A dry condition with less is a rounding error; a wet condition with less than the other is doubtful.
    private static let leastAmount = 0.2
    private static let leastAmountOfWet = 0.1

    /// What falls in the hour; nil when it is dry or too improbable.
    var fall: HourlyFall? {
        let isStated = condition.family != nil
        // Squalls and tornadoes are not precipitation.
        guard condition != .squall, condition != .tornado else {
            return HourlyFall(condition: condition, certainty: SpellCertainty(likelihood))
        }
        if let probability, probability < Self.leastProbability { return nil }
        let isWet =
            isStated || amount ?? 0 >= Self.leastAmount || probability ?? 0 >= Self.likelyProbability
        guard isWet else { return nil }
        let isDoubtful =
            isStated ? amount ?? .infinity < Self.leastAmountOfWet : amount ?? 0 < Self.leastAmount
        var certainty = SpellCertainty.certain
        if let probability, probability < Self.certainProbability {
            certainty = probability < Self.likelyProbability ? .possible : .likely
        }
        if isDoubtful { certainty = certainty == .certain && probability != nil ? .likely : .possible }
        if isStated {
            return HourlyFall(condition: condition, certainty: min(certainty, SpellCertainty(likelihood)))
        }
        return HourlyFall(
            condition: kind.condition(rate: rate ?? 0), certainty: certainty,
            isOnlyProbable: amount ?? 0 < Self.leastAmount)
    }

    /// Whether precipitation is mentioned, even if it is too improbable to be reported.
    var hasTraces: Bool {
        condition.family != nil || amount ?? 0 >= Self.leastAmount || probability ?? 0 >= Self.leastProbability
    }
}

extension Report {
    /// The hours from that of the start to the end of the span. The amount and the probability of a longer period count for each
    /// of its hours; if some of them have a wet condition, for these alone.
    func spellHours(in span: Range<UnixTime>) -> [SpellHour] {
        hours(from: span.lowerBound, before: span.upperBound).map { hour in
            let conditions = hour.conditions
            var found = SpellHour(
                start: hour.time, condition: conditions.condition, likelihood: conditions.likelihood)
            func counts(_ period: Range<UnixTime>) -> Bool {
                conditions.condition.family != nil || period.lowerBound.advanced(by: 3600) >= period.upperBound
                    || !hours.contains { period.contains($0.time) && $0.conditions.condition.family != nil }
            }
            if let source = amountHour(at: hour.time), counts(source.time..<source.precipitationEnd) {
                let falling = source.conditions
                found.amount = falling.precipitation
                found.rate = falling.precipitationRate
                found.kind =
                    falling.fallingKind
                    ?? (conditions.temperature ?? .infinity <= PrecipitationKind.snowTemperature ? .snow : .rain)
            }
            if let chance = probability(at: hour.time), counts(chance.start..<chance.end) {
                found.probability = chance.percent
            }
            return found
        }
    }
}
