/// The forecast for one hour: what falls in it, and how likely that is, is told for the hour that begins at `time`; all
/// else is the state of the air at `time`.
public struct Hour: Sendable, Hashable, Codable {
    /// When the hour begins.
    public var time: UnixTime
    public var conditions: Conditions
    /// 0 to 100 %; nil when the provider does not give it.
    @Thousandths public var precipitationProbability: Double?

    public init(time: UnixTime, conditions: Conditions, precipitationProbability: Double? = nil) {
        self.time = time
        self.conditions = conditions
        self.precipitationProbability = precipitationProbability
    }
}
