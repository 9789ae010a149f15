import Keeping
public import Weather

/// When to try next. Pure: chance comes in as a number, and time only as durations.
public struct RefreshPolicy: Sendable, Hashable {
    /// From one report of the current place to the next.
    public let interval: Duration
    /// What may be asked of the provider.
    public let limits: ProviderLimits

    /// The least time between two reports for one place.
    public let floor: Duration

    private static let longestShare = Duration.seconds(3600)
    private static let day = Duration.seconds(86_400)

    /// The `id` of the provider that is to be had; what another one promised that stands in for it does not count. nil when
    /// everybody's word counts.
    public let preferred: String?

    /// The least that any kind of report is given.
    public static let leastFloor = Duration.seconds(RefreshFloor.seconds)
    /// The wait after the first failure; it doubles with each further one.
    public static let firstRetry = Duration.seconds(5)
    /// The longest wait after a failure that asked for none.
    public static let lastRetry = Duration.seconds(300)
    /// The wait after it turned out that nobody covers a place.
    public static let uncovered = Duration.seconds(6 * 3600)
    /// A service that asks for a longer wait is tried again after this all the same, in case its clock is wrong.
    public static let longestWait = Duration.seconds(86_400)
    /// The least time between two tries that a user can bring about while they fail.
    public static let leastBetweenTries = Duration.seconds(5)

    /// How long after the network's return, or the end of a sleep, to fetch at the latest.
    public static let afterReturn = Duration.seconds(3)
    /// A deadline that is met so much later was slept through.
    public static let slept = Duration.seconds(30)

    /// How long after the end of a provider's promise to ask at the latest.
    public static let afterPromise = Duration.seconds(60)
    /// The time that `ProviderLimits.placesAMinute` is counted over.
    public static let minute = Duration.seconds(60)

    /// A floor below the least one is lifted to it, and an interval below the floor likewise.
    public init(
        interval: Duration, floor: Duration = leastFloor, limits: ProviderLimits = ProviderLimits(),
        preferred: String? = nil
    ) {
        self.preferred = preferred
        self.floor = max(floor, Self.leastFloor)
        // A small share of a day is spread over the day, a tenth of it left for what people ask for; but not so thin that
        // the weather would be stale most of the time, when another provider had better stand in.
        let share = Self.day / (Double(limits.placesADay) * 0.9)
        self.interval = max(interval, self.floor, min(share, Self.longestShare))
        self.limits = limits
    }

    /// From one report of a favourite to the next: the interval, or longer when there are so many favourites that they
    /// and the current place together would take more than half of what the provider gives in a day. The other half is
    /// for what people ask for, for failures, and for others behind the same address.
    ///
    /// - Parameter count: of favourites.
    public func favouritesInterval(count: Int) -> Duration {
        let share = Double(limits.placesADay)
        // Where the current place takes nearly all, a tenth is left for the others.
        let spare = max(share / 2 - Self.day / interval, share / 10, 1)
        return max(interval, Self.day * (Double(count) / spare))
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
        max(floor, (interval ?? self.interval) * (0.9 + 0.2 * jitter))
    }

    /// How much later to fetch, so as not to do it on the hour, when everybody's timers go off and services are at their
    /// slowest; MET Norway asks for it in its terms.
    ///
    /// - Parameters:
    ///   - time: from some full hour to the fetch as it is planned; negative before that hour.
    ///   - jitter: chance, 0 to 1.
    public func detour(around time: Duration, jitter: Double) -> Duration {
        let seconds = (time / .seconds(1)).truncatingRemainder(dividingBy: 3600)
        // From a minute before the hour on.
        let past = (seconds + 3660).truncatingRemainder(dividingBy: 3600)
        guard past < 120 else { return .zero }
        return .seconds(120 - past) + .seconds(120) * jitter
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
            case .refused, .keyRefused, .rateLimited, .budgetSpent: true
            default: false
            }
        // A place does not move into a service's reach.
        if case .notCovered = failure { return Self.uncovered * (0.9 + 0.2 * jitter) }
        let doublings = min(max(failures - 1, 0), 10)
        let growing = patient ? Self.lastRetry : min(Self.firstRetry * (1 << doublings), Self.lastRetry)
        // Asked-for waits are only ever lengthened.
        guard let asked = failure.retryAfter else { return growing * (0.8 + 0.2 * jitter) }
        return min(max(.seconds(asked), growing) * (1 + 0.1 * jitter), Self.longestWait)
    }
}
