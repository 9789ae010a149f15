/// The types of reports, which are requested separately.
public enum ReportKind: Sendable, Hashable, CaseIterable {
    case forecast, alerts, air, observations, radar, normals, ensemble
}
