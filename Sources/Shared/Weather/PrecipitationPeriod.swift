extension Conditions {
    /// Mean rate of `precipitation` over its period, mm/h; nil when the amount is unknown.
    public var precipitationRate: Double? {
        guard let precipitation, let period = precipitationPeriod, period > 0 else { return precipitation }
        return precipitation * 3600 / Double(period)
    }

    /// Copies precipitation amounts with their period, and nothing else.
    public mutating func takePrecipitation(of other: Conditions) {
        precipitationPeriod = other.precipitationPeriod
        for amount in Self.amounts { amount.set(&self, amount.get(other)) }
    }

    /// The valid values of `precipitationPeriod`, s: up to two weeks, the longest forecast of any service.
    public static let precipitationPeriods = 0...14 * 86_400

    /// The quantities that are stated for `precipitationPeriod`.
    public static let amounts = quantities.filter { $0.kind.interpolation == .ofPeriod }
}

extension Hour {
    /// Whether the hour has its own amounts, or a probability for more than itself: what earlier hours state ends with it.
    public var statesPrecipitation: Bool {
        conditions.precipitation != nil || precipitationProbability != nil && hasLongPeriod
    }

    /// The end of the period of the hour's amounts, at least an hour after `time`; also of its probability, unless the hours
    /// after it have their own.
    public var precipitationEnd: UnixTime {
        time.advanced(by: max(conditions.precipitationPeriod ?? 3600, 3600))
    }

    /// Whether the amounts are those of more than the hour.
    public var hasLongPeriod: Bool { precipitationEnd.seconds(since: time) > 3600 }
}

/// A probability of precipitation with its period.
public struct ProbabilityOfPrecipitation: Sendable, Hashable {
    /// 0 to 100 %.
    public var percent: Double
    public var start: UnixTime
    public var end: UnixTime

    /// Seconds, at least 3600.
    public var period: Int { end.seconds(since: start) }
}

extension Report {
    /// The probability that covers `moment`: the hour's own, or that of an earlier hour's longer period, which ends where an
    /// hour has its own; nil when unknown.
    public func probability(at moment: UnixTime) -> ProbabilityOfPrecipitation? {
        guard let index = hours.lastIndex(where: { $0.time <= moment && $0.precipitationProbability != nil }),
            let percent = hours[index].precipitationProbability
        else { return nil }
        let next = hours[(index + 1)...].first {
            $0.precipitationProbability != nil || $0.conditions.precipitation != nil
        }
        let own = hasHourlyProbability == true ? hours[index].time.advanced(by: 3600) : hours[index].precipitationEnd
        let end = min(own, next?.time ?? .distantFuture)
        return moment < end ? ProbabilityOfPrecipitation(percent: percent, start: hours[index].time, end: end) : nil
    }

    /// The hour whose amounts cover `moment`: its own, or an earlier one with a longer period; nil when unknown.
    public func amountHour(at moment: UnixTime) -> Hour? {
        let hour = hours.last { $0.time <= moment && $0.conditions.precipitation != nil }
        return hour.flatMap { moment < $0.precipitationEnd ? $0 : nil }
    }
}
