extension Conditions {
    /// Mean rate of `precipitation` over its period, mm/h; nil when the amount is not known.
    public var precipitationRate: Double? {
        guard let precipitation, let period = precipitationPeriod, period > 0 else { return precipitation }
        return precipitation * 3600 / Double(period)
    }

    /// Takes over what falls and its period, and nothing else.
    public mutating func takePrecipitation(of other: Conditions) {
        precipitation = other.precipitation
        precipitationPeriod = other.precipitationPeriod
        rain = other.rain
        snowfall = other.snowfall
    }
}

extension Hour {
    /// Whether the hour has precipitation or a probability of its own.
    public var hasPrecipitation: Bool {
        conditions.precipitation != nil || precipitationProbability != nil
    }

    /// The end of the time that the hour's precipitation and probability are for, at least an hour after `time`.
    public var precipitationEnd: UnixTime {
        time.advanced(by: max(conditions.precipitationPeriod ?? 3600, 3600))
    }
}

extension Report {
    /// The hour whose precipitation and probability cover `moment`: the one that `moment` falls in, or an earlier one whose
    /// period reaches beyond `moment`; nil when nothing is known of precipitation then.
    public func precipitationHour(at moment: UnixTime) -> Hour? {
        let hour = hours.last { $0.time <= moment && $0.hasPrecipitation }
        return hour.flatMap { moment < $0.precipitationEnd ? $0 : nil }
    }

    /// Likewise for the amount alone: a later hour may have a probability of its own within the period of the amount.
    public func amountHour(at moment: UnixTime) -> Hour? {
        let hour = hours.last { $0.time <= moment && $0.conditions.precipitation != nil }
        return hour.flatMap { moment < $0.precipitationEnd ? $0 : nil }
    }
}
