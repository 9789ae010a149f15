/// The forecast for one hour: precipitation and its probability are those of the period that begins at `time`, which is an
/// hour unless `conditions.precipitationPeriod` is longer; all else is the state of the air at `time`.
public struct Hour: Sendable, Hashable, Codable {
    /// When the hour begins.
    public var time: UnixTime
    public var conditions: Conditions
    /// Of precipitation in `conditions.precipitationPeriod`, 0 to 100 %; nil when the provider does not give it.
    @Thousandths public var precipitationProbability: Double?

    public init(time: UnixTime, conditions: Conditions, precipitationProbability: Double? = nil) {
        self.time = time
        self.conditions = conditions
        self.precipitationProbability = precipitationProbability
    }
}

extension Hour {
    /// Every number of an hour: those of its conditions, and its own.
    public static let quantities: [Quantity<Hour>] =
        Conditions.quantities.map { quantity in
            let (get, set) = (quantity.get, quantity.set)
            return Quantity(quantity.name, quantity.kind, { get($0.conditions) }, { set(&$0.conditions, $1) })
        } + [.precipitationProbability]
}

extension Quantity<Hour> {
    public static let precipitationProbability = Quantity(
        "precipitationProbability", .percent, { $0.precipitationProbability }, { $0.precipitationProbability = $1 })
}
