/// Rate limits of a provider. "Places" counts each place of each request.
public struct ProviderLimits: Sendable, Hashable {
    /// Maximum number of places per request, at least 1; 1 for a provider without lists.
    public var batch: Int
    /// Places per 60 seconds.
    public var placesAMinute: Int
    /// Places per day.
    public var placesADay: Int

    public init(batch: Int = 1, placesAMinute: Int = .max, placesADay: Int = .max) {
        self.batch = max(batch, 1)
        self.placesAMinute = max(placesAMinute, self.batch)
        self.placesADay = max(placesADay, 1)
    }
}
