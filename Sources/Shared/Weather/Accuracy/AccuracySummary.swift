/// The comparison of forecasts with measurements at a place, for display.
public struct AccuracySummary: Sendable, Hashable {
    /// The score of one provider and lead time; at least one pair.
    public struct Row: Sendable, Hashable {
        /// The provider's `id`.
        public var provider: String
        public var lead: AccuracyArchive.LeadTime
        public var score: AccuracyScore
    }

    /// Why no measurement can arrive.
    public enum MissingMeasurements: Sendable, Hashable {
        /// Stations are off, although a service has some for the place.
        case notConfigured
        /// No source of stations covers the place, and the user's own station, if any, is elsewhere.
        case notCovered
        /// The weather is sample data.
        case sample
    }

    public var rows: [Row]
    /// Why forecasts and measurements are not kept; nil when they are, where a station can report.
    public var missing: MissingMeasurements?
    /// The providers of which forecasts were kept.
    public var providers: [String]
    /// The first hour for which there is a forecast; nil for none.
    public var forecastsBegin: UnixTime?
    /// The first and the last measurement; nil for none.
    public var measured: ClosedRange<UnixTime>?
    /// nil without `providers = "best"`.
    public var ranking: ProviderRanking?

    /// - Parameter archive: nil when nothing was kept.
    public init(
        _ archive: AccuracyArchive?, missing: MissingMeasurements? = nil, ranking: ProviderRanking? = nil
    ) {
        (self.missing, self.ranking) = (missing, ranking)
        rows = archive?.scores.map { Row(provider: $0.provider, lead: $0.lead, score: $0.score) } ?? []
        let kept = archive?.forecasts.filter { $0.series.values.contains { !$0.values.isEmpty } } ?? []
        providers = kept.map(\.provider)
        let starts = kept.flatMap { $0.series.values.filter { !$0.values.isEmpty }.map(\.start) }
        forecastsBegin = starts.min().map { UnixTime($0 * 3600) }
        if let series = archive?.measured, let first = series.values.firstIndex(where: { !$0.isEmpty }),
            let last = series.values.lastIndex(where: { !$0.isEmpty })
        {
            measured = UnixTime((series.start + first) * 3600)...UnixTime((series.start + last) * 3600)
        }
    }
}
