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
    /// Whether the hour has its own precipitation or probability.
    public var hasPrecipitation: Bool {
        conditions.precipitation != nil || precipitationProbability != nil
    }

    /// The end of the period of the hour's precipitation and probability, at least an hour after `time`.
    public var precipitationEnd: UnixTime {
        time.advanced(by: max(conditions.precipitationPeriod ?? 3600, 3600))
    }
}

extension Report {
    /// The hour whose precipitation and probability cover `moment`: its own, or an earlier one with a longer period;
    /// nil when unknown.
    public func precipitationHour(at moment: UnixTime) -> Hour? {
        let hour = hours.last { $0.time <= moment && $0.hasPrecipitation }
        return hour.flatMap { moment < $0.precipitationEnd ? $0 : nil }
    }

    /// The same for the amount only: within its period, a later hour may have its own probability.
    public func amountHour(at moment: UnixTime) -> Hour? {
        let hour = hours.last { $0.time <= moment && $0.conditions.precipitation != nil }
        return hour.flatMap { moment < $0.precipitationEnd ? $0 : nil }
    }
}
