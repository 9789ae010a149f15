/// Water that falls in the time that ends at `end`, mm.
public struct PrecipitationStep: Sendable, Hashable, Codable {
    public var end: UnixTime
    /// Seconds.
    public var duration: Int
    /// mm; nil when the provider does not know.
    public var amount: Double?

    public init(end: UnixTime, duration: Int, amount: Double?) {
        self.end = end
        self.duration = duration
        self.amount = amount
    }
}

/// Steps of one duration, each of which begins where the one before ends. Held as the first one's time and the amounts
/// alone, since a week has hundreds.
public struct PrecipitationSeries: Sendable, Hashable {
    private var firstEnd = UnixTime(0)
    private var duration = 0
    private var amounts: [Thousandths] = []

    /// The most steps of a series: a week of minutes. A time that a provider got wrong must not fill the memory.
    private static let limit = 10_080

    /// The longest step, seconds: a day. With a number that somebody got wrong no time could be reckoned.
    private static let longest = 86_400

    /// - Parameter steps: in the order of time. The first one's duration is that of all: one of another duration, or
    ///   that does not begin where another can end, is left out. The amount of a step that is missing in between is nil.
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

/// Written as the list of its steps.
extension PrecipitationSeries: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([PrecipitationStep].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(self))
    }
}
