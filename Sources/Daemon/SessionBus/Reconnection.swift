/// When to connect to the bus again: with backoff after a connection has ended, then only when the daemon is awake anyway. Pure.
struct Reconnection: Sendable, Hashable {
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(64)

    private var pause: Duration?

    /// The bus has answered.
    mutating func succeeded() {
        pause = Self.firstPause
    }

    /// How long to wait after a connection has ended or failed; nil to wait until the daemon is awake anyway.
    mutating func next() -> Duration? {
        guard let next = pause else { return nil }
        pause = next < Self.longestPause ? next * 2 : nil
        return next
    }
}
