import Keeping
public import Weather

/// When to try next. Pure: chance comes in as a number, and time only as durations.
public struct RefreshPolicy: Sendable, Hashable {
    /// From one report to the next.
    public let interval: Duration

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

    /// An interval below the floor is lifted to it.
    public init(interval: Duration) {
        self.interval = max(interval, Self.floor)
    }

    /// How long after a success to fetch again: the interval give or take a tenth, so that machines that were
    /// started together do not ask together for long.
    ///
    /// - Parameter jitter: chance, 0 to 1.
    public func delayAfterSuccess(jitter: Double) -> Duration {
        max(Self.floor, interval * (0.9 + 0.2 * jitter))
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
