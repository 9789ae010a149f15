public import Weather

/// What is known of one place's weather.
public struct PlaceWeather: Sendable, Hashable {
    /// The last good report; nil until the first.
    public var report: Report?
    /// Why the last try brought nothing; nil when it was a success, and before the first.
    public var failure: FetchFailure?
    /// When it was last tried to fetch a report; nil when not since the start.
    public var triedAt: UnixTime?
    /// When the next report is going to be fetched; nil while that is under way or not planned.
    public var nextRefresh: UnixTime?
    /// When a client last asked for the place.
    public var askedAt: UnixTime
    /// What the gazetteer says of the place, for one that is neither the current one nor a favourite; nil while it has
    /// not been asked.
    public var naming: Naming?
    /// How many queries are remembered for one place; those beyond are searched anew.
    static let queriesLimit = 8

    /// The queries that the place was found by, in small letters.
    public var queries: Set<String> = []

    /// What came of asking the gazetteer. The locality is nil when it knows none.
    public struct Naming: Sendable, Hashable {
        public var locality: Locality?

        public init(_ locality: Locality?) {
            self.locality = locality
        }
    }

    public init(report: Report? = nil, askedAt: UnixTime) {
        self.report = report
        self.askedAt = askedAt
    }

    /// Whether the place was tried, or taken in, so many seconds before `now` at the most.
    func wasUsed(within seconds: Int, of now: UnixTime) -> Bool {
        let used = [triedAt, report?.fetchedAt].compactMap(\.self).max() ?? askedAt
        return (0..<seconds).contains(now.seconds(since: used))
    }
}
