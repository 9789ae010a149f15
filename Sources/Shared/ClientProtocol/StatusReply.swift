/// The keys of the text reply to `status`, in its order.
public enum StatusKey: String, Sendable, CaseIterable {
    case place
    case locationSource = "location-source"
    case locatedAt = "located-at"
    case locationError = "location-error"
    case favourites, provider, freshness
    case observedAt = "observed-at"
    case fetchedAt = "fetched-at"
    case issuedAt = "issued-at"
    case age
    case nextRefresh = "next-refresh"
    case network, offline
    case lastErrorCode = "last-error-code"
    case lastError = "last-error"
    case requestsToday = "requests-today"
    case requestsByProvider = "requests-by-provider"
    case backingOffProviders = "resting-providers"
    case refusedPlaces = "refused-places"
    case leftOutProviders = "left-out-providers"
    case missing
    case warnings
    case station
    case ownStation = "own-station"
    case providerOrder = "provider-order"
    case settingsError = "settings-error"
    case unavailable, version
}

/// The text reply to `status`, one `key: value` a line.
public struct StatusReply: Sendable {
    private let lines: [String]

    /// The value of a key that is unknown or empty.
    public static let none = "-"
    /// The value of `network` with a route to the provider, and without.
    public static let up = "up", down = "down"
    /// The value of `freshness` without a report.
    public static let noReport = "none"

    public init(_ lines: [String]) {
        self.lines = lines
    }

    public static func line(_ key: StatusKey, _ value: String?) -> String {
        [key.rawValue, ": ", value ?? none].joined()
    }

    /// nil when the daemon is of a release that does not have the key.
    public subscript(key: StatusKey) -> String? {
        let start = key.rawValue + ": "
        return lines.first { $0.begins(with: start) }?.dropping(start.utf8.count)
    }

    /// Whether the first report is on its way: there is none, no fetch has failed, and there is a route.
    public var awaitsFirstWeather: Bool {
        self[.freshness] == Self.noReport && self[.lastErrorCode] == Self.none && self[.network] == Self.up
    }
}
