import Store
public import Weather

/// Computes when to fetch next. Pure: random numbers and durations are parameters.
public struct RefreshPolicy: Sendable, Hashable {
    /// The interval of the current place.
    public let interval: Duration
    /// Rate limits and batch size.
    public let limits: ProviderLimits

    /// The minimum time between two reports for one place.
    public let floor: Duration

    /// How long a place must have been in scope before its first report; a random factor of 1 to 3 applies.
    public let settling: Duration

    /// The minimum delay after a failure.
    public let leastRetry: Duration

    /// Whether a place is only fetched while a client waits for it.
    public let isOnRequest: Bool

    private static let longestShare = Duration.seconds(3600)
    private static let day = Duration.seconds(86_400)

    /// The `id` of the preferred provider; a fallback's freshness lifetime does not count. nil when every provider's
    /// counts.
    public let preferred: String?

    /// The minimum floor of all types of reports.
    public static let leastFloor = Duration.seconds(RefreshFloor.seconds)
    /// The delay after the first failure; without a usable report it doubles with each further one.
    public static let firstRetry = Duration.seconds(5)
    /// The delay after the second failure, while there is a usable report.
    public static let secondRetry = Duration.seconds(50)
    /// The longest delay that the service has not requested: half the usual interval, so that a service that recovers after
    /// hours gets little more than twice its usual rate.
    public static let lastRetry = Duration.seconds(450)
    /// The delay when no provider covers a place.
    public static let uncovered = Duration.seconds(6 * 3600)
    /// The maximum delay that a service can request, in case its clock is wrong.
    public static let longestWait = Duration.seconds(86_400)
    /// The minimum time between failing attempts requested by a user.
    public static let leastBetweenTries = Duration.seconds(5)

    /// The maximum delay of fetches after the network returns or the machine resumes.
    public static let afterReturn = Duration.seconds(3)
    /// A deadline that fires this late was missed during suspend.
    public static let slept = Duration.seconds(30)

    /// The minimum time between the first fetches caused by steps of the wall clock; it doubles with each.
    public static let afterStep = Duration.seconds(30)
    /// A wall clock that was not set for this long is no longer suspect.
    public static let calmClock = Duration.seconds(3600)

    /// The maximum delay of a fetch after the end of a freshness lifetime.
    public static let expirySpread = Duration.seconds(60)
    /// The period of `ProviderLimits.placesAMinute`.
    public static let minute = Duration.seconds(60)

    /// A floor below the minimum, or an interval below the floor, is raised.
    public init(
        interval: Duration, floor: Duration = leastFloor, limits: ProviderLimits = ProviderLimits(),
        preferred: String? = nil, settling: Duration = .zero, leastRetry: Duration = .zero, isOnRequest: Bool = false
    ) {
        self.isOnRequest = isOnRequest
        self.settling = settling
        self.leastRetry = leastRetry
        self.preferred = preferred
        self.floor = max(floor, Self.leastFloor)
        // A small daily limit is spread over the day, less a tenth for clients' requests; but not so thin that weather
        // would be stale most of the time, when a fallback provider is better.
        let share = Self.day / (Double(limits.placesADay) * 0.9)
        self.interval = max(interval, self.floor, min(share, Self.longestShare))
        self.limits = limits
    }

    /// The interval of a favourite: longer than the current place's if all favourites together would take more than half of
    /// the daily limit. The other half is for clients' requests, retries, and other users of the same IP address.
    ///
    /// - Parameter count: the number of favourites.
    public func favouritesInterval(count: Int) -> Duration {
        let share = Double(limits.placesADay)
        // If the current place takes nearly the whole limit, a tenth is left for favourites.
        let spare = max(share / 2 - Self.day / interval, share / 10, 1)
        return max(interval, Self.day * (Double(count) / spare))
    }

    /// The most scheduled places per minute; a tenth of the limit is reserved for clients' requests.
    public var backgroundPlacesAMinute: Int {
        max(limits.batch, limits.placesAMinute - limits.placesAMinute / 10)
    }

    /// The age from which a stored report is no longer good enough, so that retries become frequent.
    public var patience: Duration { max(.seconds(3600), interval * 2) }

