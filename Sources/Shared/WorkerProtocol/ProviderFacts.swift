public import Weather

/// The properties of a provider that are known without a request: its identity, limits, coverage and needs.
public struct ProviderFacts: Sendable {
    public let identity: Provider
    public let limits: ProviderLimits
    /// The maximum number of requests per batch; 0 without network use.
    public let requestsABatch: Int
    /// The number of requests for a place, where it depends on the position; nil for `requestsABatch`.
    private let requestsAt: (@Sendable (Coordinate) -> Int)?
    /// The maximum number of further requests per job, which repeat one without the names that the service rejected.
    public let repeats: Int
    /// Whether a list of places may take two requests.
    private let splitsLists: Bool
    /// Whether its next answer depends on its previous one.
    public let usesPrevious: Bool
    /// The countries of its warnings (ISO 3166-1 alpha-2), in `areas`; nil when these decide alone.
    public let countries: Set<String>?
    /// Its coverage; nil for worldwide.
    private let areas: [CoordinateBox]?

    init(
        _ identity: Provider, limits: ProviderLimits = ProviderLimits(), requestsABatch: Int = 1,
        requestsAt: (@Sendable (Coordinate) -> Int)? = nil, repeats: Int = 0, splitsLists: Bool = false,
        usesPrevious: Bool = false, areas: [CoordinateBox]? = nil,
        countries: Set<String>? = nil
    ) {
        self.identity = identity
        self.limits = limits
        self.requestsABatch = requestsABatch
        self.requestsAt = requestsAt
        self.repeats = repeats
        self.splitsLists = splitsLists
        self.usesPrevious = usesPrevious
        self.areas = areas
        self.countries = countries
    }

    /// Whether its answer has the warnings of all countries at a place.
    public var isWorldwide: Bool { areas == nil && countries == nil }

    /// Whether the provider may cover the place; it gets no requests for places outside.
    public func covers(_ coordinate: Coordinate) -> Bool {
        areas?.contains { $0.contains(coordinate) } ?? true
    }

    /// The maximum number of requests of a job for these places, without repeats.
    public func requests(for places: [Coordinate]) -> Int {
        if let requestsAt { return places.reduce(0) { $0 + requestsAt($1) } }
        let batches = (places.count + limits.batch - 1) / limits.batch
        return batches * requestsABatch * (splitsLists && places.count > 1 ? 2 : 1)
    }

    /// The number of requests for a place when nothing is missing, of a provider that takes one elsewhere.
    public func usualRequests(for place: Coordinate) -> Int { requestsAt?(place) ?? 1 }
}
