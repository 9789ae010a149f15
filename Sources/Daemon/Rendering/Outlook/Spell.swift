import Languages
import Weather

/// Consecutive hours of one kind of precipitation or storm, as far as a sentence mentions them.
struct Spell: Hashable {
    var condition: Condition
    var certainty: SpellCertainty
    /// The numbers of the spell's hours, in order.
    var hours: [Int]
    /// Whether it is the heavier part of another spell.
    var isPart = false

    var first: Int { hours.first ?? 0 }
    /// The number of the hour after the last.
    var end: Int { (hours.last ?? -1) + 1 }

    var isExpected: Bool { certainty != .possible }

    /// The order in which spells are mentioned: dangerous ones first, ordered by severity, then certainty; then harmless ones,
    /// ordered by certainty, then severity.
    var rank: [Int] {
        let (severity, certainty) = (-condition.severity, -certainty.rawValue)
        return (condition.isDangerous ? [0, severity, certainty] : [1, certainty, severity]) + [first - end, first]
    }

    func isBefore(_ other: Spell) -> Bool { rank.lexicographicallyPrecedes(other.rank) }
}

/// Groups hours into spells.
struct SpellGrouping {
    /// The precipitation by number of the hour; dry hours are missing.
    private let falls: [Int: HourlyFall]
    /// In order of time.
    private(set) var spells: [Spell] = []

    init(of falls: [Int: HourlyFall]) {
        self.falls = Self.withoutSingleSleet(falls)
        let storms = groups(of: .storm) { before, after in after - before <= 2 }
        for hours in storms { add(hours, of: .storm) }
        for family in SpellFamily.allCases where family != .storm {
            for hours in groups(of: family, where: { isOneSpell($0, $1) }).map(withoutProbableEnds) {
                if family == .sleet || family == .freezing {
                    add(hours, of: family)
                } else {
                    addLayers(of: withoutEnds(hours, in: storms), of: family)
                }
            }
        }
        spells.sort { ($0.first, $1.end) < ($1.first, $0.end) }
    }

    /// A single hour of sleet beside snow is the change from rain to snow.
    private static func withoutSingleSleet(
        _ falls: [Int: HourlyFall]
    ) -> [Int: HourlyFall] {
        var result = falls
        for (hour, fall) in falls where fall.condition == .sleet {
            let besides = [hour - 1, hour + 1].compactMap { falls[$0]?.condition.family }
            if besides.contains(.snow), !besides.contains(.sleet) { result[hour]?.condition = .snowLight }
        }
        return result
    }

    private func family(_ hour: Int) -> SpellFamily? { falls[hour]?.condition.family }

    private func intensity(_ hour: Int) -> SpellIntensity? { falls[hour]?.condition.intensity }

    private func groups(of family: SpellFamily, where isOne: (Int, Int) -> Bool) -> [[Int]] {
        falls.keys.filter { self.family($0) == family }.sorted().joined(where: isOne)
    }

    /// Whether two hours of one family belong together: with at most one dry hour between them, or two between showers. A storm
    /// between them does not count; another family separates them.
    private func isOneSpell(_ before: Int, _ after: Int) -> Bool {
        let between = (before + 1)..<after
        guard between.allSatisfy({ family($0) == nil || family($0) == .storm }) else { return false }
        let dry = between.count { family($0) == nil }
        let areShowers = [before, after].allSatisfy { falls[$0]?.condition.isShower == true }
        return dry <= (areShowers ? 2 : 1)
    }

    /// Hours that are only probable do not extend a forecast spell; on their own, they form a spell.
    private func withoutProbableEnds(_ hours: [Int]) -> [Int] {
        let forecast = hours.filter { falls[$0]?.isOnlyProbable == false }
        guard let first = forecast.first, let last = forecast.last else { return hours }
        return hours.filter { (first...last).contains($0) }
    }

    /// Removes precipitation at the start or the end of a spell where there are storms.
    private func withoutEnds(_ hours: [Int], in storms: [[Int]]) -> [Int] {
        storms.reduce(hours) { hours, storm in
            guard let first = storm.first, let last = storm.last else { return hours }
            let isInside = hours.contains { $0 < first } && hours.contains { $0 > last }
            return isInside ? hours : hours.filter { $0 < first || $0 > last }
        }
    }

    /// Adds a spell of rain or snow; its heavy hours, and long drizzle at its start or end, are spells of their own.
    private mutating func addLayers(of hours: [Int], of family: SpellFamily) {
        var rest = hours
        while rest.contains(where: { intensity($0) != .heavy }), let end = heavyEnd(of: rest) ?? drizzleEnd(of: rest) {
            let heavy = end.filter { intensity($0) == .heavy }
            add(end, of: family, by: heavy.isEmpty ? end : heavy)
            rest.removeAll(where: end.contains)
        }
        guard !rest.isEmpty else { return }
        let lighter = rest.filter { intensity($0) != .heavy }
        guard !lighter.isEmpty else { return add(rest, of: family) }
        add(rest, of: family, by: lighter)
        for heavy in heavyGroups(of: rest) { add(heavy, of: family, isPart: true) }
    }

