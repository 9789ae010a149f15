/// How much of a provider may be asked for: at once, and in the course of time. "Places" counts each place of each request.
public struct ProviderLimits: Sendable, Hashable {
    /// Places in one request, 1 and up; 1 for a provider that takes no lists.
    public var batch: Int
    /// Places in any 60 seconds.
    public var placesAMinute: Int
    /// Places in a day.
    public var placesADay: Int

    public init(batch: Int = 1, placesAMinute: Int = .max, placesADay: Int = .max) {
        self.batch = max(batch, 1)
        self.placesAMinute = max(placesAMinute, self.batch)
        self.placesADay = max(placesADay, 1)
    }
}
