public import Weather

/// How often to find out, without a request, whether a service that could not be reached takes connections again. Pure.
///
/// Where the way to it is to blame, that is the affair of one machine or one network, and it knocks every 50 seconds. Where that
/// is in doubt, since nothing tells it from a service that is away from all its users, the pauses double.
public struct Knocks: Sendable, Hashable {
    /// The least time from one to the next.
    public static let leastPause = Duration.seconds(50)
    public static let longestPause = Duration.seconds(1600)
    /// How often the pause does not double while somebody else seems to answer in the service's place: half an hour, within
    /// which whoever joins a network that wants a sign-in has signed in.
    private static let patience = 36

    /// Until the next.
    public private(set) var pause = leastPause
    /// In a row.
    private var answers = 0

    public init() {}

    /// No connection came about.
    public mutating func miss(_ obstacle: FetchFailure) {
        let isNews = answers > 0
        answers = 0
        pause = isNews || obstacle.isOfTheWay ? Self.leastPause : min(pause * 2, Self.longestPause)
    }

    /// The service takes connections; what is asked of it next may fail all the same.
    public mutating func hit(_ obstacle: FetchFailure) {
        answers += 1
        if !obstacle.mayBePortal || answers > Self.patience { pause = min(pause * 2, Self.longestPause) }
    }
}

extension FetchFailure {
    /// Whether the service was not even come to: it is this machine's network that is to blame.
    public var isOfTheWay: Bool {
        switch self {
        case .noNetwork, .hostNotFound: true
        case .unreachable(_, let reason): [Self.networkUnreachable, Self.hostUnreachable].contains(reason)
        default: mayBePortal
        }
    }

    /// Whether it may be mended by what lies between here and the service.
    public var mayBeOfTheWay: Bool {
        if case .timedOut = self { true } else { isOffline || mayBePortal }
    }
}
