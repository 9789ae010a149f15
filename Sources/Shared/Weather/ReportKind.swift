/// The types of reports, which are requested separately.
public enum ReportKind: String, Sendable, Hashable, CaseIterable, Codable {
    case forecast, alerts, air, observations, radar, normals, ensemble
}
