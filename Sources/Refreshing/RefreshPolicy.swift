import Keeping
public import Weather

/// When to try next. Pure: chance comes in as a number, and time only as durations.
public struct RefreshPolicy: Sendable, Hashable {
    /// From one report of the current place to the next.
    public let interval: Duration
    /// What may be asked of the provider.
    public let limits: ProviderLimits

    /// The least time between two reports for one place.
    public static let floor = Duration.seconds(RefreshFloor.seconds)
    /// The wait after the first failure; it doubles with each further one.
    public static let firstRetry = Duration.seconds(5)
    /// The longest wait after a failure that asked for none.
    public static let lastRetry = Duration.seconds(300)
    /// A service that asks for a longer wait is tried again after this all the same, in case its clock is wrong.
    public static let longestWait = Duration.seconds(86_400)
    /// The least time between two tries that a user can bring about while they fail.
    public static let leastBetweenTries = Duration.seconds(5)

    /// The time that `ProviderLimits.placesAMinute` is counted over.
    public static let minute = Duration.seconds(60)

    /// An interval below the floor is lifted to it.
    public init(interval: Duration, limits: ProviderLimits = ProviderLimits()) {
        self.interval = max(interval, Self.floor)
        self.limits = limits
    }

    /// From one report of a favourite to the next: the interval, or longer when there are so many favourites that they
    /// and the current place together would take more than half of what the provider gives in a day. The other half is
    /// for what people ask for, for failures, and for others behind the same address.
    ///
    /// - Parameter count: of favourites.
    public func favouritesInterval(count: Int) -> Duration {
        let day = Duration.seconds(86_400)
        let spare = max(1, Double(limits.placesADay) / 2 - day / interval)
        return max(interval, day * (Double(count) / spare))
    }

    /// The most places that may be begun in any minute without anybody asking for them; a tenth is held back for those
    /// that somebody looks at.
    public var unaskedAMinute: Int {
        max(limits.batch, limits.placesAMinute - limits.placesAMinute / 10)
    }

    /// How long after a success to fetch again: the interval give or take a tenth, so that machines that were
    /// started together do not ask together for long.
    ///
    /// - Parameters:
    ///   - interval: the place's; nil for that of the current place.
    ///   - jitter: chance, 0 to 1.
    public func delayAfterSuccess(interval: Duration? = nil, jitter: Double) -> Duration {
        max(Self.floor, (interval ?? self.interval) * (0.9 + 0.2 * jitter))
    }

    /// How long after a failure to try again.
    ///
    /// - Parameters:
    ///   - failures: how many in a row, this one counted; 1 and up.
    ///   - jitter: chance, 0 to 1.
    public func delayAfterFailure(_ failure: FetchFailure, failures: Int, jitter: Double) -> Duration {
        // What was refused or limited will not be granted seconds later.
        let patient =
            switch failure {
            case .refused, .rateLimited: true
            default: false
            }
        let doublings = min(max(failures - 1, 0), 10)
        let growing = patient ? Self.lastRetry : min(Self.firstRetry * (1 << doublings), Self.lastRetry)
        // Asked-for waits are only ever lengthened.
        guard let asked = failure.retryAfter else { return growing * (0.8 + 0.2 * jitter) }
        return min(max(.seconds(asked), growing) * (1 + 0.1 * jitter), Self.longestWait)
    }
}
