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
