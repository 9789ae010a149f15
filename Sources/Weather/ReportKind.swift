/// The types of reports, which are requested separately.
public enum ReportKind: String, Sendable, Hashable, CaseIterable {
    case forecast, alerts, air, observations, radar, normals, ensemble
}
