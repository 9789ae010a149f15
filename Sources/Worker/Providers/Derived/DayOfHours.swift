import Weather

extension Day {
    /// Aggregates a day from its hours, for providers without daily values: extremes, sums of precipitation, the mean cloud
    /// cover. The caller sets `daylight`.
    ///
    /// Where hours of the day are missing, such as those before the program's first start, its extremes, means and sums are
    /// nil; `condition` and the probability then cover only the given hours. An hour counts for the day that it begins on. An
    /// amount for several hours that reaches across midnight counts for both days by their share of that time. A wet period of
    /// several hours counts as that many wet hours.
    ///
    /// - Parameters:
    ///   - hours: those that begin on the day, in order of time.
    ///   - before: the last hour before them that has precipitation of its own, whose period may reach into the day.
    ///   - hasHourlyProbability: whether probabilities are of an hour each.
    init(
        date: CalendarDate, start: UnixTime, end: UnixTime, hours: some BidirectionalCollection<Hour>,
        before: Hour? = nil, hasHourlyProbability: Bool = false
    ) {
        self.init(date: date, start: start, end: end)
        let worst = StatedCondition.worst(of: hours.map(\.conditions.stated))
        condition = worst?.condition ?? .unknown
        likelihood = worst?.likelihood
        let falling = [before].compactMap(\.self).filter { start < $0.precipitationEnd && $0.hasLongPeriod } + hours
        // An hour may be known for its precipitation alone.
        let temperatures = hours.count { $0.conditions.temperature != nil }
        let isWhole =
            hours.cover(from: start, to: end) && (temperatures == 0 || temperatures == hours.count)
        for quantity in Self.quantities {
            let value: Double? =
                switch quantity.aggregation {
                case .sum(let amount): falling.sum(of: amount, from: start, to: end)
                case .wetHours: falling.wetHours(from: start, to: end)
                case .highestProbability:
                    // Where the first hour has its own, that of an earlier period has ended.
                    (hours.first?.precipitationProbability == nil && !hasHourlyProbability ? falling : Array(hours))
                        .compactMap(\.precipitationProbability).max()
                case let aggregation?: isWhole ? aggregation.value(of: hours.map(\.conditions)) : nil
                case nil: nil
                }
            quantity.set(&self, value)
        }
    }
}

extension DailyAggregation {
    /// The value of a whole day; nil for what follows from the periods of precipitation.
    fileprivate func value(of hours: [Conditions]) -> Double? {
        switch self {
        case .highest(let quantity): return hours.compactMap(quantity.get).max()
        case .lowest(let quantity): return hours.compactMap(quantity.get).min()
        case .mean(let quantity):
            let values = hours.compactMap(quantity.get)
            return values.isEmpty ? nil : (values.reduce(0, +) / Double(values.count)).rounded()
        case .atStrongestWind(let quantity):
            return hours.max { ($0.windSpeed ?? 0) < ($1.windSpeed ?? 0) }.flatMap(quantity.get)
        case .sum, .wetHours, .highestProbability: return nil
        }
    }
}

extension Collection<Hour> {
    /// Whether the hours cover the time from `start` to `end` without a gap. In zones that are not whole hours from UTC, a
    /// day's first forecast hour begins up to an hour after midnight.
    func cover(from start: UnixTime, to end: UnixTime) -> Bool {
        guard let first, first.time.seconds(since: start) < 3600 else { return false }
        var reach = first.time
        for hour in self where hour.time == reach { reach = reach.advanced(by: 3600) }
        return end <= reach
    }

    /// The amount between `start` and `end`, mm; nil when it is unknown for an hour or more of that time.
    fileprivate func sum(
        of amount: Quantity<Conditions>, from start: UnixTime, to end: UnixTime
    ) -> Double? {
        total(from: start, to: end) { hour, share in amount.get(hour.conditions).map { $0 * share.ofPeriod } }
    }

    /// The wet hours between `start` and `end`; nil when it is unknown for an hour or more of that time.
    fileprivate func wetHours(from start: UnixTime, to end: UnixTime) -> Double? {
        total(from: start, to: end) { hour, share in hour.conditions.precipitation.map { $0 > 0 ? share.hours : 0 } }
    }

    /// The part of an hour's precipitation period that counts for a day.
    private typealias Share = (ofPeriod: Double, hours: Double)

