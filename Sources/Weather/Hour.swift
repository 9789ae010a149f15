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
