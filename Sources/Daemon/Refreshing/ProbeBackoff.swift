public import Weather

/// The intervals of probes that check, without a request, whether an unreachable service accepts connections again.
/// Pure.
///
/// When the cause is certainly this machine's network, the interval is a constant 50 seconds; when it may be the
/// service, which all its users would probe, intervals double.
public struct ProbeBackoff: Sendable, Hashable {
    /// The minimum interval.
    public static let leastPause = Duration.seconds(50)
    public static let longestPause = Duration.seconds(1600)
    /// How many probes without doubling while something else, such as a captive portal, seems to answer: half an hour,
    /// in which a user signs in.
    private static let probesBeforeDoubling = 36

    /// The time to the next probe.
    public private(set) var pause = leastPause
    /// Consecutive answers.
    private var answers = 0

    public init() {}

    /// The connection failed.
    public mutating func recordFailure(_ obstacle: FetchFailure) {
        let isNews = answers > 0
        answers = 0
        pause = isNews || obstacle.isRouteFailure ? Self.leastPause : min(pause * 2, Self.longestPause)
    }

    /// The service accepts connections; the next request may still fail.
    public mutating func recordSuccess(_ obstacle: FetchFailure) {
        answers += 1
        if !obstacle.mayBePortal || answers > Self.probesBeforeDoubling { pause = min(pause * 2, Self.longestPause) }
    }
}
