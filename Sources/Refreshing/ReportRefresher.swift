public import Lifecycle

/// A refresher of any type of report.
public protocol ReportRefresher: Service {
    /// Wakes the loop.
    func send(_ trigger: Trigger)

    /// Returns after one iteration of the loop, which shows that it is alive.
    func ping() async
}

extension Refresher: ReportRefresher {}
