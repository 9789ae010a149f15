/// The two minutes around the full hour, in which nothing is fetched that nobody waits for: everybody's timers go off then and
/// services are at their slowest, and MET Norway asks for it in its terms.
enum FullHour {
    private static let hour = 3600.0
    /// On either side, seconds.
    private static let margin = 60.0
    private static let open = hour - 2 * margin

    /// The share of an hour that lies outside.
    static let openShare = open / hour
    /// What was meant for the two minutes is spread over so much time after them.
    static let spread = Duration.seconds(720)

    /// The time until so much time outside of the two minutes has passed.
    ///
    /// - Parameter time: from some full hour; negative before that hour.
    static func skip(_ delay: Duration, from time: Duration) -> Duration {
        let past = past(time)
        let begun = min(max(past - margin, 0), open)
        let end = begun + delay / .seconds(1)
        let hours = (end / open).rounded(.down)
        return .seconds(hours * hour + margin + (end - hours * open) - past)
    }

    /// The time until the two minutes are over; nil outside of them.
    ///
    /// - Parameter time: from some full hour; negative before that hour.
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
