/// Water in the period that ends at `end`, mm.
public struct PrecipitationStep: Sendable, Hashable, Codable {
    public var end: UnixTime
    /// Seconds.
    public var duration: Int
    /// mm; nil when unknown.
    public var amount: Double?

    public init(end: UnixTime, duration: Int, amount: Double?) {
        self.end = end
        self.duration = duration
        self.amount = amount
    }
}

/// Consecutive steps of equal duration, stored as the first one's time and the amounts, since a week has hundreds.
public struct PrecipitationSeries: Sendable, Hashable {
    private var firstEnd = UnixTime(0)
    private var duration = 0
    private var amounts: [Thousandths] = []

    /// The maximum number of steps: a week of minutes. An invalid time from a provider must not fill memory.
    private static let limit = 10_080

    /// The longest step, s: a day. Larger values could overflow.
    private static let longest = 86_400

    /// - Parameter steps: in order of time. The first one's duration applies to all: steps with another duration, or
    ///   out of its raster, are skipped. Missing steps in between have no amount.
    public init(_ steps: some Collection<PrecipitationStep>) {
        guard let first = steps.first, (1...Self.longest).contains(first.duration) else { return }
        firstEnd = first.end
        duration = first.duration
        amounts.reserveCapacity(steps.count)
        for step in steps where step.duration == duration {
            let (position, remainder) = step.end.seconds(since: firstEnd).quotientAndRemainder(dividingBy: duration)
            guard remainder == 0, (amounts.count..<Self.limit).contains(position) else { continue }
            while amounts.count < position { amounts.append(Thousandths()) }
            amounts.append(Thousandths(wrappedValue: step.amount))
        }
    }
}

extension PrecipitationSeries: RandomAccessCollection, ExpressibleByArrayLiteral {
    public init(arrayLiteral steps: PrecipitationStep...) {
        self.init(steps)
    }

    public var startIndex: Int { amounts.startIndex }
    public var endIndex: Int { amounts.endIndex }

    public subscript(position: Int) -> PrecipitationStep {
        PrecipitationStep(
            end: firstEnd.advanced(by: position * duration), duration: duration,
            amount: amounts[position].wrappedValue)
    }
}

/// Encoded as a list of steps.
extension PrecipitationSeries: Codable {
    public init(from decoder: any Decoder) throws {
        let steps = try decoder.singleValueContainer().decode([PrecipitationStep].self)
        self.init(
            steps.map {
                let amount = $0.amount.within(QuantityKind.depth.range)
                return PrecipitationStep(end: $0.end, duration: $0.duration, amount: amount)
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(self))
    }
}

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
    /// Whether the hour has its own amounts, or a probability for a longer period: either ends the periods of earlier hours.
    public var statesPrecipitation: Bool {
        conditions.precipitation != nil || precipitationProbability != nil && hasLongPeriod
    }

    /// The end of the period of the hour's amounts, at least an hour after `time`; also of its probability, unless the hours
    /// after it have their own.
    public var precipitationEnd: UnixTime {
        time.advanced(by: max(conditions.precipitationPeriod ?? 3600, 3600))
    }

    /// Whether the amounts are for more than the hour.
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
    /// The probability that covers `moment`: the hour's own, or an earlier hour's with a longer period, which ends at the next
    /// hour with its own; nil when unknown.
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

/// Whether precipitation is rain or snow.
public enum PrecipitationKind: Sendable, Hashable {
    case rain, snow

    /// The temperature at which half of the precipitation falls as snow, °C: the mean over the northern hemisphere of K. S.
    /// Jennings and others, "Spatial variation of the rain–snow temperature threshold …", Nature Communications 9, 2018.
    public static let snowTemperature = 1.0

    /// The depth of fresh snow from so much water. Forecasters assume ten to one where the snow's density is not known, though
    /// it is a third of that when wet and twice as much when dry (P. J. Roebber et al., "Improving Snowfall Forecasting by
    /// Diagnosing Snow Density", Weather and Forecasting 18, 2003).
    public static let snowPerWater = 10.0

    /// The condition of a rate of water, mm/h. Rain is light up to 2.5 mm/h and heavy above 7.6 mm/h (American Meteorological
    /// Society, Glossary of Meteorology, "rain"), snow light below 1 mm/h and heavy from 5 mm/h (WMO-No. 8, volume I, chapter
    /// 14, annex).
    public func condition(rate: Double) -> Condition {
        switch self {
        case .rain: rate <= 2.5 ? .rainLight : rate <= 7.6 ? .rain : .rainHeavy
        case .snow: rate < 1 ? .snowLight : rate < 5 ? .snow : .snowHeavy
        }
    }
}

extension Conditions {
    /// The share of snow in the water that falls, 0 to 1; nil when nothing falls, or it is unknown. Water that is not rain is
    /// snow, whatever its density.
    ///
    /// - Parameter snowPerWater: the depth of fresh snow from so much water, where the total or the rain is unknown.
    public func snowShare(snowPerWater: Double = PrecipitationKind.snowPerWater) -> Double? {
        if let rain, let total = precipitation, total > 0, snowfall != 0 { return min(max(1 - rain / total, 0), 1) }
        let snow = snowfall.map { $0 / snowPerWater }
        let total = max(precipitation ?? 0, (rain ?? 0) + (snow ?? 0))
        guard total > 0, (rain ?? 0) + (snow ?? 0) > 0 || rain == nil && snow != nil else { return nil }
        return min((snow ?? 0) / total, 1)
    }

    /// The prevailing kind, measured as water; nil when nothing falls, or it is unknown.
    public var fallingKind: PrecipitationKind? { snowShare().map { $0 > 0.5 ? .snow : .rain } }
}

extension Condition {
    /// The precipitation that its name states; nil for none. Sleet counts as rain.
    public var precipitationKind: PrecipitationKind? {
        switch self {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .rainShowers,
            .thunderstorm, .thunderstormHail:
            .rain
        case .snowLight, .snow, .snowHeavy, .snowShowers: .snow
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .squall, .tornado, .unknown:
            nil
        }
    }
}