    /// The delay after a success: the interval with a tenth of jitter, so that machines started together do not stay in
    /// step.
    ///
    /// - Parameters:
    ///   - interval: the place's interval; nil for the current place's.
    ///   - time: the time of the success, relative to some full hour; nil when unknown. The two minutes around the hour are
    ///     skipped: delays across them grow by up to two minutes, and all others shrink by a thirtieth to compensate.
    ///   - jitter: random, 0 to 1.
    public func delayAfterSuccess(interval: Duration? = nil, at time: Duration? = nil, jitter: Double) -> Duration {
        let delay = (interval ?? self.interval) * (0.9 + 0.2 * jitter)
        guard let time else { return max(floor, delay) }
        return HourBoundaryAvoidance.skip(max(floor, delay * HourBoundaryAvoidance.openShare), from: time)
    }

    /// The additional delay of a fetch that the provider has scheduled at the full hour.
    ///
    /// - Parameters:
    ///   - time: the time of the planned fetch, relative to some full hour; negative before it.
    ///   - jitter: random, 0 to 1.
    public func detour(around time: Duration, jitter: Double) -> Duration {
        HourBoundaryAvoidance.wait(at: time).map { $0 + HourBoundaryAvoidance.spread * jitter } ?? .zero
    }

    /// The delay after a failure.
    ///
    /// - Parameters:
    ///   - failures: consecutive failures including this one, at least 1.
    ///   - isUrgent: whether there is no usable report. If there is, a single quick retry distinguishes a hiccup from an
    ///     outage, in which more retries would only be a burden to the service.
    ///   - jitter: random, 0 to 1.
    public func delayAfterFailure(
        _ failure: FetchFailure, failures: Int, isUrgent: Bool = true, jitter: Double
    ) -> Duration {
        let growing: Duration
        switch failure.traits.retry {
        case .soon: growing = max(leastRetry, Self.backoff(failures: failures, isUrgent: isUrgent))
        case .late: growing = max(leastRetry, Self.lastRetry)
        case .rarely: return Self.uncovered * (0.9 + 0.2 * jitter)
        }
        // Jitter only extends a requested delay.
        guard let asked = failure.retryAfter else { return growing * (0.8 + 0.2 * jitter) }
        return min(max(.seconds(asked), growing) * (1 + 0.1 * jitter), Self.longestWait)
    }

    private static func backoff(failures: Int, isUrgent: Bool) -> Duration {
        guard !isUrgent else { return min(firstRetry * (1 << min(max(failures - 1, 0), 10)), lastRetry) }
        return switch failures {
        case ...1: firstRetry
        case 2: secondRetry
        default: lastRetry
        }
    }
}

/// The two minutes around the full hour, in which scheduled fetches are avoided: many clients' timers fire then and
/// services are slow; MET Norway's terms require it.
enum HourBoundaryAvoidance {
    private static let hour = 3600.0
    /// On either side, s.
    private static let margin = 60.0
    private static let open = hour - 2 * margin

    /// The share of an hour outside of it.
    static let openShare = open / hour
    /// Fetches that fall into it are spread over this time after it.
    static let spread = Duration.seconds(720)

    /// The delay, extended by any time inside the two minutes.
    ///
    /// - Parameter time: relative to some full hour; negative before it.
    static func skip(_ delay: Duration, from time: Duration) -> Duration {
        let past = past(time)
        let begun = min(max(past - margin, 0), open)
        let end = begun + delay / .seconds(1)
        let hours = (end / open).rounded(.down)
        return .seconds(hours * hour + margin + (end - hours * open) - past)
    }

    /// The time to the end of the two minutes; nil outside of them.
    ///
    /// - Parameter time: relative to some full hour; negative before it.
    static func wait(at time: Duration) -> Duration? {
        let left = margin - past(time)
        if left > 0 { return .seconds(left) }
        return left + hour <= 2 * margin ? .seconds(left + hour) : nil
    }

    /// Seconds since the last full hour.
    private static func past(_ time: Duration) -> Double {
        let seconds = (time / .seconds(1)).truncatingRemainder(dividingBy: hour)
        return seconds < 0 ? seconds + hour : seconds
    }
}
