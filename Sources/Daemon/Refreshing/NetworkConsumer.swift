public import Weather

/// The parts of the daemon that use the network.
public enum NetworkConsumer: Sendable, Hashable, CaseIterable {
    /// The refresher of one type of report.
    case reports(ReportKind)
    case location

    public static let allCases = ReportKind.allCases.map(reports) + [.location]
    public static let forecasts = reports(.forecast)
}