    private func heavyGroups(of hours: [Int]) -> [[Int]] {
        hours.filter { intensity($0) == .heavy }.joined { before, after in after - before <= 2 }
    }

    /// Heavy hours at the start or the end, with the lighter hours between them; nil for none.
    private func heavyEnd(of hours: [Int]) -> [Int]? {
        heavyGroups(of: hours).lazy.compactMap { heavy -> [Int]? in
            guard let first = heavy.first, let last = heavy.last else { return nil }
            let isInside = hours.contains { $0 < first } && hours.contains { $0 > last }
            return isInside ? nil : hours.filter { (first...last).contains($0) }
        }.first
    }

    /// The minimum length of drizzle as a spell of its own, hours. Shorter drizzle belongs to the rain beside it.
    private static let leastDrizzle = 3

    /// Drizzle at the start or the end; nil when it is short, or everything is drizzle.
    private func drizzleEnd(of hours: [Int]) -> [Int]? {
        let isDrizzle: (Int) -> Bool = { falls[$0]?.condition == .drizzle }
        let ends = [Array(hours.prefix(while: isDrizzle)), hours.reversed().prefix(while: isDrizzle).reversed()]
        return ends.first { $0.count >= Self.leastDrizzle && $0.count < hours.count }
    }

    /// - Parameter decisive: the hours that name the spell; nil for all.
    private mutating func add(_ hours: [Int], of family: SpellFamily, by decisive: [Int]? = nil, isPart: Bool = false) {
        let falls = (decisive ?? hours).compactMap { self.falls[$0] }
        guard let condition = family.condition(of: falls.map(\.condition)),
            let half = falls.map(\.certainty).reachedByHalf
        else { return }
        // One certain hour makes the spell likely.
        let certainty = falls.contains { $0.certainty == .certain } ? max(half, .likely) : half
        spells.append(Spell(condition: condition, certainty: certainty, hours: hours, isPart: isPart))
    }
}

extension [Int] {
    /// Consecutive numbers, as long as each is joined to the one before it.
    func joined(where isOne: (Int, Int) -> Bool) -> [[Int]] {
        reduce(into: []) { groups, number in
            if let last = groups.last?.last, isOne(last, number) {
                groups[groups.count - 1].append(number)
            } else {
                groups.append([number])
            }
        }
    }
}

/// Kinds of precipitation that can change into each other within a spell form a family.
enum SpellFamily: CaseIterable {
    case liquid, snow, sleet, freezing
    /// Thunderstorms, and wind as dangerous as theirs.
    case storm
}

extension Condition {
    /// The family of a condition; nil for conditions without precipitation or storm.
    var family: SpellFamily? {
        switch self {
        case .drizzle, .rainLight, .rain, .rainHeavy, .rainShowers: .liquid
        case .snowLight, .snow, .snowHeavy, .snowShowers: .snow
        case .sleet: .sleet
        case .freezingDrizzle, .freezingRain: .freezing
        case .thunderstorm, .thunderstormHail, .squall, .tornado: .storm
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .unknown: nil
        }
    }

    var isShower: Bool { self == .rainShowers || self == .snowShowers }

    /// Whether it only limits visibility.
    var isObscuration: Bool { [.fog, .haze, .smoke, .dust].contains(self) }

    var intensity: SpellIntensity {
        switch self {
        case .rainHeavy, .snowHeavy: .heavy
        case .rain, .rainShowers, .snow: .moderate
        case .drizzle: .drizzle
        default: .light
        }
    }
}

enum SpellIntensity: Int, Comparable {
    case drizzle, light, moderate, heavy

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Collection where Element: Comparable {
    /// The greatest value that at least half of the elements reach; nil without elements.
    var reachedByHalf: Element? {
        filter { value in 2 * count { $0 >= value } >= count }.max()
    }
}

extension SpellFamily {
    /// A spell's condition, derived from its hours. Mixed intensities become the one that at least half of the hours reach;
    /// ice, hail and storms are not averaged away.
    func condition(of hours: [Condition]) -> Condition? {
        let isShowery = 2 * hours.count(where: \.isShower) >= hours.count
        guard let intensity = hours.map(\.intensity).reachedByHalf else { return nil }
        return switch (self, intensity) {
        case (.storm, _): hours.max { $0.severity < $1.severity }
        case (.freezing, _): hours.contains(.freezingRain) ? .freezingRain : .freezingDrizzle
        case (.sleet, _): .sleet
        case (.liquid, .heavy): .rainHeavy
        case (.liquid, _) where isShowery: .rainShowers
        case (.liquid, .moderate): .rain
        case (.liquid, .light): .rainLight
        case (.liquid, .drizzle): .drizzle
        case (.snow, .heavy): .snowHeavy
        case (.snow, _) where isShowery: .snowShowers
        case (.snow, .moderate): .snow
        case (.snow, _): .snowLight
        }
    }
}
