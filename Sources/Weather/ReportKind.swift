/// What can be asked of providers, each by itself.
public enum ReportKind: Sendable, Hashable, CaseIterable {
    case forecast, alerts, air
}
