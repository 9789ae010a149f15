/// The sources of the machine's location. The raw values are those of config.toml.
public enum LocationSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// GeoClue2, which uses Wi-Fi, mobile networks or GPS.
    case geoClue = "geoclue"
    /// The main city of the system's time zone, which may be far away.
    case timeZone = "timezone"
    /// An Internet service that locates the public IP address.
    case ip

    /// Whether the fix may be hundreds of kilometres off.
    public var isApproximate: Bool { self == .timeZone }
}
