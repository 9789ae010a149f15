import Languages
import Weather

/// The precipitation of a day, or of the rest of it: at most two spells, each with its own kind, time and likelihood.
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
    /// Whether nothing is reported although precipitation is not ruled out.
    private(set) var isProbablyDry = false
    /// The worst spell reported as expected, or else the worst that is only possible; nil for none.
    var worst: Spell? {
        reported.max { one, other in
            let (first, second) = (one.condition.severity, other.condition.severity)
            return (one.isExpected ? 1 : 0, first, one.certainty.rawValue)
                < (other.isExpected ? 1 : 0, second, other.certainty.rawValue)
        }
    }
    /// Whether only fog and the like are reported, so that the sky is worth mentioning.
    var leavesSky: Bool { reported.allSatisfy(\.condition.isObscuration) }
    /// When the only spell ends, if it has begun; nil otherwise.
    var endOfBegun: UnixTime? {
        guard let only = reported.first, reported.count == 1, only.first == 0 else { return nil }
        return end(of: only)
    }
    /// Whether the first hour is in a spell, even one that the sentence omits.
    private(set) var hasBegun = false
    private let starts: [UnixTime]

    /// The most spells in a sentence.
    private static let limit = 2

    /// - Parameter hours: in chronological order, from the current hour. Missing hours neither begin nor end a spell.
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

    /// The first spell and the most important other one. The first spell displaces neither of two dangerous ones, unless it is
    /// expected and they are not; an expected spell is not omitted for spells that are only possible.
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

    /// Spells of fog and the like, with gaps of at most one hour; none within a spell of precipitation.
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

    /// When a spell begins; nil if it includes the first hour.
    func start(of spell: Spell) -> UnixTime? {
        spell.first == 0 ? nil : moment(spell.first)
    }

    /// When a spell ends; nil if it lasts until the last known hour.
    func end(of spell: Spell) -> UnixTime? {
        guard let end = moment(spell.end), let last = starts.last, end <= last else { return nil }
        return end
    }

    private func moment(_ number: Int) -> UnixTime? { starts.first?.advanced(by: number * 3600) }
}

/// The properties of an hour that determine the day's spells.
struct SpellHour: Hashable {
    var start: UnixTime
    var condition: Condition
    /// The likelihood of `condition` according to the service; nil if it is expected.
    var likelihood: Likelihood?
    /// Precipitation in the hour, or in the longer period that contains it, mm of water; nil when unknown.
    var amount: Double?
    /// Mean rate of `amount`, mm/h; nil when unknown.
    var rate: Double?
    /// The probability of precipitation in the hour, or in the longer period that contains it, 0 to 100 %; nil when unknown.
    var probability: Double?
    /// The kind of precipitation of `amount`, if `condition` does not name it.
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

/// The precipitation or storm of an hour.
struct HourlyFall: Hashable {
    var condition: Condition
    var certainty: SpellCertainty
    /// Whether only the probability indicates precipitation.
    var isOnlyProbable = false
}

extension SpellHour {
    /// Probabilities, %. The US National Weather Service mentions precipitation from 20 % (slight chance), as likely from 60 %
    /// and without a qualifier from 80 %; here, likely means more likely than not, as in `Likelihood`.
    private static let leastProbability = 20.0
    private static let likelyProbability = 50.0
    private static let certainProbability = 70.0

    /// Amounts, mm. With less, a dry condition is a rounding error; with less than the other amount, a wet condition is
    /// doubtful.
    private static let leastAmount = 0.2
    private static let leastAmountOfWet = 0.1

    /// The precipitation or storm of the hour; nil if it is dry or too improbable.
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
    /// The hours from the start of the span to its end. The amount and the probability of a longer period count for each of its
    /// hours or, if some have a wet condition, only for those.
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
