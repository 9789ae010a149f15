public import Weather
public import WorkerProtocol

/// The warnings of a national authority, requested only for places in its countries: elsewhere, most services report no
/// warnings instead of no coverage.
public struct NationalAlerts: ReportProvider {
    private let provider: any ReportProvider<AlertReport>
    private let facts: ProviderFacts
    private let country: @Sendable (Coordinate) -> String?

    /// - Parameter country: the country of a position (ISO 3166-1 alpha-2); nil when unknown, as at sea.
    public init(
        _ provider: any ReportProvider<AlertReport>, _ facts: ProviderFacts,
        country: @escaping @Sendable (Coordinate) -> String?
    ) {
        (self.provider, self.facts, self.country) = (provider, facts, country)
    }

    public var identity: Provider { provider.identity }
    public var limits: ProviderLimits { provider.limits }

    public func covers(_ coordinate: Coordinate) -> Bool { facts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        if let country = country(coordinate), facts.countries?.contains(country) == false {
            throw .notCovered(host: identity.name, reason: nil)
        }
        return try await provider.report(for: coordinate, at: now, renewing: previous)
    }
}
