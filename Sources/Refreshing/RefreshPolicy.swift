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
    /// The wait after the first failure; where nothing good is kept it doubles with each further one.
    public static let firstRetry = Duration.seconds(5)
    /// The wait after the second failure, while what is kept is good.
    public static let secondRetry = Duration.seconds(50)
    /// The longest wait after a failure that asked for none: half the usual interval, so that a service that comes back after
    /// hours meets its users at little more than twice the usual rate.
    public static let lastRetry = Duration.seconds(450)
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

    /// The age from which on what is kept is not good enough any more for failures to be taken easily.
    public var patience: Duration { max(.seconds(3600), interval * 2) }

    /// How long after a success to fetch again: the interval give or take a tenth, so that machines that were
    /// started together do not ask together for long.
    ///
    /// - Parameters:
    ///   - interval: the place's; nil for that of the current place.
    ///   - time: from some full hour to the success, negative before that hour; nil when the hour is not known. The two
    ///     minutes around the hour then pass as if they were none. So nobody asks in them, and nobody who would have comes in
    ///     a crowd before or after; those on the far side wait for up to two minutes more, all others for a thirtieth less.
    ///   - jitter: chance, 0 to 1.
    public func delayAfterSuccess(interval: Duration? = nil, at time: Duration? = nil, jitter: Double) -> Duration {
        let delay = (interval ?? self.interval) * (0.9 + 0.2 * jitter)
        guard let time else { return max(floor, delay) }
        return FullHour.skip(max(floor, delay * FullHour.openShare), from: time)
    }

    /// How much later to fetch what the provider itself has put on the full hour.
    ///
    /// - Parameters:
    ///   - time: from some full hour to the fetch as it is planned; negative before that hour.
    ///   - jitter: chance, 0 to 1.
    public func detour(around time: Duration, jitter: Double) -> Duration {
        FullHour.wait(at: time).map { $0 + FullHour.spread * jitter } ?? .zero
    }

    /// How long after a failure to try again.
    ///
    /// - Parameters:
    ///   - failures: how many in a row, this one counted; 1 and up.
    ///   - isUrgent: whether nothing is kept that is good enough to be shown meanwhile. Else one quick try tells a hiccup
    ///     from an outage, in which more of them would help nobody and be a burden to who has to get up again.
    ///   - jitter: chance, 0 to 1.
    public func delayAfterFailure(
        _ failure: FetchFailure, failures: Int, isUrgent: Bool = true, jitter: Double
    ) -> Duration {
        // What was refused or limited will not be granted seconds later.
        let patient =
            switch failure {
            case .refused, .keyRefused, .rateLimited, .budgetSpent: true
            default: false
            }
        // A place does not move into a service's reach.
        if case .notCovered = failure { return Self.uncovered * (0.9 + 0.2 * jitter) }
        let doublings = min(max(failures - 1, 0), 10)
        let growing =
            switch failures {
            case _ where patient: Self.lastRetry
            case _ where isUrgent: min(Self.firstRetry * (1 << doublings), Self.lastRetry)
            case ...1: Self.firstRetry
            case 2: Self.secondRetry
            default: Self.lastRetry
            }
        // Asked-for waits are only ever lengthened.
        guard let asked = failure.retryAfter else { return growing * (0.8 + 0.2 * jitter) }
        return min(max(.seconds(asked), growing) * (1 + 0.1 * jitter), Self.longestWait)
    }
}
