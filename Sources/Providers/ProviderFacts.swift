public import Weather

/// What is known of a provider without asking it: who it is, what may be asked of it, and what it has use for.
public struct ProviderFacts: Sendable {
    public let identity: Provider
    public let limits: ProviderLimits
    /// The most requests that the places of one batch take; 0 for one that wants no network.
    public let requestsABatch: Int
    /// Whether what it answered last goes into its next answer.
    public let usesPrevious: Bool
    /// Where it may know something; nil for everywhere.
    private let areas: [CoordinateBox]?

    init(
        _ identity: Provider, limits: ProviderLimits = ProviderLimits(), requestsABatch: Int = 1,
        usesPrevious: Bool = false, areas: [CoordinateBox]? = nil
    ) {
        self.identity = identity
        self.limits = limits
        self.requestsABatch = requestsABatch
        self.usesPrevious = usesPrevious
        self.areas = areas
    }

    /// Whether the provider may know something of the place; it is not asked where it surely does not.
    public func covers(_ coordinate: Coordinate) -> Bool {
        areas?.contains { $0.contains(coordinate) } ?? true
    }

    /// The most requests that reports of so many places take.
    public func requests(forPlaces count: Int) -> Int {
        (count + limits.batch - 1) / limits.batch * requestsABatch
    }
}
