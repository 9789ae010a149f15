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
        self.init(try decoder.singleValueContainer().decode([PrecipitationStep].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(self))
    }
}
