/// Stops a query at its timeout, or when its task is cancelled. A damaged file can make any query endless.
final class QueryLimit {
    /// SQLite virtual machine instructions between checks: about 50 µs.
    static let instructions: Int32 = 2_000
    /// Many times the duration of a search, and less than half of the daemon's timeout for a worker, which may search two
    /// files.
    static let longest = Duration.seconds(4)

    /// On a clock that stops during suspend.
    private var end = SuspendingClock.now.advanced(by: longest)

    /// Allows all further queries `time` in total.
    func restart(after time: Duration = longest) {
        end = SuspendingClock.now.advanced(by: time)
    }

    var isReached: Bool { Task.isCancelled || SuspendingClock.now >= end }

    /// - Throws: at the limit, the error that SQLite reports for an interrupted query.
    func check() throws(QueryStopped) {
        if isReached { throw QueryStopped() }
    }
}

/// A query was stopped by its `QueryLimit`.
struct QueryStopped: Error {}
