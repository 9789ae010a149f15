/// A provider's normals for one place.
public struct NormalsReport: ProviderReport, Hashable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    public var normals: Normals
    public var missing: [ReportGap] = []

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        normals: Normals
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.normals = normals
    }
}
