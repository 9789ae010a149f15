import Languages
import Weather

/// What falls on a day, or on the rest of it: at most two spells, each with its own kind, time and likelihood.
struct DaySpells {
    /// Whether spells are left out of `reported`.
    enum Omission: Hashable {
        /// All are only possible.
        case possible
        case expected
    }

    /// In order of time.
    private(set) var reported: [Spell] = []
    private(set) var omission: Omission?
    /// Whether nothing is reported although precipitation is not quite ruled out.
    private(set) var isProbablyDry = false
    /// The worst of those that are reported as expected, else of those that are only possible; nil for none.
    var worst: Spell? {
        reported.max { one, other in
            let (first, second) = (one.condition.severity, other.condition.severity)
            return (one.isExpected ? 1 : 0, first, one.certainty.rawValue)
                < (other.isExpected ? 1 : 0, second, other.certainty.rawValue)
        }
    }
    /// Whether nothing is reported but fog and the like, so that the sky is worth mentioning.
    var leavesSky: Bool { reported.allSatisfy(\.condition.isObscuration) }
    /// When the only spell ends, which has begun; nil for others.
    var endOfBegun: UnixTime? {
        guard let only = reported.first, reported.count == 1, only.first == 0 else { return nil }
        return end(of: only)
    }
    /// Whether the first hour is in a spell, also one that the sentence leaves out.
    private(set) var hasBegun = false
    private let starts: [UnixTime]

    /// The most spells in a sentence.
    private static let limit = 2

    /// - Parameter hours: in order of time, from the current hour on. Missing hours end no spell and begin none.
    init(of hours: [SpellHour]) {
        starts = hours.map(\.start)
        guard let start = starts.first else { return }
        func number(_ hour: SpellHour) -> Int { hour.start.seconds(since: start) / 3600 }
        var falls: [Int: HourlyFall] = [:]
        for hour in hours { falls[number(hour)] = hour.fall }
        let spells = SpellGrouping(of: falls).spells
        let fogs = Self.fogs(hours.filter(\.condition.isObscuration).map { (number($0), $0) }, outside: spells)
        hasBegun = (spells + fogs).contains { $0.first == 0 }
        var reported = Self.mentioned(spells)
        let omitted = spells.filter { !reported.contains($0) && !$0.isPart }
        if !omitted.isEmpty {
            omission = omitted.allSatisfy { $0.certainty == .possible } ? .possible : .expected
        }
        reported += fogs.prefix(Self.limit - reported.count)
        self.reported = reported.sorted { ($0.first, $1.end) < ($1.first, $0.end) }
        isProbablyDry = reported.isEmpty && hours.contains(where: \.hasTraces)
    }

    /// The first spell and the most important one beside it. Of two that are dangerous none gives way to the first, unless that
    /// is expected and they are not; and one that is expected is not left out for those that are only possible.
    private static func mentioned(_ spells: [Spell]) -> [Spell] {
        guard let first = spells.first, spells.count > limit else { return spells }
        let dangers = spells.filter(\.condition.isDangerous).sorted { $0.isBefore($1) }.prefix(limit)
        if dangers.count == limit, !first.isExpected || dangers.allSatisfy(\.isExpected) {
            return withExpected(dangers, spells)
        }
        let others = spells.dropFirst().min { $0.isBefore($1) }
        return withExpected([others, first].compactMap(\.self), spells)
    }

    /// - Parameter chosen: the most important first.
    private static func withExpected(_ chosen: some Sequence<Spell>, _ spells: [Spell]) -> [Spell] {
        let chosen = Array(chosen)
        guard !chosen.contains(where: \.isExpected),
            let expected = spells.filter(\.isExpected).min(by: { $0.isBefore($1) })
        else { return chosen }
        return chosen.prefix(limit - 1) + [expected]
    }

    /// Fog and the like, with at most one other hour between; none within a spell of precipitation.
    private static func fogs(_ hours: [(number: Int, hour: SpellHour)], outside spells: [Spell]) -> [Spell] {
        let found = Dictionary(grouping: hours) { $0.hour.condition }.flatMap { condition, hours in
            let certainties = Dictionary(uniqueKeysWithValues: hours.map { ($0.number, $0.hour.likelihood) })
            let free = hours.map(\.number).filter { number in
                !spells.contains { ($0.first..<$0.end).contains(number) }
            }
            return free.joined { $1 - $0 <= 2 }.compactMap { numbers -> Spell? in
                let certainty = numbers.map { SpellCertainty(certainties[$0] ?? nil) }.reachedByHalf
                return certainty.map { Spell(condition: condition, certainty: $0, hours: numbers) }
            }
        }
        return found.sorted { ($0.first, $0.condition.severity) < ($1.first, $1.condition.severity) }
    }

    /// When a spell begins; nil when it is the first hour's.
    func start(of spell: Spell) -> UnixTime? {
        spell.first == 0 ? nil : moment(spell.first)
    }

    /// When a spell ends; nil when it lasts until the last known hour.
    func end(of spell: Spell) -> UnixTime? {
        guard let end = moment(spell.end), let last = starts.last, end <= last else { return nil }
        return end
    }

    private func moment(_ number: Int) -> UnixTime? { starts.first?.advanced(by: number * 3600) }
}

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
