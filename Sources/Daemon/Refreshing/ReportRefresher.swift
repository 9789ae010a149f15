public import Platform
public import Store

/// A refresher of any type of report.
public protocol ReportRefresher: Service {
    /// Wakes the loop.
    func send(_ trigger: Trigger)

    /// Wakes the loop if it keeps any of the changed places fresh.
    func send(_ change: StoreChange)

    /// Returns after one iteration of the loop, which shows that it is alive.
    func ping() async
}

extension Refresher: ReportRefresher {}