    private func total(from start: UnixTime, to end: UnixTime, _ value: (Hour, Share) -> Double?) -> Double? {
        var total = 0.0
        var known = 0
        let hours = Array(self)
        for (index, hour) in hours.enumerated() {
            let period = hour.precipitationEnd.seconds(since: hour.time)
            // A period of an earlier report may reach into hours of the newer one, which replace it.
            let next = hours.dropFirst(index + 1).first { $0.conditions.precipitation != nil }?.time ?? end
            let overlap =
                hour.hasLongPeriod
                ? Swift.min(end, hour.precipitationEnd, Swift.max(next, hour.time)).seconds(
                    since: Swift.max(start, hour.time)) : period
            guard overlap > 0,
                let part = value(hour, (Double(overlap) / Double(period), Double(overlap) / 3600))
            else { continue }
            total += part
            known += overlap
        }
        return known > end.seconds(since: start) - 3600 ? total.rounded(decimals: 3) : nil
    }
}

/// A condition with its likelihood.
struct StatedCondition: Hashable {
    var condition: Condition
    /// nil when the condition is expected.
    var likelihood: Likelihood?

    /// The condition that represents several, with the highest likelihood given for it; nil for none: the worst
    /// expected one, or if nothing worse than clouds is expected, the worst possible one.
    static func worst(of all: some Sequence<StatedCondition>) -> StatedCondition? {
        all.max { $0.rank < $1.rank }
    }

    private var rank: (shown: Int, severity: Int, certainty: Int) {
        let severity = condition.severity
        return (likelihood == .possible ? min(severity, Condition.overcast.severity) : severity, severity, certainty)
    }

    private var certainty: Int {
        switch likelihood {
        case .possible: 0
        case .likely: 1
        case nil: 2
        }
    }
}

extension Conditions {
    var stated: StatedCondition { StatedCondition(condition: condition, likelihood: likelihood) }
}

/// A forecast for several hours, which is how services state the later part of it.
struct ForecastStep: Sendable {
    /// When the step begins.
    var time: UnixTime
    /// Seconds, at least 3600.
    var duration: Int
    /// The state of the air at `time`; precipitation is for the whole step.
    var conditions: Conditions
    /// 0 to 100 %, of the whole step.
    var precipitationProbability: Double?
}

extension Sequence<ForecastStep> {
    /// Interpolates the steps to hours: the state of the air is linear between steps, the wind turns along the shorter arc, and
    /// the condition is the step's. The first hour of a step has its precipitation and probability with their period; the
    /// others have none, since it is unknown in which hours precipitation falls.
    ///
    /// - Parameter isDay: whether the sun is up at a moment.
    func hours(isDay: (UnixTime) -> Bool?) -> [Hour] {
        let steps = sorted { $0.time < $1.time }
        var hours: [Hour] = []
        for (index, step) in steps.enumerated() {
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let reach = next.map { $0.time.seconds(since: step.time) } ?? step.duration
            let count = Swift.max(1, Swift.min(step.duration, reach) / 3600)
            for number in 0..<count {
                let time = step.time.advanced(by: number * 3600)
                if let last = hours.last, time <= last.time { continue }
                let isReached = next.map { $0.time.seconds(since: step.time) <= 6 * 3600 } ?? false
                var conditions = step.conditions
                if number > 0, isReached, let next {
                    conditions = step.conditions.blended(
                        with: next.conditions, share: Double(number * 3600) / Double(reach))
                }
                conditions.isDay = isDay(time)
                let falling = number == 0 ? step.precipitation(of: count) : Conditions()
                conditions.takePrecipitation(of: falling)
                hours.append(
                    Hour(
                        time: time, conditions: conditions,
                        precipitationProbability: number == 0 ? step.precipitationProbability : nil))
            }
        }
        return hours
    }
}

extension ForecastStep {
    /// The precipitation of the step's first hours. Where the next step begins before this one ends, a constant rate is
    /// assumed.
    fileprivate func precipitation(of hours: Int) -> Conditions {
        let share = Double(hours * 3600) / Double(max(duration, 3600))
        var falling = Conditions()
        for amount in Conditions.amounts {
            amount.set(&falling, amount.get(conditions).map { ($0 * share).rounded(decimals: 3) })
        }
        if hours > 1, falling.precipitation != nil || precipitationProbability != nil {
            falling.precipitationPeriod = hours * 3600
        }
        return falling
    }
}

extension Conditions {
    /// The state of the air between this one and another.
    ///
    /// - Parameter share: the position between them, 0 to 1.
    func blended(with other: Conditions, share: Double) -> Conditions {
        var blend = self
        for quantity in Self.quantities {
            guard let from = quantity.get(self), let to = quantity.get(other) else { continue }
            switch quantity.kind.interpolation {
            case .linear(let decimals): quantity.set(&blend, (from + (to - from) * share).rounded(decimals: decimals))
            case .circular(let decimals):
                let turn = (to - from).remainder(dividingBy: 360)
                let direction = (from + turn * share).truncatingRemainder(dividingBy: 360)
                quantity.set(&blend, (direction < 0 ? direction + 360 : direction).rounded(decimals: decimals))
            case .ofPeriod: break
            }
        }
        return blend
    }
}
