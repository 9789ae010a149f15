public import Keeping
public import Lifecycle
public import Weather

/// A refresher of any type of report.
public protocol ReportRefresher: Service {
    /// Wakes the loop.
    func send(_ trigger: Trigger)

    /// Wakes the loop if it keeps any of the changed places fresh.
    func send(_ change: StoreChange)

    /// Requests a refresh now.
    ///
    /// - Parameter wait: whether to reply when the fetch has ended instead of when it has started.
    func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer

    /// Returns after one iteration of the loop, which shows that it is alive.
    func ping() async
}

extension Refresher: ReportRefresher {}
