/// Who can say where the machine is. The raw values are those of config.toml.
public enum LocationSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// GeoClue2, by Wi-Fi, mobile network or GPS.
    case geoClue = "geoclue"
    /// The system's time zone, whose principal place may be far away.
    case timeZone = "timezone"
    /// A service on the Internet, by the address that it is asked from.
    case ip

    /// Whether the fix may be hundreds of kilometres off.
    public var isApproximate: Bool { self == .timeZone }
}
