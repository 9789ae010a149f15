public import Weather

/// Everything that a query is answered from, as it was at one moment.
public struct Snapshot: Sendable {
    public var defaults: Defaults
    public var settings: Settings
    /// The weather of every place that is looked after, by its rounded coordinate.
    public var weather: [Coordinate: PlaceWeather] = [:]
    public var requests = RequestTally()

    public init(defaults: Defaults = Defaults(), settings: Settings = Settings()) {
        self.defaults = defaults
        self.settings = settings
    }

    /// The current place; nil when neither user nor configuration named one.
    public var place: Place? { settings.location ?? defaults.location }

    public var units: Units { settings.units.applied(to: defaults.units) }
}

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

    public init(report: Report? = nil, askedAt: UnixTime) {
        self.report = report
        self.askedAt = askedAt
    }
}

/// How many requests went out to providers on one day of UTC, which is the day that providers count by.
public struct RequestTally: Sendable, Hashable, Codable {
    /// Days since 1970-01-01.
    public private(set) var day = 0
    private var number = 0

    public init() {}

    /// The requests on the day of `now`.
    public func count(at now: UnixTime) -> Int {
        Self.day(of: now) == day ? number : 0
    }

    public mutating func add(at now: UnixTime) {
        number = count(at: now) + 1
        day = Self.day(of: now)
    }

    private static func day(of now: UnixTime) -> Int {
        Int((Double(now.seconds) / 86_400).rounded(.down))
    }
}
