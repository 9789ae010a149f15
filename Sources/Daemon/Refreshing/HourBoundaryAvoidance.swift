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
